import type { ComponentProps } from 'react';
import { classNames } from './classNames.ts';

type CardProps = ComponentProps<'div'> & {
  as?: 'div' | 'section' | 'li' | undefined;
  /** Whether it is a card of the console, with less padding and smaller corners. */
  console?: boolean | undefined;
  /** Whether it has no padding, because the content has its own. */
  flush?: boolean | undefined;
  /** Whether it hangs from the shelf above it, and so has no upper edge. */
  hangs?: boolean | undefined;
};

export function Card({
  as: Element = 'div',
  console = false,
  flush = false,
  hangs = false,
  className,
  ...rest
}: CardProps) {
  return (
    <Element
      {...(rest as ComponentProps<'div'> & ComponentProps<'li'>)}
      className={classNames(
        'min-w-0 border-[1.5px] border-line bg-raised',
        console ? 'rounded-console-card' : 'rounded-card',
        hangs && 'rounded-t-none border-t-0',
        !flush && (console ? 'p-[18px]' : 'p-5 sm:p-6'),
        className,
      )}
    />
  );
}

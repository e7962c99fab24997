import type { ComponentProps } from 'react';
import { useIsHydrated } from '#web/ui/hydration.tsx';

type TextButtonProps = Pick<ComponentProps<'button'>, 'onClick' | 'children'>;

/** A button without a border at the end of a line. Its target is 44 px high without pushing lines apart. */
export function TextButton(props: TextButtonProps) {
  const isHydrated = useIsHydrated();
  return (
    <button
      {...props}
      type="button"
      disabled={!isHydrated}
      className="-my-3 min-h-11 shrink-0 cursor-pointer rounded-shelf text-[0.9375rem] font-[650] text-spruce underline-offset-4 hover:underline"
    />
  );
}

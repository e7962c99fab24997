import { Slot } from 'radix-ui';
import type { ReactNode, Ref } from 'react';
import { formatCount } from '#words/formats.ts';
import { classNames } from './classNames.ts';

/** A row of links that look like tabs. It scrolls sideways if there is no room. */
export function TabList({
  label,
  ref,
  className,
  children,
}: {
  label: string;
  ref?: Ref<HTMLElement> | undefined;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <nav
      ref={ref}
      aria-label={label}
      className={classNames('overflow-x-auto border-b-[1.5px] border-line [scrollbar-width:none]', className)}
    >
      <ul className="m-0 flex w-max list-none gap-6 p-0">{children}</ul>
    </nav>
  );
}

type TabLinkProps = {
  /** One link with its text. The current tab's link has `aria-current="page"`. */
  children: ReactNode;
  count?: number | undefined;
  /** The unit of the count, for screen readers: "open alerts". */
  countLabel?: string | undefined;
  /** The text of a dot for screen readers. Without it there is no dot. */
  dot?: string | undefined;
  /** Whether the count needs attention, and so is red. */
  isAlert?: boolean | undefined;
};

export function TabLink({ children, count, countLabel, dot, isAlert = false }: TabLinkProps) {
  return (
    <li className="flex">
      <Slot.Root className="group/tab relative flex h-[46px] items-center gap-2 whitespace-nowrap px-0.5 text-[0.9375rem] font-semibold text-muted no-underline hover:text-ink focus-visible:-outline-offset-3 aria-[current=page]:text-ink aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-0 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-[3px] aria-[current=page]:after:rounded-t-[3px] aria-[current=page]:after:bg-spruce forced-colors:aria-[current=page]:after:bg-[Highlight]">
        <Slot.Slottable>{children}</Slot.Slottable>
        {dot !== undefined && <Dot label={dot} />}
        {count !== undefined && (
          <span
            className={classNames(
              'grid h-[21px] min-w-[21px] place-items-center rounded-full px-1.5 text-[0.8125rem] font-bold leading-none tabular-nums',
              isAlert
                ? 'bg-clay text-on-clay'
                : 'bg-sunk text-muted group-aria-[current=page]/tab:bg-wheat group-aria-[current=page]/tab:text-on-wheat',
            )}
          >
            <span>
              {formatCount(count)}
              {countLabel !== undefined && <span className="sr-only"> {countLabel}</span>}
            </span>
          </span>
        )}
      </Slot.Root>
    </li>
  );
}

function Dot({ label }: { label: string }) {
  return (
    <span className="relative size-2 shrink-0 rounded-full border-[1.5px] border-wheat-deep bg-wheat">
      <span className="sr-only">, {label}</span>
    </span>
  );
}

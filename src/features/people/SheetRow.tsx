import type { ReactNode } from 'react';
import { classNames } from '#web/ui/classNames.ts';

type SheetRowProps = {
  /** `donation-17`: a link that opens the sheet may say which one it begins on. */
  row: string;
  as?: 'div' | 'li' | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/** Something on a sheet that keys act on. The one with the focus bears the bar, and its buttons show their keys. */
export function SheetRow({ row, as: Tag = 'div', className, children }: SheetRowProps) {
  return (
    <Tag
      data-sheet-row={row}
      tabIndex={-1}
      // With the focus the keys come in sight, and would push a button from under the pointer before it is let go.
      onMouseDown={(event) => {
        if (event.target instanceof Element && event.target.closest('button')) event.preventDefault();
      }}
      onClickCapture={({ currentTarget }) => {
        if (!currentTarget.contains(document.activeElement)) currentTarget.focus({ preventScroll: true });
      }}
      className={classNames(
        'group/keys relative -mx-3.5 px-3.5 focus-visible:-outline-offset-3 md:-mx-6 md:px-6 pointer-fine:outline-none pointer-fine:focus-within:bg-spruce-tint pointer-fine:focus-within:shadow-[inset_4px_0_0_var(--spruce)]',
        className,
      )}
    >
      {children}
    </Tag>
  );
}

type SheetSectionProps = {
  title: string;
  count: ReactNode;
  end?: ReactNode;
  children: ReactNode;
};

/** One kind of thing on a sheet. */
export function SheetSection({ title, count, end, children }: SheetSectionProps) {
  return (
    <section aria-label={title} className="mt-3.5 first:mt-0">
      <div className="flex min-h-8 flex-wrap items-center gap-x-2.5">
        <h3 className="font-display text-[1.0625rem] leading-[1.2] font-[750] tracking-[-.015em]">{title}</h3>
        <span className="text-muted tabular">{count}</span>
        <span className="ms-auto">{end}</span>
      </div>
      {children}
    </section>
  );
}

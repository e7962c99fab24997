import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, type ChangeEvent, createContext, useContext } from 'react';
import { Card } from './Card.tsx';
import { classNames } from './classNames.ts';
import { dataRows as words } from '#words/forms.ts';
import { Button } from './Button.tsx';
import type { RowSelection, Unfolded } from './DataRows.tsx';
import { Checkbox } from './Field.tsx';

type TableCardProps = { toolbar: ReactNode; footer?: ReactNode; children: ReactNode };

/** The card around a table: toolbar above, table, footer below. */
export function TableCard({ toolbar, footer, children }: TableCardProps) {
  return (
    // `overflow-hidden` would make this a scroll container, and the column heads would no longer stick to the page.
    <Card as="section" console flush className="overflow-clip">
      <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 px-3.5 py-2 max-md:py-2.5">
        {toolbar}
      </div>
      {children}
      {footer !== undefined && (
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-3 border-t-[1.5px] border-line px-3.5 py-2 text-[0.90625rem] text-muted">
          {footer}
        </div>
      )}
    </Card>
  );
}

/** The screen's heading in a card's toolbar, with the number of the list's rows. */
export function TableTitle({ count, children }: { count?: string | undefined; children: ReactNode }) {
  return (
    <>
      <h1 className="font-display text-[1.375rem] leading-[1.15] font-[750] tracking-[-.022em] max-tiny:text-[1.25rem]">
        {children}
      </h1>
      <span className="text-base text-muted tabular">{count}</span>
    </>
  );
}

/** @param props.label the name of the table for screen readers. */
export function Table({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="overflow-x-auto lg:overflow-x-visible">
      <table
        aria-label={label}
        className="w-full border-separate border-spacing-0 text-start text-[0.90625rem] leading-[1.4] tabular"
      >
        {children}
      </table>
    </div>
  );
}

export type HeadCellProps = {
  align?: 'end' | undefined;
  /** How the rows are sorted by this column. Absent if they are not. */
  sort?: 'ascending' | 'descending' | undefined;
  className?: string | undefined;
  children?: ReactNode;
};

export function HeadCell({ align, sort, className, children }: HeadCellProps) {
  const Arrow = sort === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={sort}
      className={classNames(
        'sticky top-(--table-head-top,0px) z-2 h-9 shadow-[-1px_0_0_var(--sunk)] whitespace-nowrap border-y-[1.5px] border-line bg-sunk px-2.5 py-0 text-[0.8125rem] font-[650] text-muted first:ps-3.5 last:pe-3.5',
        align === 'end' ? 'text-end' : 'text-start',
        className,
      )}
    >
      {sort === undefined ? (
        children
      ) : (
        <span className="inline-flex items-center gap-1">
          {children}
          <Arrow size={14} />
        </span>
      )}
    </th>
  );
}

type RowProps = ComponentProps<'tr'> & { selected?: boolean | undefined };

export function Row({ selected = false, className, ...rest }: RowProps) {
  return (
    <tr
      {...rest}
      className={classNames(
        // `*:` would be slower, because the browser would match it with every element of the page.
        '[&>*]:border-b-[1.5px] [&>*]:border-line last:[&>*]:border-b-0',
        // Marks the row with the keyboard focus. `focus-within` makes it faster, since the browser skips all other rows.
        'focus-within:has-focus-visible:[&>:first-child]:shadow-[inset_4px_0_0_var(--spruce)]',
        selected ? 'bg-spruce-tint' : 'hover:bg-sunk',
        className,
      )}
    />
  );
}

type CellProps = {
  align?: 'end' | undefined;
  /** Whether it is the header of its row, such as a name. */
  heading?: boolean | undefined;
  quiet?: boolean | undefined;
  /** Whether the content stays on one line, as for dates and codes. */
  nowrap?: boolean | undefined;
  colSpan?: number | undefined;
  className?: string | undefined;
  children?: ReactNode;
};

export function Cell({
  align,
  heading = false,
  quiet = false,
  nowrap = false,
  className,
  ...rest
}: CellProps) {
  const classes = classNames(
    'h-10 px-2.5 py-0 first:ps-3.5 last:pe-3.5',
    align === 'end' ? 'text-end' : 'text-start',
    heading ? 'font-[650] text-ink' : 'font-normal',
    quiet && 'text-muted',
    nowrap && 'whitespace-nowrap',
    className,
  );
  return heading ? <th scope="row" {...rest} className={classes} /> : <td {...rest} className={classes} />;
}

/** The size of a row's buttons: `row` in a table, `small` on a card. */
export const RowSize = createContext<'row' | 'small'>('small');

type SelectBoxProps<Item> = { item: Item; selection: RowSelection<Item>; size: 'console' | 'page' };

/** The checkbox that selects a row. With Shift it selects a range. */
export function SelectBox<Item extends { id: number }>({ item, selection, size }: SelectBoxProps<Item>) {
  return (
    <Checkbox
      size={size}
      aria-label={selection.label(item)}
      checked={selection.has(item.id)}
      onChange={(event) => selection.toggle(item.id, isRange(event))}
    />
  );
}

/** Whether Shift was held when a checkbox was ticked, by the pointer or the space bar. */
function isRange({ nativeEvent }: ChangeEvent): boolean {
  return 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;
}

export function DetailFacts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-5 gap-y-1 text-[0.875rem] leading-[1.45] sm:max-w-[60ch]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted first-letter:uppercase">{name}</dt>
          <dd className="min-w-0 wrap-anywhere tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type DetailsButtonProps = { item: { id: number }; unfolded: Unfolded | undefined; controls: string };

/** The button that unfolds a row's details, and folds them again. */
export function DetailsButton({ item: { id }, unfolded, controls }: DetailsButtonProps) {
  const isOpen = unfolded?.has(id) ?? false;
  return (
    <Button
      kind="quiet"
      size={useContext(RowSize)}
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      onClick={() => unfolded?.toggle(id)}
      className="gap-1"
    >
      {words.details}
      <ChevronDown
        size={16}
        aria-hidden="true"
        className={`motion-safe:transition-transform motion-safe:duration-150 ${isOpen ? 'rotate-180' : ''}`}
      />
    </Button>
  );
}

import { Fragment, type ReactNode, useContext, useId } from 'react';
import { dataRows as words } from '#words/forms.ts';
import { ReasonButton } from './ReasonButton.tsx';
import { classNames } from './classNames.ts';
import { DataCards } from './DataCards.tsx';
import { Checkbox } from './Field.tsx';
import {
  DetailsButton,
  RowSize,
  SelectBox,
  Cell,
  HeadCell,
  Row,
  Table,
  type HeadCellProps,
} from './Table.tsx';

/** The kind of a column, which decides its place on a card. A table shows every kind as a cell. */
type ColumnKind =
  /** A short value before the heading, such as a weight. */
  | 'lead'
  /** The name of the row. */
  | 'heading'
  /** A sentence in ordinary type in place of the heading. */
  | 'text'
  /** A status beside the heading. */
  | 'pill'
  /** A quiet line under the heading. */
  | 'line'
  /** A term and its value. */
  | 'fact'
  /** A paragraph as wide as the card. */
  | 'note'
  /** A quiet text beside the lines if there is room, else under them. */
  | 'end'
  /** Buttons and links. */
  | 'actions';

// Below these widths a column is hidden, because another column or a dialog shows its content.
const hiddenBelow = {
  bar: 'max-bar:hidden',
  lg: 'max-lg:hidden',
  xl: 'max-xl:hidden',
  wide: 'max-[1239px]:hidden',
  full: 'max-[1439px]:hidden',
};

const hiddenAbove = { lg: 'lg:hidden', full: 'min-[1440px]:hidden' };

/** One column of a list. The table, the cards and their skeletons are drawn from the same columns. */
export type Column<Item> = Pick<HeadCellProps, 'align' | 'sort'> & {
  name: string;
  /** The head of the column, if not its name. */
  head?: ReactNode;
  /** `fact` by default. */
  kind?: ColumnKind | undefined;
  /** The content for an item. A card leaves out a column whose content is null. */
  cell: (item: Item, on: 'row' | 'card') => ReactNode;
  /** Shows the column only in the table, or only on the cards. */
  only?: 'table' | 'card' | undefined;
  /** The window widths from which and below which the table shows the column. */
  from?: keyof typeof hiddenBelow | undefined;
  until?: keyof typeof hiddenAbove | undefined;
  nowrap?: boolean | undefined;
  /** Whether it is muted. A quiet heading does not count as the row's header, since the name is missing. */
  quiet?: boolean | ((item: Item) => boolean) | undefined;
  /** How many buttons it has. On a phone three share the width, and four stand in two rows. */
  buttons?: 1 | 2 | 3 | 4 | undefined;
  /** Whether the last button is the main one. On a phone it then comes first. */
  mainLast?: boolean | undefined;
  /** Classes of the table's cells, for instance for their width. */
  className?: string | undefined;
};

export type RowSelection<Item> = {
  has: (id: number) => boolean;
  /** How many of the shown rows are selected. */
  extent: 'none' | 'some' | 'all';
  toggle: (id: number, isRange?: boolean) => void;
  toggleAll: () => void;
  clear: () => void;
  /** The name of a row's checkbox, for screen readers. */
  label: (item: Item) => string;
};

export type DataRowsProps<Item> = {
  /** The name of the table and of the list of cards. */
  label: string;
  columns: readonly Column<Item>[];
  rows: readonly Item[];
  /** Checkboxes that select rows for actions on several rows. */
  selection?: RowSelection<Item> | undefined;
  /** Marks the row whose details are shown beside the list. */
  isSelected?: ((item: Item) => boolean) | undefined;
  /** The content that a row's Details button unfolds. */
  details?: ((item: Item) => ReactNode) | undefined;
  unfolded?: Unfolded | undefined;
  rowClassName?: ((item: Item) => string) | undefined;
  /** Whether cells have several lines, and so are aligned at the top. */
  tall?: boolean | undefined;
};

/** Which rows show their details. */
export interface Unfolded {
  has: (id: number) => boolean;
  toggle: (id: number) => void;
}

/** The size of a row's buttons: small in a table, larger on a card. */
export const useRowSize = () => useContext(RowSize);

/** A button of a row. On a card a quiet button has an outline, since no column aligns it there. */
export function RowButton({ kind = 'quiet', ...rest }: Parameters<typeof ReasonButton>[0]) {
  const size = useRowSize();
  const isQuiet = kind === 'quiet' || kind === 'ghost';
  return <ReasonButton kind={size === 'small' && isQuiet ? 'outline' : kind} size={size} {...rest} />;
}

/** The rows of a list, as a table or as cards. */
export function DataRows<Item extends { id: number }>({
  asCards,
  ...props
}: DataRowsProps<Item> & { asCards: boolean }) {
  return (
    <RowSize value={asCards ? 'small' : 'row'}>
      {asCards ? <DataCards {...props} /> : <DataTable {...props} />}
    </RowSize>
  );
}

function DataTable<Item extends { id: number }>(props: DataRowsProps<Item>) {
  const { label, rows, selection, isSelected, details, unfolded, rowClassName, tall } = props;
  const columns = props.columns.filter(({ only }) => only !== 'card');
  const id = useId();
  const columnCount = columns.length + (selection ? 1 : 0) + (details ? 1 : 0);
  // If the first column is not the heading, unfolded details begin under the second one.
  const hasIndent = columns[0]?.kind !== 'heading';

  return (
    <Table label={label}>
      <thead>
        <tr>
          {selection && (
            <HeadCell className={selectCell}>
              <Checkbox
                size="console"
                aria-label={words.selectAll}
                checked={selection.extent === 'all'}
                indeterminate={selection.extent === 'some'}
                onChange={selection.toggleAll}
              />
            </HeadCell>
          )}
          <HeadCells columns={columns} hasDetails={details !== undefined} />
        </tr>
      </thead>
      <tbody>
        {rows.map((item) => {
          const isOpen = unfolded?.has(item.id) ?? false;
          return (
            <Fragment key={item.id}>
              <Row
                data-row={item.id}
                selected={selection?.has(item.id) ?? isSelected?.(item)}
                className={classNames(
                  // A focused element scrolls to below the sticky column heads and the bulk bar.
                  selection ? '[&_:is(a,button,input)]:scroll-mt-24' : '[&_:is(a,button)]:scroll-mt-12',
                  isSelected?.(item) && '[&>:first-child]:shadow-[inset_4px_0_0_var(--spruce)]',
                  isOpen && 'hover:bg-transparent [&>*]:border-b-0!',
                  rowClassName?.(item),
                )}
              >
                {selection && (
                  <Cell className={selectCell}>
                    <SelectBox item={item} selection={selection} size="console" />
                  </Cell>
                )}
                {columns.map((column) => (
                  <DataCell key={column.name} column={column} item={item} tall={tall} />
                ))}
                {details && (
                  <Cell align="end" className="w-px pe-2.5!">
                    <DetailsButton item={item} unfolded={unfolded} controls={`${id}-${item.id}`} />
                  </Cell>
                )}
              </Row>
              {isOpen && (
                <Row id={`${id}-${item.id}`} className="hover:bg-transparent">
                  {hasIndent && <Cell className="h-0! p-0!" />}
                  <Cell colSpan={hasIndent ? columnCount - 1 : columnCount} className="pt-0.5 pb-3">
                    {details?.(item)}
                  </Cell>
                </Row>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </Table>
  );
}

export const selectCell = 'w-10 ps-2! pe-1';

type HeadCellsProps<Item> = { columns: readonly Column<Item>[]; hasDetails: boolean };

export function HeadCells<Item>({ columns, hasDetails }: HeadCellsProps<Item>) {
  return (
    <>
      {columns.map(({ name, head = name, kind, align, sort, ...column }) => (
        <HeadCell
          key={name}
          align={kind === 'actions' ? 'end' : align}
          sort={sort}
          className={visibilityClasses(column)}
        >
          {head}
        </HeadCell>
      ))}
      {hasDetails && <HeadCell align="end">{words.details}</HeadCell>}
    </>
  );
}

type DataCellProps<Item> = { column: Column<Item>; item: Item; tall: boolean | undefined };

function DataCell<Item>({ column, item, tall }: DataCellProps<Item>) {
  const { kind, cell, align, nowrap, quiet } = column;
  const isQuiet = typeof quiet === 'function' ? quiet(item) : quiet;
  const content = cell(item, 'row');
  return (
    <Cell
      align={kind === 'actions' ? 'end' : align}
      nowrap={nowrap}
      heading={kind === 'heading' && !isQuiet}
      quiet={isQuiet}
      className={cellClassName(column, tall)}
    >
      {kind === 'actions' ? <span className="inline-flex gap-1">{content}</span> : content}
    </Cell>
  );
}

export function cellClassName<Item>(
  { kind, buttons = 1, className, ...column }: Column<Item>,
  tall = false,
): string {
  const isActions = kind === 'actions';
  return classNames(
    tall && 'align-top',
    verticalPadding(kind, tall),
    isActions && 'pe-2.5! whitespace-nowrap max-lg:[&_:is(a,button)_svg]:hidden',
    isActions && buttons > 2 && 'max-lg:[&_:is(a,button)]:px-1.5',
    visibilityClasses(column),
    className,
  );
}

function verticalPadding(kind: ColumnKind | undefined, tall: boolean): string | false {
  if (tall) return kind === 'actions' ? 'py-1.5' : 'py-2';
  return kind !== 'actions' && kind !== 'pill' && 'py-1.5';
}

function visibilityClasses(column: Pick<Column<never>, 'from' | 'until'>): string {
  return classNames(column.from && hiddenBelow[column.from], column.until && hiddenAbove[column.until]);
}

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

/** What a column is. A table shows all kinds as cells; the kind decides its place on a card. */
type Kind =
  /** Before the heading, such as a weight. */
  | 'lead'
  /** The name of the row. */
  | 'heading'
  /** A sentence in the place of the heading, in ordinary type. */
  | 'text'
  /** A status beside the heading. */
  | 'pill'
  /** A quiet line under the heading. */
  | 'line'
  /** A term and its value. */
  | 'fact'
  /** A paragraph as wide as the card. */
  | 'note'
  /** Quiet words beside the lines where there is room, else under them. */
  | 'end'
  /** Buttons and links. */
  | 'actions';

// Below these widths a column is hidden: another column or the dialog shows its content.
const from = {
  bar: 'max-bar:hidden',
  lg: 'max-lg:hidden',
  xl: 'max-xl:hidden',
  wide: 'max-[1239px]:hidden',
  full: 'max-[1439px]:hidden',
};

const until = { lg: 'lg:hidden', full: 'min-[1440px]:hidden' };

/** One column of a list. The same columns draw the table, the cards and the shape of both while they load. */
export type Column<Item> = Pick<HeadCellProps, 'align' | 'sort'> & {
  name: string;
  /** What heads the column in place of its name. */
  head?: ReactNode;
  /** A fact unless another is given. */
  kind?: Kind | undefined;
  /** The content for an item. A card leaves out a column that gives null. */
  cell: (item: Item, on: 'row' | 'card') => ReactNode;
  /** The column is on the table or on the cards alone. */
  only?: 'table' | 'card' | undefined;
  /** The widths of the window between which the table shows the column. */
  from?: keyof typeof from | undefined;
  until?: keyof typeof until | undefined;
  nowrap?: boolean | undefined;
  /** Muted. A quiet heading is no header of its row, since the name is missing. */
  quiet?: boolean | ((item: Item) => boolean) | undefined;
  /** How many buttons it has: three share a phone's width, four stand two by two. */
  buttons?: 1 | 2 | 3 | 4 | undefined;
  /** The last button is pressed most: on a phone it comes first. */
  mainLast?: boolean | undefined;
  /** Classes of the table's cells, such as how they share its width. */
  className?: string | undefined;
};

export type RowSelection<Item> = {
  has: (id: number) => boolean;
  /** How many of the shown rows are selected. */
  extent: 'none' | 'some' | 'all';
  toggle: (id: number, isRange?: boolean) => void;
  toggleAll: () => void;
  clear: () => void;
  /** The name of a row's box. */
  label: (item: Item) => string;
};

export type DataRowsProps<Item> = {
  /** The name of the table and of the list of cards. */
  label: string;
  columns: readonly Column<Item>[];
  rows: readonly Item[];
  /** Boxes to tick, where something is done to several rows at once. */
  selection?: RowSelection<Item> | undefined;
  /** Marks the row that is shown beside the list. */
  isSelected?: ((item: Item) => boolean) | undefined;
  /** What a row's Details button unfolds: terms and their values. */
  details?: ((item: Item) => ReactNode) | undefined;
  unfolded?: Unfolded | undefined;
  /** What went wrong with a row, in clay under it; null where nothing did. */
  failure?: ((item: Item) => ReactNode) | undefined;
  rowClassName?: ((item: Item) => string) | undefined;
  /** Cells hold several lines and begin at the top. */
  tall?: boolean | undefined;
};

/** Which rows show their details. */
export interface Unfolded {
  has: (id: number) => boolean;
  toggle: (id: number) => void;
}

/** The size of a row's buttons: small in a table, larger on a card. */
export const useRowSize = () => useContext(RowSize);

/** A button of a row. A quiet one has an outline on a card, where no column aligns it. */
export function RowButton({ kind = 'quiet', ...rest }: Parameters<typeof ReasonButton>[0]) {
  const size = useRowSize();
  const isQuiet = kind === 'quiet' || kind === 'ghost';
  return <ReasonButton kind={size === 'small' && isQuiet ? 'outline' : kind} size={size} {...rest} />;
}

/** Rows by declared columns: a table, or cards where none has room. */
export function DataRows<Item extends { id: number }>({
  asCards,
  ...props
}: DataRowsProps<Item> & { asCards: boolean }) {
  return (
    <RowSize value={asCards ? 'small' : 'row'}>
      {asCards ? <DataCards {...props} /> : <Rows {...props} />}
    </RowSize>
  );
}

function Rows<Item extends { id: number }>(props: DataRowsProps<Item>) {
  const { label, rows, selection, isSelected, details, unfolded, failure, rowClassName, tall } = props;
  const columns = props.columns.filter(({ only }) => only !== 'card');
  const id = useId();
  // The unfolded details begin under the first words of their row.
  const indent = columns[0]?.kind === 'heading' ? 0 : 1;
  const span = columns.length + (selection ? 1 : 0) + (details ? 1 : 0) - indent;

  const indentCell = indent > 0 && <Cell className="h-0! p-0!" />;

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
          <Heads columns={columns} hasDetails={details !== undefined} />
        </tr>
      </thead>
      <tbody>
        {rows.map((item) => {
          const isOpen = unfolded?.has(item.id) ?? false;
          const failed = failure?.(item) ?? null;
          return (
            <Fragment key={item.id}>
              <Row
                data-row={item.id}
                selected={selection?.has(item.id) ?? isSelected?.(item)}
                className={classNames(
                  // A focused element scrolls to below the sticky heads and the bulk bar.
                  selection ? '[&_:is(a,button,input)]:scroll-mt-24' : '[&_:is(a,button)]:scroll-mt-12',
                  isSelected?.(item) && '[&>:first-child]:shadow-[inset_4px_0_0_var(--spruce)]',
                  isOpen && 'hover:bg-transparent',
                  (isOpen || failed !== null) && '[&>*]:border-b-0!',
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
              {failed !== null && (
                <Row className="bg-clay-tint hover:bg-clay-tint">
                  {indentCell}
                  <Cell colSpan={span} className="py-1.5">
                    {failed}
                  </Cell>
                </Row>
              )}
              {isOpen && (
                <Row id={`${id}-${item.id}`} className="hover:bg-transparent">
                  {indentCell}
                  <Cell colSpan={span} className="pt-0.5 pb-3">
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

type HeadsProps<Item> = { columns: readonly Column<Item>[]; hasDetails: boolean };

export function Heads<Item>({ columns, hasDetails }: HeadsProps<Item>) {
  return (
    <>
      {columns.map(({ name, head = name, kind, align, sort, ...column }) => (
        <HeadCell
          key={name}
          align={kind === 'actions' ? 'end' : align}
          sort={sort}
          className={shownBetween(column)}
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
  const shown = cell(item, 'row');
  return (
    <Cell
      align={kind === 'actions' ? 'end' : align}
      nowrap={nowrap}
      heading={kind === 'heading' && !isQuiet}
      quiet={isQuiet}
      className={cellClassName(column, tall)}
    >
      {kind === 'actions' ? <span className="inline-flex gap-1">{shown}</span> : shown}
    </Cell>
  );
}

export function cellClassName<Item>(
  { kind, buttons = 1, className, ...column }: Column<Item>,
  tall = false,
): string {
  const isActions = kind === 'actions';
  return classNames(
    tall ? (isActions ? 'py-1.5 align-top' : 'py-2 align-top') : !isActions && kind !== 'pill' && 'py-1.5',
    isActions && 'pe-2.5! whitespace-nowrap max-lg:[&_:is(a,button)_svg]:hidden',
    isActions && buttons > 2 && 'max-lg:[&_:is(a,button)]:px-1.5',
    shownBetween(column),
    className,
  );
}

function shownBetween(column: Pick<Column<never>, 'from' | 'until'>): string {
  return classNames(column.from && from[column.from], column.until && until[column.until]);
}

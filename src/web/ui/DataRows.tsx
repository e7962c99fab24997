import { ChevronDown } from 'lucide-react';
import { type ChangeEvent, createContext, Fragment, type ReactNode, useContext, useId } from 'react';
import { loading } from '#words/loading.ts';
import { Button } from './Button.tsx';
import { classNames } from './classNames.ts';
import { Checkbox } from './Field.tsx';
import { SkeletonBox } from './Skeleton.tsx';
import { Cell, HeadCell, Row, Table, type HeadCellProps } from './Table.tsx';

/** What a column is. A table shows all kinds as cells; the kind decides its place on a card. */
type Kind =
  /** Before the heading, such as a weight. */
  | 'lead'
  /** The name of the row. */
  | 'heading'
  /** The same in ordinary type: a sentence. */
  | 'text'
  /** A status beside the heading. */
  | 'pill'
  /** A quiet line under the heading. */
  | 'line'
  /** A term and its value. */
  | 'fact'
  /** Buttons and links. */
  | 'actions';

// Narrower than these a column is hidden; the narrow table and the dialogs say it elsewhere.
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
  /** A fact or line that is null is left out of the card. */
  cell: (item: Item, on: 'row' | 'card') => ReactNode;
  /** The column is on the table or on the cards alone. */
  only?: 'table' | 'card' | undefined;
  /** The widths of the window between which the table shows the column. */
  from?: keyof typeof from | undefined;
  until?: keyof typeof until | undefined;
  nowrap?: boolean | undefined;
  /** A quiet heading heads no row: it stands for a name that is missing. */
  quiet?: boolean | ((item: Item) => boolean) | undefined;
  /** How many buttons it has: three share a phone's width, four stand two by two. */
  buttons?: 1 | 2 | 3 | 4 | undefined;
  /** The last button is pressed most: on a phone it comes first. */
  mainLast?: boolean | undefined;
  /** On the cells of the table: how they share its width. */
  className?: string | undefined;
};

type RowSelection<Item> = {
  has: (id: number) => boolean;
  /** Of the rows on show. */
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
  /** Marks the row that something beside the list is about. */
  isSelected?: ((item: Item) => boolean) | undefined;
  /** What a row's Details button unfolds: terms and their values. */
  details?: ((item: Item) => readonly (readonly [string, ReactNode])[]) | undefined;
  unfolded?: Unfolded | undefined;
  /** What went wrong with a row, in clay under it; null where nothing did. */
  failure?: ((item: Item) => ReactNode) | undefined;
  rowClassName?: ((item: Item) => string) | undefined;
  /** Cells hold several lines and begin at the top. */
  tall?: boolean | undefined;
};

/** Whose details are shown. */
export interface Unfolded {
  has: (id: number) => boolean;
  toggle: (id: number) => void;
}

const RowSize = createContext<'row' | 'small'>('small');

/** The size of buttons where they stand: small in a table's row, larger on a card. */
export const useRowSize = () => useContext(RowSize);

/** A button of a row. What is quiet in a table has an outline on a card, where nothing lines it up. */
export function RowButton({ kind = 'quiet', ...rest }: Parameters<typeof Button>[0]) {
  const size = useRowSize();
  const isQuiet = kind === 'quiet' || kind === 'ghost';
  return <Button kind={size === 'small' && isQuiet ? 'outline' : kind} size={size} {...rest} />;
}

/** Rows by declared columns: a table, or cards where none has room. */
export function DataRows<Item extends { id: number }>({
  asCards,
  ...props
}: DataRowsProps<Item> & { asCards: boolean }) {
  return (
    <RowSize value={asCards ? 'small' : 'row'}>
      {asCards ? <Cards {...props} /> : <Rows {...props} />}
    </RowSize>
  );
}

function Rows<Item extends { id: number }>(props: DataRowsProps<Item>) {
  const { label, rows, selection, isSelected, details, unfolded, failure, rowClassName, tall } = props;
  const columns = props.columns.filter(({ only }) => only !== 'card');
  const id = useId();
  // What is unfolded begins under the words it belongs to.
  const indent = columns[0]?.kind === 'heading' ? 0 : 1;
  const span = columns.length + (selection ? 1 : 0) + (details ? 1 : 0) - indent;

  function below(item: Item) {
    const failed = failure?.(item) ?? null;
    const open = details !== undefined && unfolded?.has(item.id);
    return (
      <>
        {failed !== null && (
          <Row className="bg-clay-tint hover:bg-clay-tint">
            {indent > 0 && <Cell className="h-0! p-0!" />}
            <Cell colSpan={span} className="py-1.5">
              {failed}
            </Cell>
          </Row>
        )}
        {open && (
          <Row id={`${id}-${item.id}`} className="hover:bg-transparent">
            {indent > 0 && <Cell className="h-0! p-0!" />}
            <Cell colSpan={span} className="pt-0.5 pb-3">
              <DetailFacts facts={details(item)} />
            </Cell>
          </Row>
        )}
      </>
    );
  }

  return (
    <Table label={label}>
      <thead>
        <tr>
          {selection && (
            <HeadCell className={selectCell}>
              <Checkbox
                size="console"
                aria-label="Select all"
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
          const open = unfolded?.has(item.id) ?? false;
          const failed = (failure?.(item) ?? null) !== null;
          return (
            <Fragment key={item.id}>
              <Row
                data-row={item.id}
                selected={selection?.has(item.id) ?? isSelected?.(item)}
                className={classNames(
                  // Below the heads and the bulk bar there is room for what the focus scrolls to.
                  selection ? '[&_:is(a,button,input)]:scroll-mt-24' : '[&_:is(a,button)]:scroll-mt-12',
                  isSelected?.(item) && '[&>:first-child]:shadow-[inset_4px_0_0_var(--spruce)]',
                  open && 'hover:bg-transparent',
                  (open || failed) && '[&>*]:border-b-0!',
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
              {(open || failed) && below(item)}
            </Fragment>
          );
        })}
      </tbody>
    </Table>
  );
}

const selectCell = 'w-10 ps-2! pe-1';

function Heads<Item>({ columns, hasDetails }: { columns: readonly Column<Item>[]; hasDetails: boolean }) {
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
      {hasDetails && <HeadCell align="end">Details</HeadCell>}
    </>
  );
}

function DataCell<Item>({
  column,
  item,
  tall,
}: {
  column: Column<Item>;
  item: Item;
  tall?: boolean | undefined;
}) {
  const { kind, cell, align, nowrap, quiet } = column;
  const isQuiet = typeof quiet === 'function' ? quiet(item) : quiet;
  return (
    <Cell
      align={kind === 'actions' ? 'end' : align}
      nowrap={nowrap}
      heading={kind === 'heading' && !isQuiet}
      quiet={isQuiet}
      className={cellClassName(column, tall)}
    >
      {kind === 'actions' ? (
        <span className="inline-flex gap-1">{cell(item, 'row')}</span>
      ) : (
        cell(item, 'row')
      )}
    </Cell>
  );
}

function cellClassName<Item>(
  { kind, buttons = 1, className, ...column }: Column<Item>,
  tall = false,
): string {
  const isActions = kind === 'actions';
  return classNames(
    tall && (isActions ? 'py-1.5 align-top' : 'py-2 align-top'),
    isActions && 'pe-2.5! whitespace-nowrap max-lg:[&_:is(a,button)_svg]:hidden',
    isActions && buttons > 2 && 'max-lg:[&_:is(a,button)]:px-1.5',
    shownBetween(column),
    className,
  );
}

function shownBetween(column: Pick<Column<never>, 'from' | 'until'>): string {
  return classNames(column.from && from[column.from], column.until && until[column.until]);
}

type BoxProps<Item> = { item: Item; selection: RowSelection<Item>; size: 'console' | 'page' };

function SelectBox<Item extends { id: number }>({ item, selection, size }: BoxProps<Item>) {
  return (
    <Checkbox
      size={size}
      aria-label={selection.label(item)}
      checked={selection.has(item.id)}
      onChange={(event) => selection.toggle(item.id, isRange(event))}
    />
  );
}

/** Whether Shift was held as a box was ticked, by the pointer or the space bar. */
function isRange({ nativeEvent }: ChangeEvent): boolean {
  return 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;
}

function DetailFacts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
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

function DetailsButton({ item: { id }, unfolded, controls }: DetailsButtonProps) {
  const open = unfolded?.has(id) ?? false;
  return (
    <Button
      kind="quiet"
      size={useRowSize()}
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      onClick={() => unfolded?.toggle(id)}
      className="gap-1"
    >
      Details
      <ChevronDown
        size={16}
        aria-hidden="true"
        className={`motion-safe:transition-transform motion-safe:duration-150 ${open ? 'rotate-180' : ''}`}
      />
    </Button>
  );
}

const cardLook = 'flex gap-3.5 border-t-[1.5px] border-line px-3.5 py-3.5';
const cardGrid =
  'grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] card:grid-cols-[minmax(0,1fr)_auto] card:items-center card:gap-x-4';

function Cards<Item extends { id: number }>(props: DataRowsProps<Item>) {
  const { label, rows, selection, isSelected, rowClassName } = props;
  return (
    <>
      {selection && <SelectAll selection={selection} />}
      <ul aria-label={label}>
        {rows.map((item) => (
          <li
            key={item.id}
            data-row={item.id}
            className={classNames(
              'relative',
              cardLook,
              // Above the link that fills the card, and high enough for a thumb.
              '[&_[data-person]]:relative [&_[data-person]]:z-1 [&_[data-person]]:-my-2.5 [&_[data-person]]:inline-block [&_[data-person]]:py-2.5',
              // Above the bulk bar.
              selection && '[&_:is(a,button,input)]:scroll-mb-24',
              (selection?.has(item.id) ?? isSelected?.(item))
                ? 'bg-spruce-tint'
                : 'has-[[data-fills-card]]:hover:bg-sunk',
              rowClassName?.(item),
            )}
          >
            {selection && (
              <span className="relative z-1 card:self-center">
                <SelectBox item={item} selection={selection} size="page" />
              </span>
            )}
            <CardContent {...props} item={item} />
          </li>
        ))}
      </ul>
    </>
  );
}

function CardContent<Item extends { id: number }>({
  columns,
  item,
  details,
  unfolded,
  failure,
}: DataRowsProps<Item> & { item: Item }) {
  const id = useId();
  const of = (kind: Kind) =>
    columns
      .filter((column) => column.only !== 'table' && (column.kind ?? 'fact') === kind)
      .map((column) => ({ ...column, shown: column.cell(item, 'card') }))
      .filter(({ shown }) => shown !== null && shown !== undefined && shown !== false);
  const [lead] = of('lead');
  const [heading] = of('heading');
  const facts = of('fact');
  const [actions] = of('actions');
  const failed = failure?.(item) ?? null;
  const open = unfolded?.has(item.id) ?? false;
  const lines = of('line').map(({ name, shown }) => (
    <div key={name} className="text-[0.9375rem] wrap-anywhere text-muted tabular">
      {shown}
    </div>
  ));
  return (
    <div className={cardGrid}>
      <div className="min-w-0">
        <div className={lead ? 'flex gap-2.5' : undefined}>
          {lead && <b className="w-13 shrink-0 text-base leading-[1.4] font-[650] tabular">{lead.shown}</b>}
          <div
            className={classNames(
              'flex min-w-0 flex-wrap items-center gap-y-1',
              lead ? 'gap-x-2.5' : 'justify-between gap-x-3 card:justify-start',
            )}
          >
            {heading && (
              <h2 className="min-w-0 font-text text-base leading-[1.4] font-[650] wrap-anywhere">
                {heading.shown}
              </h2>
            )}
            {of('text').map(({ name, shown }) => (
              <p key={name} className="text-base leading-[1.45] wrap-anywhere">
                {shown}
              </p>
            ))}
            {of('pill').map(({ name, shown }) => (
              <Fragment key={name}>{shown}</Fragment>
            ))}
          </div>
        </div>
        {details ? (
          <div className="flex items-center justify-between gap-x-3">
            <div className="min-w-0">{lines}</div>
            <span className="-me-2 -mb-2.5 shrink-0 [&_button]:min-h-11">
              <DetailsButton item={item} unfolded={unfolded} controls={id} />
            </span>
          </div>
        ) : (
          lines
        )}
      </div>
      {facts.length > 0 && (
        <dl className="mt-1 grid gap-x-4 gap-y-1.5 text-[0.9375rem] card:col-span-2 card:grid-cols-2">
          {facts.map(({ name, shown }) => (
            <div key={name}>
              <dt className="text-[0.8125rem] text-muted">{name}</dt>
              <dd className="whitespace-pre-line wrap-anywhere">{shown}</dd>
            </div>
          ))}
        </dl>
      )}
      {failed !== null && <div className="mt-1.5 text-[0.9375rem] card:col-span-2">{failed}</div>}
      {details && open && (
        <div id={id} className="pt-2 card:col-span-2">
          <DetailFacts facts={details(item)} />
        </div>
      )}
      {actions && (
        <div className={`card:col-start-2 card:row-start-1 ${actionsClassName(actions)}`}>
          {actions.shown}
        </div>
      )}
    </div>
  );
}

/** Buttons under a card, large enough for a thumb; beside its lines where there is room. */
function actionsClassName<Item>({ buttons = 1, mainLast }: Column<Item>): string {
  return classNames(
    // Above the link that fills the card.
    'relative z-1 mt-3 flex empty:hidden card:mt-0 [&_:is(a,button)]:min-h-11 [&_:is(a,button)]:whitespace-nowrap',
    buttons > 2
      ? 'flex-wrap gap-1 max-md:[&_svg]:hidden max-card:[&_button]:w-full max-card:[&_button]:px-1.5 max-card:[&>*]:flex-1 card:gap-2 card:[&_button]:px-2.5'
      : 'gap-2 [&_:is(a,button)]:px-3',
    buttons === 4 && 'max-card:[&>*]:basis-[45%]',
    buttons <= 2 &&
      (mainLast
        ? 'max-card:flex-row-reverse max-card:justify-end max-card:[&>:last-child]:flex-1'
        : 'max-card:[&>:first-child]:flex-1'),
  );
}

function SelectAll<Item>({ selection }: { selection: RowSelection<Item> }) {
  const id = useId();
  return (
    <div className="flex min-h-13 items-center justify-between gap-3 border-t-[1.5px] border-line bg-sunk px-3.5">
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center gap-3.5 font-semibold">
        <Checkbox
          id={id}
          size="page"
          checked={selection.extent === 'all'}
          indeterminate={selection.extent === 'some'}
          onChange={selection.toggleAll}
        />
        Select all
      </label>
      {selection.extent !== 'none' && (
        <Button kind="ghost" size="small" onClick={selection.clear} className="-me-4 card:hidden">
          Clear
        </Button>
      )}
    </div>
  );
}

type SkeletonProps<Item> = Pick<DataRowsProps<Item>, 'columns' | 'tall'> & {
  asCards: boolean;
  hasDetails?: boolean | undefined;
  hasSelection?: boolean | undefined;
  rows?: number | undefined;
};

// Words differ in length from row to row.
const widths = ['w-28', 'w-36', 'w-24', 'w-32'];
const sentences = ['w-64', 'w-80', 'w-56', 'w-72'];

/** The shape of such rows while they load. */
export function DataRowsSkeleton<Item>({ asCards, ...props }: SkeletonProps<Item>) {
  return <div aria-hidden="true">{asCards ? <CardShapes {...props} /> : <RowShapes {...props} />}</div>;
}

function RowShapes<Item>({
  hasDetails = false,
  hasSelection,
  tall,
  rows = 8,
  ...props
}: Omit<SkeletonProps<Item>, 'asCards'>) {
  const columns = props.columns.filter(({ only }) => only !== 'card');
  return (
    <Table label={loading}>
      <thead>
        <tr>
          {hasSelection && <HeadCell className={selectCell} />}
          <Heads columns={columns} hasDetails={hasDetails} />
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: rows }, (_, row) => (
          <Row key={row}>
            {hasSelection && (
              <Cell className={selectCell}>
                <SkeletonBox className="ms-[3px] h-4.5 w-[18px]" />
              </Cell>
            )}
            {columns.map((column) => (
              <Cell key={column.name} className={classNames(cellClassName(column), tall && 'h-15')}>
                <CellShape column={column} row={row} />
              </Cell>
            ))}
            {hasDetails && (
              <Cell className="w-px">
                <SkeletonBox className="ms-auto h-7 w-18" />
              </Cell>
            )}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function CellShape<Item>({
  column: { kind, align, buttons = 1 },
  row,
}: {
  column: Column<Item>;
  row: number;
}) {
  if (kind === 'actions') {
    return (
      <span className="flex justify-end gap-1">
        {Array.from({ length: buttons }, (_, button) => (
          <SkeletonBox key={button} className="h-7 w-18 rounded-console max-lg:w-14" />
        ))}
      </span>
    );
  }
  if (kind === 'pill') return <SkeletonBox shape="pill" className="w-18 max-w-full" />;
  const width =
    kind === 'text'
      ? sentences[row % 4]
      : kind === 'heading'
        ? widths[row % 4]
        : align === 'end'
          ? 'ms-auto w-8'
          : 'w-20';
  return <SkeletonBox className={`max-w-full ${width}`} />;
}

function CardShapes<Item>({ columns, hasSelection, rows = 5 }: Omit<SkeletonProps<Item>, 'asCards'>) {
  const shown = columns.filter(({ only }) => only !== 'table');
  const lines = shown.filter(({ kind = 'fact' }) => kind === 'line' || kind === 'fact');
  const hasButtons = shown.some(({ kind }) => kind === 'actions');
  return Array.from({ length: Math.min(rows, 5) }, (_, row) => (
    <div key={row} className={cardLook}>
      {hasSelection && <SkeletonBox shape="block" className="size-6 shrink-0 card:self-center" />}
      <div className="flex flex-1 flex-col gap-3 card:flex-row card:items-center">
        <div className="flex flex-1 flex-col gap-2.5">
          <SkeletonBox shape="block" className="w-2/5" />
          {lines.slice(0, 3).map(({ name }, line) => (
            <SkeletonBox key={name} className={['w-3/5', 'w-4/5', 'w-1/2'][line]} />
          ))}
        </div>
        {hasButtons && <SkeletonBox className="h-11 w-full rounded-control card:w-52" />}
      </div>
    </div>
  ));
}

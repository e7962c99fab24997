import type { ReactNode } from 'react';
import { loading } from '#words/site.ts';
import { ErrorBanner } from './ErrorBanner.tsx';
import { classNames } from './classNames.ts';
import { cardLook } from './DataCards.tsx';
import { cellClassName, type Column, type DataRowsProps, HeadCells, selectCell } from './DataRows.tsx';
import { SkeletonBox } from './Skeleton.tsx';
import { Cell, HeadCell, Row, Table } from './Table.tsx';

interface Page<Item> {
  items: readonly Item[];
  total: number;
  limit: number;
  offset: number;
}

/** The parts of a query that a list uses. */
interface ListQuery<Item> {
  data: Page<Item> | undefined;
  error: Error | null;
  isLoadingError: boolean;
  isFetching: boolean;
  isPlaceholderData: boolean;
  dataUpdatedAt: number;
  refetch: () => Promise<unknown>;
}

type ListStatesProps<Item> = {
  list: ListQuery<Item>;
  /** The error message if the list fails to load. */
  failure: (error: Error) => string;
  /** The action of Retry. By default it reloads the list. */
  onRetry?: (() => void) | undefined;
  bannerClassName: string;
  /** Shown while the rows load. */
  skeleton: ReactNode;
  /** Shown if there are no rows. */
  empty: ReactNode;
  children: (rows: readonly Item[]) => ReactNode;
};

/** A list in each of its states: failed, loading, empty, or with rows. */
export function ListStates<Item>(props: ListStatesProps<Item>) {
  const { list, failure, onRetry = () => void list.refetch(), bannerClassName } = props;
  const { skeleton, empty, children } = props;
  const rows = list.data?.items ?? [];
  const isEmpty = list.data?.total === 0;
  const isLoading = rows.length === 0 && !isEmpty && !list.isLoadingError;
  return (
    <>
      {list.error && (
        <ErrorBanner
          message={failure(list.error)}
          onRetry={onRetry}
          retrying={list.isFetching}
          className={bannerClassName}
        />
      )}
      {rows.length > 0 && (
        // While the next page loads, the previous one stays, dimmed.
        <div aria-busy={list.isPlaceholderData} className={list.isPlaceholderData ? 'opacity-60' : undefined}>
          {children(rows)}
        </div>
      )}
      {isEmpty && empty}
      {isLoading && (
        <div role="status">
          <span className="sr-only">{loading}</span>
          {skeleton}
        </div>
      )}
    </>
  );
}

type SkeletonProps<Item> = Pick<DataRowsProps<Item>, 'columns' | 'tall'> & {
  asCards: boolean;
  hasDetails?: boolean | undefined;
  hasSelection?: boolean | undefined;
  rows?: number | undefined;
};

// The widths differ from row to row, as those of words do.
const wordWidths = ['w-28', 'w-36', 'w-24', 'w-32'];
const sentenceWidths = ['w-64', 'w-80', 'w-56', 'w-72'];

/** Grey shapes of rows with these columns, while the rows load. */
export function DataRowsSkeleton<Item>({ asCards, ...props }: SkeletonProps<Item>) {
  return (
    <div aria-hidden="true">{asCards ? <CardsSkeleton {...props} /> : <TableSkeleton {...props} />}</div>
  );
}

function TableSkeleton<Item>({
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
          <HeadCells columns={columns} hasDetails={hasDetails} />
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: rows }, (_, row) => (
          <Row key={row}>
            {hasSelection && (
              <Cell className={selectCell}>
                <SkeletonBox shape="block" className="ms-[3px] w-[18px]" />
              </Cell>
            )}
            {columns.map((column) => (
              <Cell key={column.name} className={classNames(cellClassName(column), tall && 'h-15')}>
                <CellSkeleton column={column} row={row} />
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

function CellSkeleton<Item>({
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
          <SkeletonBox key={button} shape="free" className="h-7 w-18 rounded-console max-lg:w-14" />
        ))}
      </span>
    );
  }
  if (kind === 'pill') return <SkeletonBox shape="pill" className="w-18 max-w-full" />;
  return <SkeletonBox className={`max-w-full ${cellWidth(kind, align, row)}`} />;
}

function cellWidth(
  kind: Column<never>['kind'],
  align: Column<never>['align'],
  row: number,
): string | undefined {
  if (kind === 'text') return sentenceWidths[row % 4];
  if (kind === 'heading') return wordWidths[row % 4];
  return align === 'end' ? 'ms-auto w-8' : 'w-20';
}

function CardsSkeleton<Item>({ columns, hasSelection, rows = 5 }: Omit<SkeletonProps<Item>, 'asCards'>) {
  const cardColumns = columns.filter(({ only }) => only !== 'table');
  const lines = cardColumns.filter(({ kind = 'fact' }) => kind === 'line' || kind === 'fact');
  const hasButtons = cardColumns.some(({ kind }) => kind === 'actions');
  return Array.from({ length: Math.min(rows, 5) }, (_, row) => (
    <div key={row} className={cardLook}>
      {hasSelection && (
        <SkeletonBox shape="free" className="size-6 shrink-0 rounded-shelf card:self-center" />
      )}
      <div className="flex flex-1 flex-col gap-3 card:flex-row card:items-center">
        <div className="flex flex-1 flex-col gap-2.5">
          <SkeletonBox shape="block" className="w-2/5" />
          {lines.slice(0, 3).map(({ name }, line) => (
            <SkeletonBox key={name} className={['w-3/5', 'w-4/5', 'w-1/2'][line]} />
          ))}
        </div>
        {hasButtons && <SkeletonBox shape="free" className="h-11 w-full rounded-control card:w-52" />}
      </div>
    </div>
  ));
}

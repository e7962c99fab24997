import { type ComponentProps, type ReactNode, useState } from 'react';
import { DataRows, type DataRowsProps, DataRowsSkeleton, type Unfolded } from '#web/ui/DataRows.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { count } from '#web/ui/Pager.tsx';
import { TableCard, TableTitle } from '#web/ui/Table.tsx';
import { UpdatedAgo } from '#web/ui/UpdatedAgo.tsx';
import { ListPager } from './ListPager.tsx';
import { useAsCards } from './useAsCards.ts';
import { useRowKeys, type RowActions } from './useRowKeys.ts';

interface Page<Item> {
  items: readonly Item[];
  total: number;
  limit: number;
  offset: number;
}

/** As much of a query as a list shows. */
export interface ListQuery<Item> {
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
  /** What the list says when it fails to load. */
  failure: (error: Error) => string;
  /** Loads again what else has failed with the list. */
  onRetry?: (() => void) | undefined;
  bannerClassName: string;
  /** The rows' shape while they load. */
  skeleton: ReactNode;
  /** Why there are none, and the next step. */
  empty: ReactNode;
  children: (rows: readonly Item[]) => ReactNode;
};

/** A list that failed and a way to try again, its shape, its rows, or why there are none. */
export function ListStates<Item>(props: ListStatesProps<Item>) {
  const { list, failure, onRetry = () => void list.refetch(), bannerClassName } = props;
  const { skeleton, empty, children } = props;
  const rows = list.data?.items ?? [];
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
      {rows.length > 0 ? (
        // While the next page loads, the last one stands here and looks it.
        <div aria-busy={list.isPlaceholderData} className={list.isPlaceholderData ? 'opacity-60' : undefined}>
          {children(rows)}
        </div>
      ) : (
        !list.isLoadingError &&
        (list.data?.total === 0 ? (
          empty
        ) : (
          <div role="status">
            <span className="sr-only">Loading…</span>
            {skeleton}
          </div>
        ))
      )}
    </>
  );
}

type DataListProps<Item> = Omit<DataRowsProps<Item>, 'rows' | 'unfolded' | 'label'> &
  Pick<ListStatesProps<Item>, 'list' | 'failure' | 'onRetry' | 'empty'> & {
    title: string;
    /** The name of the table, if not the title. */
    label?: string | undefined;
    /** None where the list comes whole. */
    address?: ComponentProps<typeof ListPager>['address'] | undefined;
    /** After the title: filters, and what is done to the list. */
    toolbar?: ReactNode;
    /** Above the rows. */
    notice?: ReactNode;
    /** What single keys do to a row. Enter unfolds its details, where it has some. */
    keys?: RowActions<Item> | undefined;
    /** What is done to the ticked rows: above a table, below cards. */
    bulk?: ((asCards: boolean) => ReactNode) | undefined;
    skeletonRows?: number | undefined;
  };

/** A list of the console: title, toolbar, rows as a table or as cards, pages and all states. */
export function DataList<Item extends { id: number }>({
  title,
  label = title,
  list,
  address,
  toolbar,
  notice,
  keys,
  bulk,
  skeletonRows,
  empty,
  failure,
  onRetry,
  ...rows
}: DataListProps<Item>) {
  const asCards = useAsCards();
  const unfolded = useUnfolded();
  const page = list.data;
  useRowKeys<Item>({
    onOpen: rows.details && (({ id }) => unfolded.toggle(id)),
    ...keys,
    rows: page?.items ?? [],
  });
  const bulkBar = bulk?.(asCards);
  return (
    <>
      <TableCard
        toolbar={
          <>
            <TableTitle count={page && count(page.total)}>{title}</TableTitle>
            {toolbar}
          </>
        }
        footer={
          page && page.total > 0 && address ? (
            <>
              <ListPager page={page} address={address} />
              {!list.isPlaceholderData && <UpdatedAgo at={list.dataUpdatedAt} />}
            </>
          ) : undefined
        }
      >
        <ListStates
          list={list}
          failure={failure}
          onRetry={onRetry}
          bannerClassName="mx-3.5 mb-3.5"
          skeleton={
            <DataRowsSkeleton
              asCards={asCards}
              columns={rows.columns}
              tall={rows.tall}
              hasDetails={rows.details !== undefined}
              hasSelection={rows.selection !== undefined}
              rows={skeletonRows}
            />
          }
          empty={<div className="border-t-[1.5px] border-line py-4">{empty}</div>}
        >
          {(items) => (
            <div className={bulkBar && !asCards ? 'lg:[--table-head-top:52px]' : undefined}>
              {!asCards && bulkBar}
              {notice}
              <DataRows {...rows} label={label} rows={items} unfolded={unfolded} asCards={asCards} />
            </div>
          )}
        </ListStates>
      </TableCard>
      {asCards && bulkBar}
    </>
  );
}

/** Which rows show their details. They stay open while the list is loaded again. */
function useUnfolded(): Unfolded {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  return {
    has: (id) => ids.has(id),
    toggle: (id) =>
      setIds((open) => new Set(open.has(id) ? [...open].filter((other) => other !== id) : [...open, id])),
  };
}

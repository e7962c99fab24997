import type { ComponentProps, ReactNode } from 'react';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { count } from '#web/ui/Pager.tsx';
import { TableCard, TableTitle } from '#web/ui/Table.tsx';
import { UpdatedAgo } from '#web/ui/UpdatedAgo.tsx';
import { useAsCards } from './useAsCards.ts';
import { ListPager } from './ListPager.tsx';
import { useRowKeys, type RowActions } from './useRowKeys.ts';

interface Page<Item> {
  items: readonly Item[];
  total: number;
  limit: number;
  offset: number;
}

/** As much of a query as a list shows. */
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
  /** What the list says when it fails to load. */
  failure: (error: Error) => string;
  /** What else has failed with the list is loaded anew with it. */
  onRetry?: (() => void) | undefined;
  bannerClassName: string;
  /** The rows' shape while they load. */
  skeleton: ReactNode;
  /** Why there are none, and the next step. */
  empty: ReactNode;
  children: (rows: readonly Item[]) => ReactNode;
};

/** What a list has to show: that it failed and a way to try again, its shape, its rows, or why there are none. */
function ListStates<Item>(props: ListStatesProps<Item>) {
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
        // What stands here while the next page is on its way is the last one, and looks it.
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

type Address = ComponentProps<typeof ListPager>['address'];

type ListCardProps<Item> = Omit<ListStatesProps<Item>, 'bannerClassName' | 'skeleton' | 'children'> & {
  title: string;
  /** None where the list comes whole. */
  address?: Address | undefined;
  /** After the title: filters, and what is done to the list. */
  toolbar?: ReactNode;
  skeletons: { table: ReactNode; cards: ReactNode };
  /** What single keys do to a row. */
  keys?: RowActions<Item> | undefined;
  /** The rows, as a table or as cards. */
  children: (rows: readonly Item[], asCards: boolean) => ReactNode;
};

/** A list of the console with its title, toolbar, pages and states. */
export function ListCard<Item extends { id: number }>(props: ListCardProps<Item>) {
  const { title, address, toolbar, skeletons, keys, empty, children, ...states } = props;
  const asCards = useAsCards();
  const page = states.list.data;
  useRowKeys({ ...keys, rows: page?.items ?? [] });
  return (
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
            {!states.list.isPlaceholderData && <UpdatedAgo at={states.list.dataUpdatedAt} />}
          </>
        ) : undefined
      }
    >
      <ListStates
        {...states}
        bannerClassName="mx-3.5 mb-3.5"
        skeleton={asCards ? skeletons.cards : skeletons.table}
        empty={<div className="border-t-[1.5px] border-line py-4">{empty}</div>}
      >
        {(rows) => children(rows, asCards)}
      </ListStates>
    </TableCard>
  );
}

type ListPanelProps<Item> = Omit<ListStatesProps<Item>, 'bannerClassName'> & { address: Address };

/** The same without a card around it, where each row is a card of its own. */
export function ListPanel<Item>({ address, empty, ...states }: ListPanelProps<Item>) {
  const page = states.list.data;
  return (
    <>
      <ListStates {...states} bannerClassName="mb-4" empty={<div className="py-4">{empty}</div>} />
      {page && page.total > page.limit && (
        <div className="mt-5 text-muted">
          <ListPager page={page} address={address} />
        </div>
      )}
    </>
  );
}

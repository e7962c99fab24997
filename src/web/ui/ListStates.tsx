import type { ReactNode } from 'react';
import { loading } from '#words/site.ts';
import { ErrorBanner } from './ErrorBanner.tsx';

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
            <span className="sr-only">{loading}</span>
            {skeleton}
          </div>
        ))
      )}
    </>
  );
}

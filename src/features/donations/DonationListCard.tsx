import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { ListPager } from '#web/console/ListPager.tsx';
import { useRowKeys, type RowActions } from '#web/console/useRowKeys.ts';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { TableCard, TableTitle } from '#web/ui/Table.tsx';
import { UpdatedAgo } from '#web/ui/UpdatedAgo.tsx';
import { PHONE, useMediaQuery } from '#web/ui/useMediaQuery.ts';
import { DonationCardsSkeleton } from './DonationCard.tsx';

interface Page<Row> {
  items: readonly Row[];
  total: number;
  limit: number;
  offset: number;
}

type DonationListCardProps<Row> = {
  title: string;
  list: UseQueryResult<Page<Row>>;
  address: ComponentProps<typeof ListPager>['address'];
  /** What the list says when it fails to load. */
  failure: (error: Error) => string;
  /** At the end of the toolbar. */
  filters?: ReactNode;
  tableSkeleton: ReactNode;
  empty: ReactNode;
  /** What single keys do to a row. */
  keys: RowActions<Row>;
  /** The rows, as a table or, on a phone, as cards. */
  children: (rows: readonly Row[], phone: boolean) => ReactNode;
};

/** A list of donations with its title, filters, pages and states. */
export function DonationListCard<Row extends { id: number }>(props: DonationListCardProps<Row>) {
  const { title, list, address, failure, filters, tableSkeleton, empty, keys, children } = props;
  const phone = useMediaQuery(PHONE);
  const page = list.data;
  useRowKeys({ ...keys, rows: page?.items ?? [] });
  return (
    <TableCard
      toolbar={
        <>
          <TableTitle count={page?.total}>{title}</TableTitle>
          {filters}
        </>
      }
      footer={
        page && page.total > 0 ? (
          <>
            <ListPager page={page} address={address} />
            <UpdatedAgo at={list.dataUpdatedAt} />
          </>
        ) : undefined
      }
    >
      {list.isError && (
        <ErrorBanner
          message={failure(list.error)}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
          className="mx-3.5 mb-3.5"
        />
      )}
      {list.isPending && (
        <div role="status">
          <span className="sr-only">Loading…</span>
          {phone ? <DonationCardsSkeleton /> : tableSkeleton}
        </div>
      )}
      {page && page.items.length > 0 && (
        // What stands here while the next page is on its way is the last one, and looks it.
        <div aria-busy={list.isPlaceholderData} className={list.isPlaceholderData ? 'opacity-60' : undefined}>
          {children(page.items, phone)}
        </div>
      )}
      {page?.total === 0 && empty}
    </TableCard>
  );
}

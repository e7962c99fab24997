import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Bag } from '#web/art/Bag.tsx';
import { ListPager } from '#web/console/ListPager.tsx';
import { useListAddress } from '#web/console/useListAddress.ts';
import { useRowKeys } from '#web/console/useRowKeys.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/classNames.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { TableCard, TableTitle } from '#web/ui/Table.tsx';
import { UpdatedAgo } from '#web/ui/UpdatedAgo.tsx';
import { PHONE, useMediaQuery } from '#web/ui/useMediaQuery.ts';
import { BulkBar, PhoneBulkBar } from './BulkBar.tsx';
import { useConfirmDonation, useConfirmDonations, useUndoLastConfirmation } from './decisions.ts';
import { useOpenDonation } from './donationAddress.ts';
import type { ListedDonation } from './listedDonation.ts';
import { PendingCards, PendingCardsSkeleton } from './PendingCards.tsx';
import { PendingTable, PendingTableSkeleton } from './PendingTable.tsx';
import { RejectDialog } from './RejectDialog.tsx';
import { SummaryStrip } from './SummaryStrip.tsx';
import { useAdminSummary } from './useAdminSummary.ts';
import { usePendingDonations } from './usePendingDonations.ts';
import { useSelection } from './useSelection.ts';

const noFilters = {};

const noDonations: readonly ListedDonation[] = [];

export function PendingTab() {
  const address = useListAddress(noFilters);
  const summary = useAdminSummary();
  const list = usePendingDonations(address.query);
  const phone = useMediaQuery(PHONE);
  const [rejecting, setRejecting] = useState<ListedDonation | null>(null);
  const confirm = useConfirmDonation({ showsFailure: false });
  const confirmSelected = useConfirmDonations();

  const page = list.data;
  const donations = page?.items ?? noDonations;
  const selection = useSelection(donations);
  const bulk = {
    donations: selection.items,
    onClear: selection.clear,
    onConfirm: () => confirmSelected.mutate({ donations: selection.items }, { onSuccess: selection.clear }),
  };
  const someSelected = selection.items.length > 0;
  const List = phone ? PendingCards : PendingTable;

  useRowKeys({
    rows: donations,
    onOpen: useOpenDonation(),
    onSelect: ({ id }) => selection.toggle(id),
    onConfirm: (donation) => confirm.mutate({ donation }),
    onConfirmSelected: someSelected ? bulk.onConfirm : undefined,
    onReject: setRejecting,
  });

  return (
    <>
      {!summary.isLoadingError && <SummaryStrip />}
      <TableCard
        toolbar={<Toolbar count={page?.total} />}
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
            message="Failed to load dashboard."
            onRetry={() => void Promise.all([list.refetch(), summary.refetch()])}
            retrying={list.isFetching}
            className="mx-3.5 mb-3.5"
          />
        )}
        {donations.length > 0 ? (
          <div
            aria-busy={list.isPlaceholderData}
            className={classNames(
              someSelected && 'lg:[--table-head-top:52px]',
              // The page before, until the one asked for is here.
              list.isPlaceholderData && 'opacity-60',
            )}
          >
            {someSelected && !phone && <BulkBar {...bulk} />}
            <List
              donations={donations}
              selection={selection}
              onConfirm={(donation) => confirm.mutate({ donation })}
              onReject={setRejecting}
            />
          </div>
        ) : (
          !list.isLoadingError && <NoRows phone={phone} more={page?.total !== 0} onRefresh={list.refetch} />
        )}
      </TableCard>
      {someSelected && phone && <PhoneBulkBar {...bulk} />}
      {rejecting && <RejectDialog donation={rejecting} onClose={() => setRejecting(null)} />}
    </>
  );
}

function Toolbar({ count }: { count: number | undefined }) {
  const undo = useUndoLastConfirmation();
  return (
    <>
      <TableTitle count={count}>Pending donations</TableTitle>
      <Button
        kind="ghost"
        size="console"
        icon={Undo2}
        pending={undo.isPending}
        pendingLabel="Undoing…"
        onClick={() => undo.mutate()}
        className="ms-auto max-sm:-me-2 max-sm:min-h-11 max-sm:px-2"
      >
        <span>
          Undo<span className="max-sm:sr-only"> last confirmation</span>
        </span>
      </Button>
    </>
  );
}

type NoRowsProps = {
  phone: boolean;
  /** There are pending donations, but they are not here yet. */
  more: boolean;
  onRefresh: () => Promise<unknown>;
};

function NoRows({ phone, more, onRefresh }: NoRowsProps) {
  if (more) {
    return (
      <div role="status">
        <span className="sr-only">Loading…</span>
        {phone ? <PendingCardsSkeleton /> : <PendingTableSkeleton />}
      </div>
    );
  }
  return (
    <EmptyState
      object={Bag}
      title="No pending donations 🎉"
      text="Every donation has its answer. New ones appear here as donors log them."
      action={
        <Button kind="outline" size="small" onClick={() => void onRefresh()}>
          Look again
        </Button>
      }
      className="border-t-[1.5px] border-line py-10"
    />
  );
}

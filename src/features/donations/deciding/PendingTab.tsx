import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { Bag } from '#web/art/Bag.tsx';
import { CardsSkeleton } from '#web/console/CardRow.tsx';
import { ListCard } from '#web/console/ListCard.tsx';
import { useListAddress } from '#web/console/useListAddress.ts';
import { Button } from '#web/ui/Button.tsx';
import { TableSkeleton } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { useAsCards } from '#web/console/useAsCards.ts';
import { BulkBar, BottomBulkBar } from './BulkBar.tsx';
import {
  useConfirmDonation,
  useConfirmDonations,
  useLastConfirmation,
  useUndoLastConfirmation,
} from './decisions.ts';
import { confirmationTitle } from './decisionWords.ts';
import { useOpenDonation } from '#web/console/donationAddress.ts';
import type { ListedDonation } from '#features/donations/listedDonation.ts';
import { PendingCards } from './PendingCards.tsx';
import { pendingColumns, PendingTable } from './PendingTable.tsx';
import { RejectDialog } from './RejectDialog.tsx';
import { SummaryStrip } from './SummaryStrip.tsx';
import { useAdminSummary } from './useAdminSummary.ts';
import { usePendingDonations } from './usePendingDonations.ts';
import { useSelection } from './useSelection.ts';

const noFilters = {};

const loadFailed = 'Failed to load dashboard.';

const noDonations: readonly ListedDonation[] = [];

export function PendingTab() {
  const address = useListAddress(noFilters);
  const summary = useAdminSummary();
  const list = usePendingDonations(address.query);
  const asCards = useAsCards();
  const [rejecting, setRejecting] = useState<ListedDonation | null>(null);
  const confirm = useConfirmDonation({ showsFailure: false });
  const confirmSelected = useConfirmDonations();
  const open = useOpenDonation();

  const donations = list.data?.items ?? noDonations;
  const selection = useSelection(donations);
  const bulk = {
    donations: selection.items,
    onClear: selection.clear,
    onConfirm: () => confirmSelected.mutate({ donations: selection.items }, { onSuccess: selection.clear }),
  };
  const someSelected = selection.items.length > 0;

  return (
    <>
      {/* Where the list failed, too, its banner is for both. */}
      {summary.error && !list.error && (
        <ErrorBanner
          message={loadFailed}
          detail={`The figures and bins ${summary.data ? 'below are from before' : 'could not be loaded'}.`}
          onRetry={() => void summary.refetch()}
          retrying={summary.isFetching}
        />
      )}
      {!summary.isLoadingError && <SummaryStrip />}
      <ListCard
        title="Pending donations"
        list={list}
        address={address}
        keys={{
          onOpen: open,
          onSelect: ({ id }) => selection.toggle(id),
          onConfirm: (donation) => confirm.mutate({ donation }),
          onConfirmSelected: someSelected ? bulk.onConfirm : undefined,
          onReject: setRejecting,
        }}
        failure={() => loadFailed}
        onRetry={() => void Promise.all([list.refetch(), summary.refetch()])}
        toolbar={<UndoButton />}
        skeletons={{
          table: <TableSkeleton columns={pendingColumns()} />,
          cards: (
            <CardsSkeleton
              lines={['w-3/5', 'w-1/2']}
              start={<SkeletonBox shape="block" className="size-6 shrink-0 card:self-center" />}
              buttons
            />
          ),
        }}
        empty={
          <EmptyState
            object={Bag}
            title="No pending donations 🎉"
            text="Every donation has its answer. New ones appear here as donors log them."
            action={
              <Button kind="outline" size="small" onClick={() => void list.refetch()}>
                Look again
              </Button>
            }
          />
        }
      >
        {() => {
          const List = asCards ? PendingCards : PendingTable;
          return (
            <div className={someSelected ? 'lg:[--table-head-top:52px]' : undefined}>
              {someSelected && !asCards && <BulkBar {...bulk} />}
              <List
                donations={donations}
                selection={selection}
                onConfirm={(donation) => confirm.mutate({ donation })}
                onReject={setRejecting}
              />
            </div>
          );
        }}
      </ListCard>
      {someSelected && asCards && <BottomBulkBar {...bulk} />}
      {rejecting && <RejectDialog donation={rejecting} onClose={() => setRejecting(null)} />}
    </>
  );
}

function UndoButton() {
  const { undo, isPending } = useUndoLastConfirmation();
  const last = useLastConfirmation();
  const { timeZone } = useSiteInfo();
  return (
    <Button
      kind="ghost"
      size="console"
      icon={Undo2}
      pending={isPending}
      pendingLabel="Undoing…"
      disabledReason={last === null ? 'You have confirmed nothing since you signed in today.' : undefined}
      onClick={() => undo()}
      className="ms-auto max-md:-me-2 max-md:min-h-11 max-md:px-2"
    >
      <span>
        Undo
        <span className="max-lg:sr-only">
          {last ? `: ${confirmationTitle(last, timeZone)}` : ' last confirmation'}
        </span>
      </span>
    </Button>
  );
}

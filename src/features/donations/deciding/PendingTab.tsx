import { ArrowDown, ArrowUp, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { Bag } from '#web/art/Bag.tsx';
import { CardsSkeleton } from '#web/console/CardRow.tsx';
import { ListCard } from '#web/console/ListCard.tsx';
import { anyText, oneOf, useListAddress, type ListAddress } from '#web/console/useListAddress.ts';
import { Button } from '#web/ui/Button.tsx';
import { TableSkeleton } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterBar, SearchBox } from '#web/ui/FilterBar.tsx';
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
import { MOST_AT_ONCE } from './contract.ts';
import { undoLabel } from './decisionWords.ts';
import { useOpenDonation } from '#web/console/donationAddress.ts';
import type { ListedDonation } from '#features/donations/listedDonation.ts';
import { PendingCards } from './PendingCards.tsx';
import type { PendingOrder } from './pendingList.ts';
import { pendingColumns, PendingTable } from './PendingTable.tsx';
import { ProcessButton } from './ProcessButton.tsx';
import { RejectDialog } from './RejectDialog.tsx';
import { SummaryStrip } from './SummaryStrip.tsx';
import { useAdminSummary } from './useAdminSummary.ts';
import { useEveryPendingDonation, usePendingDonations } from './usePendingDonations.ts';
import { useSelection } from './useSelection.ts';

// The oldest first: whoever has waited longest is next.
const filters = { q: anyText, sort: oneOf(['oldest', 'newest']) };

type Address = ListAddress<typeof filters>;

const loadFailed = 'Failed to load dashboard.';

const noDonations: readonly ListedDonation[] = [];

export function PendingTab() {
  const address = useListAddress(filters);
  const summary = useAdminSummary();
  const list = usePendingDonations(address.query);
  const asCards = useAsCards();
  const [rejecting, setRejecting] = useState<ListedDonation | null>(null);
  const confirm = useConfirmDonation({ showsFailure: false });
  const confirmSelected = useConfirmDonations();
  const open = useOpenDonation();

  const donations = list.data?.items ?? noDonations;
  const { q, sort, offset } = address.query;
  const selection = useSelection(donations, q, list.isPlaceholderData ? null : { sort, offset });
  const selectAll = useEveryPendingDonation((found, search) => {
    if (search.q === q) selection.add(found);
  });
  const bulk = {
    donations: selection.items,
    total: list.data?.total ?? 0,
    selecting: selectAll.isPending,
    onSelectAll: () => selectAll.mutate({ q, sort }),
    onClear: selection.clear,
    onConfirm: () => {
      const sent = selection.items.slice(0, MOST_AT_ONCE);
      // At once, so that a second press confirms nothing twice.
      selection.drop(sent);
      confirmSelected.mutate({ donations: sent }, { onError: () => selection.add(sent) });
    },
    confirmButton: useRef<HTMLButtonElement>(null),
  };

  /** By one key what is on show; what nobody sees wants a second one, on the button that says how much it is. */
  function confirmByKey() {
    const areShown = selection.items.every(({ id }) => donations.some((donation) => donation.id === id));
    if (areShown) bulk.onConfirm();
    else bulk.confirmButton.current?.focus();
  }

  function turnRound() {
    address.set({ sort: sort === 'oldest' ? 'newest' : 'oldest' });
  }

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
          onConfirmSelected: someSelected ? confirmByKey : undefined,
          onReject: setRejecting,
        }}
        failure={() => loadFailed}
        onRetry={() => void Promise.all([list.refetch(), summary.refetch()])}
        toolbar={
          <FilterBar label="Pending donations" className="max-lg:w-full">
            <SearchBox
              label="Search pending donations"
              placeholder="Name, ID or place"
              value={address.filters.q}
              onChange={(text) => address.type('q', text)}
              className="max-sm:basis-full! sm:max-lg:flex-1 lg:w-64"
            />
            {asCards && <OrderButton sort={sort} onSort={turnRound} />}
            <UndoButton />
            <ProcessButton isSearching={q !== ''} />
          </FilterBar>
        }
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
        empty={<NoDonations address={address} onRefresh={list.refetch} />}
      >
        {() => {
          const List = asCards ? PendingCards : PendingTable;
          return (
            <div className={someSelected ? 'lg:[--table-head-top:52px]' : undefined}>
              {someSelected && !asCards && <BulkBar {...bulk} />}
              <List
                donations={donations}
                selection={selection}
                sort={sort}
                onSort={turnRound}
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

/** The order of cards, which have no heads. */
function OrderButton({ sort, onSort }: { sort: PendingOrder; onSort: () => void }) {
  return (
    <Button
      kind="ghost"
      size="console"
      icon={sort === 'oldest' ? ArrowUp : ArrowDown}
      onClick={onSort}
      className="min-h-11"
    >
      {sort === 'oldest' ? 'Oldest first' : 'Newest first'}
    </Button>
  );
}

function NoDonations({ address, onRefresh }: { address: Address; onRefresh: () => Promise<unknown> }) {
  if (address.filters.q !== '') {
    return (
      <EmptyState
        object={Bag}
        title="No results."
        text="No pending donation mentions that."
        action={
          <Button kind="outline" size="small" onClick={() => address.set({ q: '' })}>
            Clear search
          </Button>
        }
      />
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
    />
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
      onClick={() => undo()}
      className="max-md:-me-2 max-md:min-h-11 max-md:px-2"
    >
      <span>
        Undo<span className="max-lg:sr-only"> last confirmation</span>
        {last && <span className="max-lg:sr-only font-normal text-muted">: {undoLabel(last, timeZone)}</span>}
      </span>
    </Button>
  );
}

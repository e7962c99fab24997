import { ArrowDown, ArrowUp, Check, Undo2, X } from 'lucide-react';
import { type MouseEvent, useRef, useState } from 'react';
import {
  dateColumn,
  decideColumn,
  donorColumns,
  locationColumn,
  photoColumn,
  separatePlaceColumns,
  weightColumn,
} from './donationColumns.tsx';
import { donorName, type ListedDonation } from './listedDonation.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { Bag } from '#web/art/Bag.tsx';
import { DataList } from '#web/console/DataList.tsx';
import { useAsCards } from '#web/console/useAsCards.ts';
import { useOpenDonation } from '#web/console/donationAddress.ts';
import { anyText, type ListAddress, oneOf, useListAddress } from '#web/console/useListAddress.ts';
import { Button } from '#web/ui/Button.tsx';
import { type Column, RowButton } from '#web/ui/DataRows.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { FilterBar, SearchBox } from '#web/ui/FilterBar.tsx';
import { formatDay } from '#words/formats.ts';
import { BottomBulkBar, BulkBar } from './BulkBar.tsx';
import { MAX_CONFIRMED_AT_ONCE } from './contract.ts';
import {
  useConfirmDonation,
  useConfirmDonations,
  useLastConfirmation,
  useUndoLastConfirmation,
} from './decisions.ts';
import { undoLabel } from './decisionWords.ts';
import { focusNextRow } from '#web/ui/rowFocus.ts';
import { RejectDialog } from './RejectAndReopen.tsx';
import { SummaryStrip } from './SummaryStrip.tsx';
import { useAdminSummary, useLoadAllPending, usePendingDonations } from './pendingDonations.ts';
import { useSelection } from './useSelection.ts';

// The first sort order is the default: the donor who has waited longest comes first.
const filters = { q: anyText, sort: oneOf(['oldest', 'newest']) };

type Address = ListAddress<typeof filters>;

const loadFailedMessage = 'Failed to load dashboard.';

const noItems: readonly ListedDonation[] = [];

type PendingColumnsOptions = {
  isSelected: (donation: ListedDonation) => boolean;
  sort: Address['filters']['sort'];
  onSort: () => void;
  onConfirm: (donation: ListedDonation) => void;
  onReject: (donation: ListedDonation) => void;
};

const pendingColumns = ({
  isSelected,
  sort,
  onSort,
  onConfirm,
  onReject,
}: PendingColumnsOptions): Column<ListedDonation>[] => [
  ...donorColumns({ isSelected }),
  weightColumn({ isSelected }),
  {
    ...dateColumn,
    head: (
      <button
        type="button"
        title={`Show ${sort === 'oldest' ? 'newest' : 'oldest'} first`}
        onClick={onSort}
        className="-mx-1 min-h-8 cursor-pointer rounded-console px-1 hover:text-ink"
      >
        Date
      </button>
    ),
    sort: sort === 'oldest' ? 'ascending' : 'descending',
  },
  { ...locationColumn, until: 'full' },
  ...separatePlaceColumns,
  photoColumn,
  decideColumn((donation) => (
    <>
      <RowButton kind="clayGhost" icon={X} onClick={() => onReject(donation)}>
        Reject
      </RowButton>
      <RowButton
        kind="outline"
        icon={Check}
        onClick={(event) => confirmOnce(event, () => onConfirm(donation))}
      >
        Confirm
      </RowButton>
    </>
  )),
];

/** Confirms a row unless the click is the second one of a double click, which would hit the next row. */
function confirmOnce(event: MouseEvent<HTMLButtonElement>, confirm: () => void): void {
  if (event.detail > 1) return;
  focusNextRow(event.currentTarget);
  confirm();
}

export function PendingTab() {
  const address = useListAddress(filters);
  const summary = useAdminSummary();
  const list = usePendingDonations(address.query);
  const showsCards = useAsCards();
  const [donationToReject, setDonationToReject] = useState<ListedDonation | null>(null);
  const confirm = useConfirmDonation({ callerShowsFailure: false });
  const onConfirm = (donation: ListedDonation) => confirm.mutate({ donation });
  const confirmSelected = useConfirmDonations();
  const openDonation = useOpenDonation();

  const donations = list.data?.items ?? noItems;
  const { q, sort, offset } = address.query;
  const selection = useSelection(donations, q, list.isPlaceholderData ? null : { sort, offset });
  const selectAll = useLoadAllPending();
  const confirmButton = useRef<HTMLButtonElement>(null);
  const bulkBarProps = {
    selected: selection.items,
    selectAll: {
      total: list.data?.total ?? 0,
      isPending: selectAll.isPending,
      onPress: () => selectAll.mutate({ q, sort }, { onSuccess: selection.add }),
    },
    onClear: selection.clear,
    onConfirm: () => {
      const batch = selection.items.slice(0, MAX_CONFIRMED_AT_ONCE);
      // Deselected before the answer, so that a second press confirms nothing twice.
      selection.drop(batch);
      confirmSelected.mutate({ donations: batch }, { onError: () => selection.add(batch) });
    },
    confirmButton,
  };

  /** Confirms by key if all selected rows are visible. Otherwise it focuses the button that shows their number. */
  function confirmByKey() {
    const shownIds = new Set(donations.map(({ id }) => id));
    if (selection.items.every(({ id }) => shownIds.has(id))) bulkBarProps.onConfirm();
    else confirmButton.current?.focus();
  }

  function reverseOrder() {
    address.set({ sort: sort === 'oldest' ? 'newest' : 'oldest' });
  }

  const hasSelection = selection.items.length > 0;

  return (
    <>
      {/* If the list failed too, its banner covers both. */}
      {summary.error && !list.error && (
        <ErrorBanner
          message={loadFailedMessage}
          detail={`The figures and bins ${summary.data ? 'below are out of date' : 'could not be loaded'}.`}
          onRetry={() => void summary.refetch()}
          retrying={summary.isFetching}
        />
      )}
      {!summary.isLoadingError && <SummaryStrip />}
      <DataList
        title="Pending donations"
        list={list}
        address={address}
        columns={pendingColumns({
          isSelected: ({ id }) => selection.has(id),
          sort,
          onSort: reverseOrder,
          onConfirm,
          onReject: setDonationToReject,
        })}
        selection={{
          ...selection,
          label: (donation) => `Select ${donorName(donation)}, ${formatDay(donation.date)}`,
        }}
        bulk={
          hasSelection
            ? { above: <BulkBar {...bulkBarProps} />, below: <BottomBulkBar {...bulkBarProps} /> }
            : undefined
        }
        keys={{
          onOpen: openDonation,
          onSelect: ({ id }) => selection.toggle(id),
          onConfirm,
          onConfirmSelected: hasSelection ? confirmByKey : undefined,
          onReject: setDonationToReject,
        }}
        failure={() => loadFailedMessage}
        onRetry={() => void Promise.all([list.refetch(), summary.refetch()])}
        toolbar={
          <FilterBar label="Pending donations" className="max-lg:w-full">
            <SearchBox
              label="Search pending donations"
              placeholder="Name, ID or place"
              value={address.filters.q}
              onChange={(text) => address.typeInto('q', text)}
              className="max-sm:basis-full! sm:max-lg:flex-1 lg:w-64"
            />
            {showsCards && <OrderButton sort={sort} onSort={reverseOrder} />}
            <UndoButton />
          </FilterBar>
        }
        empty={<EmptyList address={address} onRefresh={list.refetch} />}
      />
      {donationToReject && (
        <RejectDialog donation={donationToReject} onClose={() => setDonationToReject(null)} />
      )}
    </>
  );
}

/** Reverses the order of the cards, which have no column heads to sort by. */
function OrderButton({ sort, onSort }: { sort: PendingColumnsOptions['sort']; onSort: () => void }) {
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

function EmptyList({ address, onRefresh }: { address: Address; onRefresh: () => Promise<unknown> }) {
  const isSearched = address.filters.q !== '';
  return (
    <EmptyState
      object={Bag}
      title={isSearched ? 'No results.' : 'No pending donations 🎉'}
      text={
        isSearched
          ? 'No pending donation mentions that.'
          : 'Every donation is confirmed or rejected. New ones appear here as donors log them.'
      }
      action={
        <Button
          kind="outline"
          size="small"
          onClick={() => (isSearched ? address.set({ q: '' }) : void onRefresh())}
        >
          {isSearched ? 'Clear search' : 'Look again'}
        </Button>
      }
    />
  );
}

function UndoButton() {
  const { undo, isPending } = useUndoLastConfirmation();
  const lastConfirmation = useLastConfirmation();
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
        {lastConfirmation && (
          <span className="max-lg:sr-only font-normal text-muted">
            : {undoLabel(lastConfirmation, timeZone)}
          </span>
        )}
      </span>
    </Button>
  );
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useUnfolded } from '#features/audit/useUnfolded.ts';
import { endpointUrl } from '#shared/endpoint.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Phone } from '#web/art/Phone.tsx';
import { CardsSkeleton } from '#web/console/CardRow.tsx';
import { ClearOrLookAgain } from '#web/console/ClearFilters.tsx';
import { ListCard } from '#web/console/ListCard.tsx';
import { anyText, type ListAddress, oneOf, useListAddress } from '#web/console/useListAddress.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterBar, SearchBox } from '#web/ui/FilterBar.tsx';
import { StateChips } from '#web/ui/StateChips.tsx';
import { contract, subscriberStatuses } from './contract.ts';
import { SubscriberCards } from './SubscriberCards.tsx';
import { SubscribersTable, SubscribersTableSkeleton } from './SubscribersTable.tsx';
import { stateWords, whatCounts } from './subscriberWords.ts';

const filters = { status: oneOf(['', ...subscriberStatuses]), q: anyText };

type NewsletterAddress = ListAddress<typeof filters>;

/** Who subscribed to the newsletter, with the proof of it, and the files for whoever sends the letters. */
export function NewsletterPanel() {
  const address = useListAddress(filters);
  const unfolded = useUnfolded();
  const list = useQuery({
    ...endpointQuery(contract.subscribers, { query: address.query }),
    placeholderData: keepPreviousData,
    // People subscribe and leave at any time.
    staleTime: 0,
  });
  const isMailOn = list.data?.isMailOn ?? true;
  return (
    <ListCard
      title="Newsletter"
      list={list}
      address={address}
      keys={{ onOpen: ({ id }) => unfolded.toggle(id) }}
      failure={() => 'Failed to load the newsletter'}
      toolbar={<NewsletterToolbar address={address} isMailOn={list.data?.isMailOn} />}
      skeletons={{
        table: <SubscribersTableSkeleton />,
        cards: <CardsSkeleton cards={5} lines={['w-3/5', 'w-4/5']} />,
      }}
      empty={<Nobody address={address} onRefresh={() => void list.refetch()} />}
    >
      {(subscribers, asCards) => {
        const List = asCards ? SubscriberCards : SubscribersTable;
        return <List subscribers={subscribers} isMailOn={isMailOn} unfolded={unfolded} />;
      }}
    </ListCard>
  );
}

interface ToolbarProps {
  address: NewsletterAddress;
  /** Unknown until the list is there. */
  isMailOn: boolean | undefined;
}

function NewsletterToolbar({ address, isMailOn }: ToolbarProps) {
  const { status, q } = address.filters;
  const chips = (['', ...subscriberStatuses] as const).map((state) => ({
    state,
    words: state === '' ? 'All' : stateWords(state, isMailOn ?? true),
  }));
  return (
    <>
      <FilterBar label="Newsletter" className="max-lg:w-full">
        <StateChips chips={chips} chosen={status} onChoose={(chosen) => address.set({ status: chosen })} />
        <SearchBox
          label="Search subscribers"
          placeholder="Email or name"
          value={q}
          onChange={(text) => address.type('q', text)}
          className="max-sm:basis-full! sm:max-lg:flex-1 lg:w-58"
        />
        {status !== 'waiting' && (
          <Button
            asChild
            kind="outline"
            size="console"
            icon={Download}
            className="max-md:min-h-11 max-sm:w-full"
          >
            <a href={endpointUrl(contract.exportSubscribers, { query: { status, q: q.trim() } })} download>
              Export CSV
            </a>
          </Button>
        )}
      </FilterBar>
      <p className="w-full pb-1 text-[0.9375rem] text-muted">
        {isMailOn === undefined ? ' ' : whatCounts(status, isMailOn)}
      </p>
    </>
  );
}

function Nobody({ address, onRefresh }: { address: NewsletterAddress; onRefresh: () => void }) {
  return (
    <EmptyState
      object={Phone}
      title={address.filtered ? 'Nobody found' : 'No subscribers yet'}
      text={
        address.filtered
          ? 'Nobody is like that. Other subscribers may be.'
          : 'Whoever subscribes on the home page appears here, newest first.'
      }
      action={<ClearOrLookAgain address={address} onRefresh={onRefresh} />}
    />
  );
}

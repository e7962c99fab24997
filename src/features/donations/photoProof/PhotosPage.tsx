import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as titles from '#web/console/titles.ts';
import { Frame } from '#web/art/Frame.tsx';
import { ListCard } from '#web/console/ListCard.tsx';
import { anyText, oneOf, useListAddress, type ListAddress } from '#web/console/useListAddress.ts';
import { ConsolePageLayout } from '#web/console/ConsolePageLayout.tsx';
import { Button } from '#web/ui/Button.tsx';
import { TableSkeleton } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { SelectInput } from '#web/ui/Field.tsx';
import { Filter, FilterBar, SearchBox } from '#web/ui/FilterBar.tsx';
import type { DonationRow } from '#features/donations/contract.ts';
import { DonationCardsSkeleton } from '#features/donations/DonationCard.tsx';
import { photoFilters } from './contract.ts';
import { photoListQuery } from './photoList.ts';
import { PhotoProofDialog } from './PhotoProofDialog.tsx';
import { PhotosCards } from './PhotosCards.tsx';
import { photoColumns, PhotosTable } from './PhotosTable.tsx';

// The first is what is shown unasked: the donations that still need one.
const filters = { q: anyText, photo: oneOf(['without', ...photoFilters]) };

type Address = ListAddress<typeof filters>;

export default function PhotosPage() {
  const address = useListAddress(filters);
  const list = useQuery(photoListQuery(address.query));
  const [proving, setProving] = useState<DonationRow | null>(null);

  return (
    <ConsolePageLayout>
      <title>{titles.consolePhotos}</title>
      <meta name="robots" content="noindex" />
      <ListCard
        title="Donation photos"
        list={list}
        address={address}
        keys={{ onOpen: setProving }}
        failure={() => 'Failed to fetch donations.'}
        toolbar={<PhotoFilters address={address} />}
        skeletons={{ table: <TableSkeleton columns={photoColumns} />, cards: <DonationCardsSkeleton /> }}
        empty={<NoRows address={address} />}
      >
        {(donations, asCards) => {
          const List = asCards ? PhotosCards : PhotosTable;
          return <List donations={donations} onUpload={setProving} />;
        }}
      </ListCard>
      {proving && <PhotoProofDialog donation={proving} onClose={() => setProving(null)} />}
    </ConsolePageLayout>
  );
}

const filterWords: Readonly<Record<(typeof photoFilters)[number], string>> = {
  all: 'All Donations',
  without: 'No Photo',
  with: 'Has Photo',
};

function PhotoFilters({ address }: { address: Address }) {
  return (
    <FilterBar label="Donations" className="max-md:w-full">
      <SearchBox
        label="Search"
        placeholder="Student ID, name or notes"
        value={address.filters.q}
        onChange={(text) => address.type('q', text)}
        className="max-sm:basis-full! sm:max-md:flex-1 md:w-64"
      />
      <Filter label="Photo status" labelHidden>
        <SelectInput
          value={address.filters.photo}
          onChange={(event) => address.set({ photo: filters.photo(event.currentTarget.value) })}
        >
          {photoFilters.map((value) => (
            <option key={value} value={value}>
              {filterWords[value]}
            </option>
          ))}
        </SelectInput>
      </Filter>
    </FilterBar>
  );
}

const nothingFound = {
  title: 'No donations found matching your criteria',
  text: 'Try another text or photo status.',
};

/** Why the list is empty though nothing is searched for. */
const whyNone: Readonly<Record<(typeof photoFilters)[number], { title: string; text: string }>> = {
  all: { title: 'No confirmed donations yet.', text: 'A donation stands here once it is confirmed.' },
  without: {
    title: 'No donations wait for a photo',
    text: 'Each one that is confirmed has its photo.',
  },
  with: { ...nothingFound, text: 'A donation stands here once its photo is uploaded.' },
};

function NoRows({ address }: { address: Address }) {
  const { q, photo } = address.filters;
  const everything = photo === 'all' && q === '';
  const { title, text } = q === '' ? whyNone[photo] : nothingFound;
  return (
    <EmptyState
      object={Frame}
      title={title}
      text={text}
      action={
        everything ? undefined : (
          <Button kind="outline" size="small" onClick={() => address.set({ q: '', photo: 'all' })}>
            Show all donations
          </Button>
        )
      }
    />
  );
}

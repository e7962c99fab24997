import * as titles from '#web/console/titles.ts';
import { useQuery, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { Camera, Check, ExternalLink, ImageUp, MapPin } from 'lucide-react';
import { useState } from 'react';
import type { DonationRow } from '#features/donations/contract.ts';
import { dateColumn, locationColumn, MeasuredWeight } from './donationColumns.tsx';
import { donationPlace } from './listedDonation.ts';
import { AlikePill, DonorLink } from './DonationPieces.tsx';
import { Frame } from '#web/art/Frame.tsx';
import { ConsolePageLayout } from '#web/console/ConsolePageLayout.tsx';
import { DataList } from '#web/console/DataList.tsx';
import { anyText, type ListAddress, oneOf, useListAddress } from '#web/console/useListAddress.ts';
import { Button } from '#web/ui/Button.tsx';
import { type Column, RowButton } from '#web/ui/DataRows.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { SelectInput } from '#web/ui/Field.tsx';
import { Filter, FilterBar, SearchBox } from '#web/ui/FilterBar.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { formatDay } from '#words/formats.ts';
import { photoFilters, contract } from './contract.ts';
import { PhotoProofDialog } from './PhotoProofDialog.tsx';
import { request } from '#web/api/client.ts';
import { endpointKey } from '#web/api/queries.ts';

// The first filter is the default. Here it is the donations that still need a photo.
const filters = { q: anyText, photo: oneOf(['without', ...photoFilters]) };

type Address = ListAddress<typeof filters>;

const photoColumns = (onUpload: (donation: DonationRow) => void): Column<DonationRow>[] => [
  {
    name: 'Student ID',
    kind: 'heading',
    quiet: ({ studentId }) => studentId === null,
    className: 'w-2/5 min-w-28 wrap-anywhere',
    cell: (donation, on) =>
      // Without a donor ID, the link shows the donor's name.
      on === 'row' ? (
        <span className="inline-flex max-w-full flex-wrap items-center gap-x-2">
          <DonorLink donation={donation}>{donation.studentId ?? undefined}</DonorLink>
          <AlikePill donation={donation} />
        </span>
      ) : (
        <DonorLink donation={donation} />
      ),
  },
  {
    name: 'Claimed Weight',
    only: 'table',
    nowrap: true,
    className: 'font-[650]',
    quiet: ({ participantId }) => participantId === null,
    cell: ({ participantId, weight }) => (participantId === null ? 'Unclaimed' : weight),
  },
  {
    name: 'Actual Weight',
    only: 'table',
    nowrap: true,
    cell: (donation) => <MeasuredWeight donation={donation} />,
  },
  dateColumn,
  // In a narrower table only the dialog shows the place.
  { ...locationColumn, from: 'bar', className: 'w-3/5 max-w-0 truncate' },
  {
    name: 'Weights',
    kind: 'line',
    only: 'card',
    cell: (donation) => <Weights donation={donation} />,
  },
  {
    name: 'Where and when',
    kind: 'line',
    only: 'card',
    cell: (donation) => (
      <span className="flex flex-wrap gap-x-3.5">
        <span className="flex min-w-0 gap-1.5 text-ink">
          <MapPin size={16} aria-hidden="true" className="mt-[3px] shrink-0" />
          <span className="min-w-0">{donationPlace(donation)}</span>
        </span>
        <span className="whitespace-nowrap">{formatDay(donation.date)}</span>
      </span>
    ),
  },
  {
    name: 'Photo Status',
    kind: 'pill',
    cell: (donation, on) => (
      <>
        {on === 'card' && <AlikePill donation={donation} />}
        {donation.photoUrl === null ? (
          <Pill tone="wheat" icon={Camera} size="small">
            No Photo
          </Pill>
        ) : (
          <Pill tone="spruce" icon={Check} size="small">
            Has Photo
          </Pill>
        )}
      </>
    ),
  },
  {
    name: 'Actions',
    kind: 'actions',
    buttons: 2,
    mainLast: true,
    cell: (donation, on) => (
      <>
        {donation.photoUrl !== null && (
          <Button
            asChild
            kind="quiet"
            size={on === 'row' ? 'row' : 'small'}
            className="max-lg:[&>svg]:block! max-sm:px-2"
          >
            <a href={donation.photoUrl} target="_blank" rel="noreferrer">
              <ExternalLink size={on === 'row' ? 14 : 18} aria-hidden="true" className="shrink-0" />
              <span className={on === 'row' ? 'max-lg:sr-only' : undefined}>Open photo</span>
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </Button>
        )}
        <RowButton
          kind="outline"
          icon={ImageUp}
          onClick={() => onUpload(donation)}
          className="min-w-20 lg:min-w-24"
        >
          {donation.photoUrl === null ? 'Upload' : 'Update'}
        </RowButton>
      </>
    ),
  },
];

function Weights({ donation }: { donation: DonationRow }) {
  const { participantId, participantName, studentId, weight, actualWeight } = donation;
  const measuredWeight = <MeasuredWeight donation={donation} />;
  if (participantId === null) return <>Measured {measuredWeight}</>;
  return (
    <>
      {participantName !== null && studentId !== null ? `${studentId}, claimed ` : 'Claimed '}
      <b className="font-[650] text-ink">{weight}</b>
      {actualWeight === null ? ', not weighed' : <>, measured {measuredWeight}</>}
    </>
  );
}

export default function PhotosPage() {
  const address = useListAddress(filters);
  const list = useQuery(photoListQuery(address.query));
  const [donationForPhoto, setDonationForPhoto] = useState<DonationRow | null>(null);

  return (
    <ConsolePageLayout>
      <title>{titles.consolePhotos}</title>
      <meta name="robots" content="noindex" />
      <DataList
        title="Donation photos"
        label="Donations"
        list={list}
        address={address}
        columns={photoColumns(setDonationForPhoto)}
        keys={{ onOpen: setDonationForPhoto }}
        failure={() => 'Failed to fetch donations.'}
        toolbar={<PhotoFilters address={address} />}
        empty={<NoPhotos address={address} />}
      />
      {donationForPhoto && (
        <PhotoProofDialog donation={donationForPhoto} onClose={() => setDonationForPhoto(null)} />
      )}
    </ConsolePageLayout>
  );
}

const filterLabels: Readonly<Record<(typeof photoFilters)[number], string>> = {
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
        onChange={(text) => address.typeInto('q', text)}
        className="max-sm:basis-full! sm:max-md:flex-1 md:w-64"
      />
      <Filter label="Photo status" labelHidden>
        <SelectInput
          value={address.filters.photo}
          onChange={(event) => address.set({ photo: filters.photo(event.currentTarget.value) })}
        >
          {photoFilters.map((value) => (
            <option key={value} value={value}>
              {filterLabels[value]}
            </option>
          ))}
        </SelectInput>
      </Filter>
    </FilterBar>
  );
}

/** The texts for an empty list if nothing was searched. */
const emptyTexts: Readonly<Record<(typeof photoFilters)[number], string>> = {
  all: 'Confirmed donations are listed here.',
  without: 'Every confirmed donation has its photo.',
  with: 'Donations with a photo are listed here.',
};

function NoPhotos({ address }: { address: Address }) {
  const { q, photo } = address.filters;
  const showsAll = photo === 'all' && q === '';
  return (
    <EmptyState
      object={Frame}
      title="No donations found matching your criteria"
      text={q === '' ? emptyTexts[photo] : 'Try another text or photo status.'}
      action={
        showsAll ? undefined : (
          <Button kind="outline" size="small" onClick={() => address.set({ q: '', photo: 'all' })}>
            Show all donations
          </Button>
        )
      }
    />
  );
}

/** The endpoint returns a bare array, with the total in a header. */
function photoListQuery(query: Address['query']) {
  return queryOptions({
    queryKey: endpointKey(contract.photoDonations, { query }),
    queryFn: async ({ signal }) => {
      const { body, headers } = await request(contract.photoDonations, { query }, { signal });
      const total = Number(headers.get('x-total-count') ?? body.length);
      return { items: body, total, limit: query.limit, offset: query.offset };
    },
    placeholderData: keepPreviousData,
  });
}

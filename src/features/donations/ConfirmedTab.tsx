import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatDay } from '#shared/dates.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Teapot } from '#web/art/Teapot.tsx';
import { anyText, useListAddress } from '#web/console/useListAddress.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterBar, SearchBox } from '#web/ui/FilterBar.tsx';
import { Cell, HeadCell, Row, Table } from '#web/ui/Table.tsx';
import { contract, type DonationRow } from './contract.ts';
import { useOpenDonation } from './donationAddress.ts';
import { DonationCard } from './DonationCard.tsx';
import { DonationListCard } from './DonationListCard.tsx';
import {
  CardWeight,
  ClaimedWeight,
  DecidedAt,
  DetailsLink,
  DonationTableSkeleton,
  DonorCells,
  MeasuredWeight,
  medium,
  PhotoMark,
  place,
  TabLink,
  wide,
} from './DonationPieces.tsx';

const filters = { q: anyText };

/** What was accepted, with what the scale and the photo say. */
export function ConfirmedTab() {
  const address = useListAddress(filters);
  const list = useQuery({
    ...endpointQuery(contract.confirmedDonations, { query: address.query }),
    placeholderData: keepPreviousData,
  });
  const open = useOpenDonation();
  return (
    <DonationListCard
      title="Confirmed donations"
      list={list}
      address={address}
      keys={{ onOpen: open }}
      failure={(error) => errorMessage(error, 'Failed to load confirmed donations.')}
      filters={
        <FilterBar label="Confirmed donations">
          <SearchBox
            label="Search confirmed donations"
            placeholder="Name, donor ID, place or notes"
            value={address.filters.q}
            onChange={(text) => address.type('q', text)}
            className="max-sm:basis-full! sm:w-72"
          />
        </FilterBar>
      }
      tableSkeleton={<DonationTableSkeleton heads={<Heads />} cells={skeletonCells} />}
      empty={
        address.filtered ? (
          <EmptyState
            object={Teapot}
            title="No results."
            text="No confirmed donation mentions that."
            action={
              <Button kind="outline" size="small" onClick={address.clear}>
                Clear search
              </Button>
            }
            className="border-t-[1.5px] border-line py-10"
          />
        ) : (
          <EmptyState
            object={Teapot}
            title="No confirmed donations yet."
            text="Once a pending donation is confirmed it stands here, and its donor has a reward code."
            action={<TabLink to={paths.consoleTab('pending')}>See pending donations</TabLink>}
            className="border-t-[1.5px] border-line py-10"
          />
        )
      }
    >
      {(donations, phone) =>
        phone ? <ConfirmedCards donations={donations} /> : <ConfirmedTable donations={donations} />
      }
    </DonationListCard>
  );
}

function ConfirmedTable({ donations }: { donations: readonly DonationRow[] }) {
  return (
    <Table label="Confirmed donations">
      <Heads />
      <tbody>
        {donations.map((donation) => (
          <Row key={donation.id} data-row={donation.id}>
            <DonorCells donation={donation} />
            <Cell>
              <ClaimedWeight donation={donation} />
            </Cell>
            <Cell nowrap>
              <MeasuredWeight donation={donation} />
            </Cell>
            <Cell nowrap className={medium}>
              {formatDay(donation.date)}
            </Cell>
            <Cell quiet={placeOf(donation) === null} className={`${place} ${medium}`}>
              {placeOf(donation) ?? 'Manual entry'}
            </Cell>
            <Cell className={`w-[10%] max-w-0 truncate ${wide}`}>{donation.confirmedBy}</Cell>
            <Cell nowrap>
              <DecidedAt at={donation.confirmedAt} short />
            </Cell>
            <Cell className="max-lg:hidden">
              <PhotoMark photoUrl={donation.photoUrl} />
            </Cell>
            <Cell align="end" className="pe-2.5!">
              <DetailsLink id={donation.id} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function ConfirmedCards({ donations }: { donations: readonly DonationRow[] }) {
  return (
    <ul aria-label="Confirmed donations">
      {donations.map((donation) => (
        <DonationCard key={donation.id} donation={donation} end={<CardWeight donation={donation} />}>
          <p className="mt-0.5 flex flex-wrap gap-x-1.5 text-[0.9375rem]">
            <span className="text-muted">Measured</span> <MeasuredWeight donation={donation} />
          </p>
          <p className="mt-0.5 text-[0.9375rem] text-muted tabular">
            Confirmed by {donation.confirmedBy}, <DecidedAt at={donation.confirmedAt} />
          </p>
        </DonationCard>
      ))}
    </ul>
  );
}

function placeOf({ dropSite, binLocation }: DonationRow): string | null {
  return dropSite ?? binLocation;
}

function Heads() {
  return (
    <thead>
      <tr>
        <HeadCell>Participant</HeadCell>
        <HeadCell className={wide}>Donor ID</HeadCell>
        <HeadCell>Claimed</HeadCell>
        <HeadCell>Measured</HeadCell>
        <HeadCell className={medium}>Date</HeadCell>
        <HeadCell className={medium}>Location</HeadCell>
        <HeadCell className={wide}>Confirmed by</HeadCell>
        <HeadCell sort="descending">Confirmed</HeadCell>
        <HeadCell className="max-lg:hidden">Photo</HeadCell>
        <HeadCell align="end">Actions</HeadCell>
      </tr>
    </thead>
  );
}

const skeletonCells: readonly (readonly [width: string, hidden?: string])[] = [
  ['w-30'],
  ['w-20', wide],
  ['w-22'],
  ['w-18'],
  ['w-24', medium],
  ['w-28', medium],
  ['w-16', wide],
  ['w-36'],
  ['w-8', 'max-lg:hidden'],
  ['w-14'],
];

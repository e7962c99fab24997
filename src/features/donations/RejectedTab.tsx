import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatDay } from '#shared/dates.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Vase } from '#web/art/Vase.tsx';
import { useListAddress } from '#web/console/useListAddress.ts';
import { paths } from '#web/paths.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
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
  TabLink,
  wide,
} from './DonationPieces.tsx';

const noFilters = {};

/** Who turned which donation down, when and why. */
export function RejectedTab() {
  const address = useListAddress(noFilters);
  const list = useQuery({
    ...endpointQuery(contract.rejectedDonations, { query: address.query }),
    placeholderData: keepPreviousData,
  });
  const open = useOpenDonation();
  return (
    <DonationListCard
      title="Rejected donations"
      list={list}
      address={address}
      keys={{ onOpen: open }}
      failure={(error) => errorMessage(error, 'Failed to load rejected donations.')}
      tableSkeleton={<DonationTableSkeleton heads={<Heads />} cells={skeletonCells} />}
      empty={
        <EmptyState
          object={Vase}
          title="No rejected donations"
          text="A donation that is turned down stands here with the reason, which its donor sees too."
          action={<TabLink to={paths.consoleTab('pending')}>See pending donations</TabLink>}
          className="border-t-[1.5px] border-line py-10"
        />
      }
    >
      {(donations, phone) =>
        phone ? <RejectedCards donations={donations} /> : <RejectedTable donations={donations} />
      }
    </DonationListCard>
  );
}

function RejectedTable({ donations }: { donations: readonly DonationRow[] }) {
  return (
    <Table label="Rejected donations">
      <Heads />
      <tbody>
        {donations.map((donation) => (
          <Row key={donation.id} data-row={donation.id}>
            <DonorCells donation={donation} />
            <Cell>
              <ClaimedWeight donation={donation} />
            </Cell>
            <Cell nowrap className="max-lg:hidden">
              {formatDay(donation.date)}
            </Cell>
            <Cell quiet={donation.rejectionReason === null} className="w-1/2 min-w-40 py-2 wrap-anywhere">
              {donation.rejectionReason ?? 'No reason given'}
            </Cell>
            <Cell className="w-[10%] max-w-0 truncate max-lg:hidden">{donation.rejectedBy}</Cell>
            <Cell nowrap>
              <DecidedAt at={donation.rejectedAt} short />
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

function RejectedCards({ donations }: { donations: readonly DonationRow[] }) {
  return (
    <ul aria-label="Rejected donations">
      {donations.map((donation) => (
        <DonationCard key={donation.id} donation={donation} end={<CardWeight donation={donation} />}>
          <p className="my-1.5 rounded-console bg-clay-tint px-2.5 py-1.5 text-[0.9375rem] wrap-anywhere">
            <b className="font-[650]">{donation.rejectionReason ?? 'No reason given'}</b>
            <span className="block text-muted">
              {donation.rejectedBy}, <DecidedAt at={donation.rejectedAt} />
            </span>
          </p>
        </DonationCard>
      ))}
    </ul>
  );
}

function Heads() {
  return (
    <thead>
      <tr>
        <HeadCell>Participant</HeadCell>
        <HeadCell className={wide}>Donor ID</HeadCell>
        <HeadCell>Weight</HeadCell>
        <HeadCell className="max-lg:hidden">Date</HeadCell>
        <HeadCell>Reason</HeadCell>
        <HeadCell className="max-lg:hidden">Rejected by</HeadCell>
        <HeadCell sort="descending">Rejected</HeadCell>
        <HeadCell align="end">Actions</HeadCell>
      </tr>
    </thead>
  );
}

const skeletonCells: readonly (readonly [width: string, hidden?: string])[] = [
  ['w-30'],
  ['w-20', wide],
  ['w-22'],
  ['w-24', 'max-lg:hidden'],
  ['w-48'],
  ['w-18', 'max-lg:hidden'],
  ['w-36'],
  ['w-14'],
];

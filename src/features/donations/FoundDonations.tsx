import { Check, X } from 'lucide-react';
import { formatDay } from '#shared/dates.ts';
import { Button } from '#web/ui/Button.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { Cell, HeadCell, Row, Table } from '#web/ui/Table.tsx';
import { useDonationsBeingDecided } from './decisions.ts';
import { DonationCard } from './DonationCard.tsx';
import {
  ClaimedWeight,
  DetailsLink,
  DonorCells,
  place,
  PhotoMark,
  secondPlace,
  wide,
} from './DonationPieces.tsx';
import { focusNextTwin } from './focusNextRow.ts';
import type { ListedDonation } from './listedDonation.ts';
import { donationStatus } from './rules.ts';

type FoundDonationsProps = {
  donations: readonly ListedDonation[];
  onConfirm: (donation: ListedDonation) => void;
  onReject: (donation: ListedDonation) => void;
};

/** Donations of every status; the pending ones can be decided where they stand. */
export function FoundTable({ donations, ...decisions }: FoundDonationsProps) {
  return (
    <Table label="Found donations">
      <FoundHeads />
      <tbody>
        {donations.map((donation) => {
          const { id, date, dropSite, binLocation, photoUrl } = donation;
          return (
            <Row key={id} data-row={id}>
              <Cell>
                <StatusPill status={donationStatus(donation)} size="small" />
              </Cell>
              <DonorCells donation={donation} />
              <Cell>
                <ClaimedWeight donation={donation} />
              </Cell>
              <Cell nowrap>{formatDay(date)}</Cell>
              <Cell quiet={dropSite === null} className={`${place} max-lg:hidden`}>
                {dropSite ?? 'None'}
              </Cell>
              <Cell quiet className={`${secondPlace} ${wide}`}>
                {binLocation ?? 'Manual entry'}
              </Cell>
              <Cell className={wide}>
                <PhotoMark photoUrl={photoUrl} />
              </Cell>
              <Cell align="end" className="pe-2.5! whitespace-nowrap">
                <span className="inline-flex gap-1 max-lg:[&_svg]:hidden">
                  <DetailsLink id={id} />
                  <Decide donation={donation} size="row" {...decisions} />
                </span>
              </Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}

/** The same on a phone. */
export function FoundCards({ donations, ...decisions }: FoundDonationsProps) {
  return (
    <ul aria-label="Found donations">
      {donations.map((donation) => {
        const status = donationStatus(donation);
        return (
          <DonationCard
            key={donation.id}
            donation={donation}
            end={
              <span className="flex items-center gap-2.5">
                <StatusPill status={status} size="small" />
                <b className="text-base font-[650]">{donation.weight}</b>
              </span>
            }
            actions={
              status === 'pending' && (
                <div className="mt-3 flex gap-2 *:first:flex-1 [&_button]:px-3">
                  <Decide donation={donation} size="small" {...decisions} />
                </div>
              )
            }
          />
        );
      })}
    </ul>
  );
}

type DecideProps = Omit<FoundDonationsProps, 'donations'> & {
  donation: ListedDonation;
  size: 'row' | 'small';
};

function Decide({ donation, size, onConfirm, onReject }: DecideProps) {
  const underWay = useDonationsBeingDecided().has(donation.id);
  if (donationStatus(donation) !== 'pending') return null;
  const confirm = (
    <Button
      kind="outline"
      size={size}
      icon={Check}
      pending={underWay}
      onClick={(event) => {
        focusNextTwin(event.currentTarget);
        onConfirm(donation);
      }}
    >
      Confirm
    </Button>
  );
  const reject = (
    <Button
      kind="clayGhost"
      size={size}
      icon={X}
      disabledReason={underWay ? 'Wait until this is done.' : undefined}
      onClick={() => onReject(donation)}
    >
      Reject
    </Button>
  );
  // A row ends with what is pressed most; a card begins with it.
  return size === 'row' ? (
    <>
      {reject}
      {confirm}
    </>
  ) : (
    <>
      {confirm}
      {reject}
    </>
  );
}

export function FoundHeads() {
  return (
    <thead>
      <tr>
        <HeadCell>Status</HeadCell>
        <HeadCell>Participant</HeadCell>
        <HeadCell className={wide}>Donor ID</HeadCell>
        <HeadCell>Weight</HeadCell>
        <HeadCell sort="descending">Date</HeadCell>
        <HeadCell className="max-lg:hidden">Drop site</HeadCell>
        <HeadCell className={wide}>Bin location</HeadCell>
        <HeadCell className={wide}>Photo</HeadCell>
        <HeadCell align="end">Actions</HeadCell>
      </tr>
    </thead>
  );
}

export const foundSkeletonCells: readonly (readonly [width: string, hidden?: string])[] = [
  ['w-20'],
  ['w-30'],
  ['w-18', wide],
  ['w-22'],
  ['w-24'],
  ['w-28', 'max-lg:hidden'],
  ['w-40', wide],
  ['w-8', wide],
  ['w-14'],
];

import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDay } from '#shared/dates.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Field.tsx';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { Cell, HeadCell, Row, Table } from '#web/ui/Table.tsx';
import {
  ClaimedWeight,
  DetailsLink,
  DonorCells,
  place,
  medium,
  PhotoMark,
  secondPlace,
  wide,
} from './DonationPieces.tsx';
import { donorName } from './donationWords.ts';
import type { ListedDonation } from './listedDonation.ts';
import { confirmOnce, type PendingListProps } from './pendingList.ts';

export function PendingTable({ donations, selection, onConfirm, onReject }: PendingListProps) {
  return (
    <Table label="Pending donations">
      <Heads
        selectAll={
          <Checkbox
            size="console"
            aria-label="Select all"
            checked={selection.extent === 'all'}
            indeterminate={selection.extent === 'some'}
            onChange={selection.toggleAll}
          />
        }
      />
      <tbody>
        {donations.map((donation) => {
          const selected = selection.has(donation.id);
          return (
            <Row
              key={donation.id}
              data-row={donation.id}
              selected={selected}
              className="[&_:is(a,button,input)]:scroll-mt-24"
            >
              <Cell className="ps-2! pe-1">
                <Checkbox
                  size="console"
                  aria-label={`Select ${donorName(donation)}, ${formatDay(donation.date)}`}
                  checked={selected}
                  onChange={() => selection.toggle(donation.id)}
                />
              </Cell>
              <DonationCells donation={donation} selected={selected} />
              <Cell align="end" className="pe-2.5! whitespace-nowrap">
                <span className="inline-flex gap-1 max-lg:[&_svg]:hidden">
                  <DetailsLink id={donation.id} />
                  <Button kind="clayGhost" size="row" icon={X} onClick={() => onReject(donation)}>
                    Reject
                  </Button>
                  <Button
                    kind="outline"
                    size="row"
                    icon={Check}
                    onClick={(event) => confirmOnce(event, () => onConfirm(donation))}
                  >
                    Confirm
                  </Button>
                </span>
              </Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}

function DonationCells({ donation, selected }: { donation: ListedDonation; selected: boolean }) {
  const { date, dropSite, binLocation, photoUrl } = donation;
  return (
    <>
      <DonorCells donation={donation} />
      <Cell>
        <ClaimedWeight donation={donation} selected={selected} />
      </Cell>
      <Cell nowrap>{formatDay(date)}</Cell>
      <Cell quiet={dropSite === null} className={`${place} ${medium}`}>
        {dropSite ?? 'None'}
      </Cell>
      <Cell quiet className={`${secondPlace} ${wide}`}>
        {binLocation ?? 'Manual entry'}
      </Cell>
      <Cell className={wide}>
        <PhotoMark photoUrl={photoUrl} />
      </Cell>
    </>
  );
}

function Heads({ selectAll }: { selectAll?: ReactNode }) {
  return (
    <thead>
      <tr>
        <HeadCell className="w-10 ps-2! pe-1">{selectAll}</HeadCell>
        <HeadCell>Participant</HeadCell>
        <HeadCell className={wide}>Donor ID</HeadCell>
        <HeadCell>Weight</HeadCell>
        <HeadCell sort="descending">Date</HeadCell>
        <HeadCell className={medium}>Drop site</HeadCell>
        <HeadCell className={wide}>Bin location</HeadCell>
        <HeadCell className={wide}>Photo</HeadCell>
        <HeadCell align="end">Actions</HeadCell>
      </tr>
    </thead>
  );
}

const skeletonCells: readonly (readonly [width: string, hidden?: string])[] = [
  ['w-30'],
  ['w-20', wide],
  ['w-22'],
  ['w-24'],
  ['w-28', medium],
  ['w-40', wide],
  ['w-8', wide],
];

/** The table's shape while it loads. */
export function PendingTableSkeleton() {
  return (
    <div aria-hidden="true">
      <Table label="Loading">
        <Heads />
        <tbody>
          {Array.from({ length: 8 }, (_, index) => (
            <Row key={index}>
              <Cell className="ps-2! pe-1">
                <SkeletonBox shape="block" className="ms-[3px] w-[18px]" />
              </Cell>
              {skeletonCells.map(([width, hidden]) => (
                <Cell key={width} className={hidden}>
                  <SkeletonBox className={width} />
                </Cell>
              ))}
              <Cell>
                <SkeletonBox shape="block" className="ms-auto h-7 w-52" />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

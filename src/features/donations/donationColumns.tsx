import { formatDay } from '#shared/dates.ts';
import type { Column } from '#web/ui/DataTable.tsx';
import { donorName } from './donationWords.ts';
import { ClaimedWeight, PhotoMark, wide } from './DonationPieces.tsx';
import type { ListedDonation } from './listedDonation.ts';

/** A column that any list of donations can have. */
type DonationColumn = Column<ListedDonation, unknown>;

// Columns that share what the others leave, by these proportions, and cut their words: no row is wider than its card.
export const narrow = 'truncate max-w-0 w-[18%]';
export const place = 'truncate max-w-0 w-[26%]';

/** The row's donor by name, and the donor ID where there is room. */
export const donorColumns: readonly DonationColumn[] = [
  {
    name: 'Participant',
    heading: isKnown,
    quiet: (donation) => !isKnown(donation),
    skeleton: 'w-30',
    cellClassName: 'truncate max-w-0 w-[30%]',
    cell: (donation) => donorName(donation),
  },
  {
    name: 'Donor ID',
    quiet: true,
    skeleton: 'w-20',
    className: wide,
    cellClassName: narrow,
    cell: ({ studentId }) => studentId ?? 'None',
  },
];

function isKnown({ participantName, studentId }: ListedDonation): boolean {
  return participantName !== null || studentId !== null;
}

export const weightColumn: DonationColumn = {
  name: 'Weight',
  skeleton: 'w-22',
  cell: (donation) => <ClaimedWeight donation={donation} />,
};

export const dateColumn: DonationColumn = {
  name: 'Date',
  nowrap: true,
  skeleton: 'w-24',
  cell: ({ date }) => formatDay(date),
};

export const dropSiteColumn: DonationColumn = {
  name: 'Drop site',
  quiet: ({ dropSite }) => dropSite === null,
  skeleton: 'w-28',
  cellClassName: place,
  cell: ({ dropSite }) => dropSite ?? 'None',
};

export const binLocationColumn: DonationColumn = {
  name: 'Bin location',
  quiet: true,
  skeleton: 'w-40',
  className: wide,
  cellClassName: place,
  cell: ({ binLocation }) => binLocation ?? 'Manual entry',
};

export const photoColumn: DonationColumn = {
  name: 'Photo',
  skeleton: 'w-8',
  className: wide,
  cell: ({ photoUrl }) => <PhotoMark photoUrl={photoUrl} />,
};

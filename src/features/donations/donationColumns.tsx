import { formatDay } from '#words/dates.ts';
import type { Column } from '#web/ui/DataTable.tsx';
import { donationPlace } from './donationWords.ts';
import { DonorLink } from './DonorLink.tsx';
import { ClaimedWeight, ClaimNote, PhotoMark, wide } from './DonationPieces.tsx';
import type { ListedDonation } from './listedDonation.ts';

/** A column that any list of donations can have. */
type DonationColumn = Column<ListedDonation, unknown>;

// Columns that share what the others leave, by these proportions: no row is wider than its card. Places are cut to fit,
// what tells one donor from another is not.
export const narrow = 'truncate max-w-0 w-[18%]';
const place = 'truncate max-w-0 w-[26%]';
const whole = 'py-1.5 wrap-anywhere';

/** The row's donor by name, and the donor ID where there is room. */
export const donorColumns: readonly DonationColumn[] = [
  {
    name: 'Participant',
    heading: isKnown,
    quiet: (donation) => !isKnown(donation),
    skeleton: 'w-30',
    cellClassName: `w-[30%] min-w-30 ${whole}`,
    cell: (donation) => (
      <>
        <DonorLink donation={donation} />
        <ClaimNote donation={donation} />
      </>
    ),
  },
  {
    name: 'Donor ID',
    quiet: true,
    skeleton: 'w-20',
    className: wide,
    cellClassName: `w-[22%] min-w-36 ${whole}`,
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

/** Where it was left, in one column: a drop site and the location of its bin are mostly two names of one place. */
export const locationColumn: DonationColumn = {
  name: 'Location',
  quiet: ({ dropSite, binLocation }) => dropSite === null && binLocation === null,
  skeleton: 'w-28',
  cellClassName: place,
  cell: donationPlace,
};

/** Where the next two stand in its stead. */
export const narrowerThanBoth = 'min-[1440px]:hidden';

/** The same in two, where there is room for both. */
export const bothPlaceColumns: readonly DonationColumn[] = [
  {
    name: 'Drop site',
    quiet: ({ dropSite }) => dropSite === null,
    skeleton: 'w-28',
    className: 'max-[1439px]:hidden',
    cellClassName: place,
    cell: ({ dropSite }) => dropSite ?? 'None',
  },
  {
    name: 'Bin location',
    quiet: true,
    skeleton: 'w-40',
    className: 'max-[1439px]:hidden',
    cellClassName: place,
    cell: ({ binLocation }) => binLocation ?? 'Manual entry',
  },
];

export const photoColumn: DonationColumn = {
  name: 'Photo',
  skeleton: 'w-8',
  className: wide,
  cell: ({ photoUrl }) => <PhotoMark photoUrl={photoUrl} />,
};

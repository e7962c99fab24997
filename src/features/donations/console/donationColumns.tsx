import { Image, MapPin, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { claimWithStatus } from '#features/donors/claimWords.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { useDonationAddress } from '#web/console/donationAddress.ts';
import { EmailText } from '#web/console/PersonLink.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { Column } from '#web/ui/DataRows.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { Pip } from '#web/ui/Pip.tsx';
import { formatDay, formatInstantDay, formatTime } from '#words/formats.ts';
import { countsTowardGold, donationPlace, type ListedDonation } from './listedDonation.ts';
import { AlikePill, DonorLink } from './DonationPieces.tsx';
import { donationStatus, isDiscrepancy } from '#features/donations/rules.ts';

type DonationColumn = Column<ListedDonation>;

// These columns share the remaining width, and their text is truncated.
export const narrowColumnClasses = 'truncate max-w-0 w-[18%]';
const placeColumnClasses = 'truncate max-w-0 w-[26%]';

type DonorColumnsOptions = {
  isSelected?: ((donation: ListedDonation) => boolean) | undefined;
  /** Cards show the status if the list mixes several. */
  showsStatus?: boolean | undefined;
};

/**
 * A table shows the donor, and the donor ID if there is room. A card shows weight, donor, place and day, and opens the
 * details wherever it is pressed.
 */
export function donorColumns({
  isSelected,
  showsStatus = false,
}: DonorColumnsOptions = {}): DonationColumn[] {
  return [
    { name: 'Claimed weight', kind: 'lead', only: 'card', cell: ({ weight }) => weight },
    {
      name: 'Participant',
      kind: 'heading',
      quiet: ({ participantName, studentId }) => participantName === null && studentId === null,
      className: 'w-[30%] min-w-30 wrap-anywhere',
      cell: (donation, on) => (
        <>
          <span className="inline-flex max-w-full flex-wrap items-center gap-x-2">
            <DonorLink donation={donation} />
            {on === 'row' && <AlikePill donation={donation} onSelectedRow={isSelected?.(donation)} />}
          </span>
          {on === 'row' && <ClaimNote donation={donation} />}
        </>
      ),
    },
    {
      name: 'Donor ID',
      only: 'table',
      quiet: true,
      from: 'wide',
      className: 'w-[22%] min-w-36 wrap-anywhere',
      cell: ({ studentId }) => studentId ?? 'None',
    },
    {
      name: 'ID, new email and status',
      kind: 'pill',
      only: 'card',
      cell: (donation) => (
        <>
          {donation.participantName !== null && donation.studentId !== null && (
            <span className="min-w-0 text-[0.9375rem] wrap-anywhere text-muted tabular">
              {donation.studentId}
            </span>
          )}
          <ClaimNote donation={donation} />
          <AlikePill donation={donation} onSelectedRow={isSelected?.(donation)} />
          {showsStatus && <StatusPill status={donationStatus(donation)} size="small" />}
          {!showsStatus && countsTowardGold(donation) && (
            <StatusPill status="qualifying" size="small" onSelectedRow={isSelected?.(donation)} />
          )}
        </>
      ),
    },
    {
      name: 'Where and when',
      kind: 'line',
      only: 'card',
      cell: (donation) => <WhereAndWhen donation={donation} />,
    },
  ];
}

/** The place and day on a card, as a link that covers the whole card. */
function WhereAndWhen({ donation }: { donation: ListedDonation }) {
  const addressOf = useDonationAddress();
  const { id, dropSite, binLocation, date, photoUrl } = donation;
  return (
    <Link
      to={addressOf(id)}
      preventScrollReset
      data-fills-card
      className="flex min-h-6 flex-wrap items-center gap-x-3.5 after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-[3px] focus-visible:after:-outline-offset-3 focus-visible:after:outline-(--focus)"
    >
      <span className="flex min-w-0 gap-1.5">
        {(dropSite ?? binLocation) !== null && (
          <MapPin size={16} aria-hidden="true" className="mt-[3px] shrink-0" />
        )}
        <span className="min-w-0 wrap-anywhere">{donationPlace(donation)}</span>
      </span>
      <span>{formatDay(date)}</span>
      {photoUrl !== null && (
        <span className="flex items-center gap-1.5 font-semibold text-spruce">
          <Image size={16} aria-hidden="true" />
          Photo
        </span>
      )}
      <span className="sr-only">Details</span>
    </Link>
  );
}

function ClaimNote({ donation }: { donation: ListedDonation }) {
  const claim = donationStatus(donation) === 'pending' ? claimWithStatus(donation) : null;
  if (claim === null) return null;
  return (
    <span className="block text-[0.90625rem] font-normal wrap-anywhere text-wheat-deep">
      <EmailText>{claim}</EmailText>
    </span>
  );
}

export function weightColumn({ isSelected }: Pick<DonorColumnsOptions, 'isSelected'> = {}): DonationColumn {
  return {
    name: 'Weight',
    only: 'table',
    cell: (donation) => (
      <span className="inline-flex items-center gap-2.5 whitespace-nowrap">
        <b className="min-w-[2.625rem] font-[650]">{donation.weight}</b>
        {countsTowardGold(donation) && (
          <>
            <span className="max-lg:hidden">
              <StatusPill status="qualifying" size="small" onSelectedRow={isSelected?.(donation)} />
            </span>
            <span className="lg:hidden">
              <Pip closed size={18} />
              <span className="sr-only">Qualifying</span>
            </span>
          </>
        )}
      </span>
    ),
  };
}

export const dateColumn: DonationColumn = {
  name: 'Date',
  only: 'table',
  nowrap: true,
  cell: ({ date }) => formatDay(date),
};

/** Shows the drop site, else the bin location, because they are mostly two names of one place. */
export const locationColumn: DonationColumn = {
  name: 'Location',
  only: 'table',
  quiet: ({ dropSite, binLocation }) => dropSite === null && binLocation === null,
  className: placeColumnClasses,
  cell: donationPlace,
};

/** The drop site and the bin location in a column each, for screens with room for both. */
export const separatePlaceColumns: readonly DonationColumn[] = [
  {
    name: 'Drop site',
    only: 'table',
    quiet: ({ dropSite }) => dropSite === null,
    from: 'full',
    className: placeColumnClasses,
    cell: ({ dropSite }) => dropSite ?? 'None',
  },
  {
    name: 'Bin location',
    only: 'table',
    quiet: true,
    from: 'full',
    className: placeColumnClasses,
    cell: ({ binLocation }) => binLocation ?? 'Manual entry',
  },
];

export const photoColumn: DonationColumn = {
  name: 'Photo',
  only: 'table',
  from: 'wide',
  cell: ({ photoUrl }) =>
    photoUrl === null ? (
      <span className="text-muted">None</span>
    ) : (
      <Image size={17} role="img" aria-label="Photo attached" className="text-spruce" />
    ),
};

/** The measured weight, with a warning sign if it differs from the claimed one. */
export function MeasuredWeight({ donation }: { donation: Pick<ListedDonation, 'weight' | 'actualWeight'> }) {
  const { weight, actualWeight } = donation;
  if (actualWeight === null) return <span className="text-muted">Not weighed</span>;
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      {actualWeight}
      {isDiscrepancy(weight, actualWeight) && (
        <TriangleAlert size={16} role="img" aria-label="Differs from the claim" className="text-clay" />
      )}
    </span>
  );
}

type DecidedAtProps = {
  at: string | null;
  timeZone: TimeZone;
  hidesTimeIfNarrow?: boolean | undefined;
};

export function DecidedAt({ at, timeZone, hidesTimeIfNarrow = false }: DecidedAtProps) {
  if (at === null) return null;
  const instant = new Date(at);
  return (
    <time dateTime={at}>
      {formatInstantDay(instant, timeZone)}
      <span className={hidesTimeIfNarrow ? 'max-[1439px]:hidden' : undefined}>
        , {formatTime(instant, timeZone)}
      </span>
    </time>
  );
}

/** The link of a table row to its details. A card needs none, because the whole card is a link. */
export function DetailsLink({ id }: { id: number }) {
  const addressOf = useDonationAddress();
  return (
    <Button asChild kind="quiet" size="row">
      <Link to={addressOf(id)} preventScrollReset>
        Details
      </Link>
    </Button>
  );
}

/** A link to the details and the buttons that decide the donation. */
export const decideColumn = (buttons: (donation: ListedDonation) => ReactNode): DonationColumn => ({
  name: 'Actions',
  kind: 'actions',
  buttons: 2,
  mainLast: true,
  cell: (donation, on) => (
    <>
      {on === 'row' && <DetailsLink id={donation.id} />}
      {buttons(donation)}
    </>
  ),
});

/** A link from an empty list to another tab. */
export function TabLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button asChild kind="outline" size="small">
      <Link to={to}>{children}</Link>
    </Button>
  );
}

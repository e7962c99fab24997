import { Image, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { claimBesideDonation } from '#features/participants/claimWords.ts';
import { formatInstantDay, formatTime } from '#words/dates.ts';
import { isQualifying } from '#shared/weights.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { Button } from '#web/ui/Button.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { Pip } from '#web/ui/Pip.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useDonationAddress } from '#web/console/donationAddress.ts';
import type { ListedDonation } from './listedDonation.ts';
import { donationStatus, isDiscrepancy } from './rules.ts';

// Narrower than this, only the details say these things.
export const wide = 'max-[1239px]:hidden';

type ClaimedWeightProps = {
  donation: Pick<ListedDonation, 'weight' | 'actualWeight'>;
  selected?: boolean | undefined;
};

/** A claimed weight, with the loop that a qualifying donation closes. */
export function ClaimedWeight({ donation, selected = false }: ClaimedWeightProps) {
  return (
    <span className="inline-flex items-center gap-2.5 whitespace-nowrap">
      <b className="min-w-[2.625rem] font-[650]">{donation.weight}</b>
      {qualifies(donation) && (
        <>
          <span className="max-lg:hidden">
            <StatusPill status="qualifying" size="small" onSelectedRow={selected} />
          </span>
          <span className="lg:hidden">
            <Pip closed size={18} />
            <VisuallyHidden>Qualifying</VisuallyHidden>
          </span>
        </>
      )}
    </span>
  );
}

/** What the donor of a pending donation claims, if anything. */
export function ClaimNote({ donation }: { donation: ListedDonation }) {
  const claim = donationStatus(donation) === 'pending' ? claimBesideDonation(donation) : null;
  if (claim === null) return null;
  return <span className="block text-[0.90625rem] wrap-anywhere text-wheat-deep">{claim}</span>;
}

/** That a donation counts toward Gold, if it does. */
export function QualifyingPill({ donation, selected = false }: ClaimedWeightProps) {
  if (!qualifies(donation)) return null;
  return <StatusPill status="qualifying" size="small" onSelectedRow={selected} />;
}

/** What was measured counts where there is a measurement, else what was claimed. */
export function qualifies({ weight, actualWeight }: ClaimedWeightProps['donation']): boolean {
  return isQualifying(actualWeight ?? weight);
}

/** What the scale said, marked where the claim was another. */
export function MeasuredWeight({ donation }: { donation: ListedDonation }) {
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
  /** Leaves the time of day to the details where room is short. */
  short?: boolean | undefined;
};

/** When a donation was confirmed or rejected. */
export function DecidedAt({ at, timeZone, short = false }: DecidedAtProps) {
  if (at === null) return null;
  const instant = new Date(at);
  return (
    <time dateTime={at}>
      {formatInstantDay(instant, timeZone)}
      <span className={short ? wide : undefined}>, {formatTime(instant, timeZone)}</span>
    </time>
  );
}

export function PhotoMark({ photoUrl }: { photoUrl: string | null }) {
  if (photoUrl === null) return <span className="text-muted">None</span>;
  return <Image size={17} role="img" aria-label="Photo attached" className="text-spruce" />;
}

/** The way to a donation's details from its row. */
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

/** An empty list's next step: another tab. */
export function TabLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button asChild kind="outline" size="small">
      <Link to={to}>{children}</Link>
    </Button>
  );
}

import { Scale } from 'lucide-react';
import { Link } from 'react-router';
import { donationStatus, isDiscrepancy, placeOf } from './rules.ts';
import { formatDay, weightRange } from '#words/formats.ts';
import { Bag } from '#web/art/Bag.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { dashboard as words } from '#words/dashboard.tsx';
import { donations as donationWords } from '#words/rewards.tsx';
import type { DonorSummary } from './donorSummary.ts';
import { isQualifying } from '#shared/weights.ts';

type Donation = DonorSummary['recent'][number];

type RecentDonationsProps = { donations: readonly Donation[]; className: string };

export function RecentDonations({ donations, className }: RecentDonationsProps) {
  return (
    <Card as="section" aria-labelledby="recent-donations" className={className}>
      <h2 id="recent-donations" className="t-3">
        {words.recentDonations}
      </h2>
      {donations.length > 0 ? (
        <ul className="mt-2 divide-y-[1.5px] divide-line">
          {donations.map((donation) => (
            <DonationItem key={donation.id} donation={donation} />
          ))}
        </ul>
      ) : (
        <EmptyState
          object={Bag}
          title={words.noDonations}
          text={words.noDonationsText}
          action={
            <Button asChild>
              <Link to={paths.log}>{words.logDonation}</Link>
            </Button>
          }
        />
      )}
    </Card>
  );
}

function DonationItem({ donation }: { donation: Donation }) {
  const weightDifference = describeWeightDifference(donation);
  // This answer says only whether a donation was rejected, not when.
  const status = donationStatus({ isConfirmed: donation.isConfirmed, rejectedAt: donation.isRejected });
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-3.5 sm:grid-cols-[4.5rem_minmax(0,1fr)_7rem_7rem] sm:gap-x-3">
      <p className="font-bold">{weightRange(donation.actualWeight ?? donation.weight)}</p>
      <p className="t-small min-w-0 text-muted wrap-anywhere max-sm:row-start-2 max-sm:self-start">
        {placeOf(donation) ?? donationWords.noBin}
        {donation.mark !== null && status === 'pending' && (
          <span className="block">{words.markOnBag(donation.mark)}</span>
        )}
        {donation.measured_kg !== null && (
          <span className="block">{words.weighed(donation.measured_kg)}</span>
        )}
      </p>
      <p className="t-small text-muted tabular max-sm:row-start-2 max-sm:self-start max-sm:text-end">
        {formatDay(donation.date)}
      </p>
      <p className="justify-self-end max-sm:col-start-2 max-sm:row-start-1">
        <StatusPill status={status} />
      </p>
      {weightDifference !== null && (
        <p className="t-small col-span-full flex gap-2 text-wheat-deep sm:col-start-2">
          <Scale size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
          {weightDifference}
        </p>
      )}
      {donation.rejectionReason && (
        <p className="t-small col-span-full text-clay-deep wrap-anywhere sm:col-start-2">
          {donation.rejectionReason}
        </p>
      )}
    </li>
  );
}

type DonationWeights = Pick<Donation, 'weight' | 'actualWeight' | 'isConfirmed'>;

/**
 * Says that the measured weight differs from the claimed one. If that changes whether a confirmed donation counts toward
 * Gold, it says so too. Null without a measured weight, or if it does not differ.
 */
export function describeWeightDifference({
  weight,
  actualWeight,
  isConfirmed,
}: DonationWeights): string | null {
  if (actualWeight === null || !isDiscrepancy(weight, actualWeight)) return null;
  const countsTowardGold = isQualifying(actualWeight);
  const changesGold = isConfirmed && countsTowardGold !== isQualifying(weight);
  return words.weightDiffers(
    weightRange(weight),
    weightRange(actualWeight),
    changesGold ? countsTowardGold : null,
  );
}

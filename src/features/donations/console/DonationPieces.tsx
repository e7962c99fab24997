import { PersonLink } from '#web/console/PersonLink.tsx';
import { donorName, type ListedDonation, type NamedDonation } from './listedDonation.ts';
import { Copy, TriangleAlert } from 'lucide-react';
import { isDiscrepancy } from '#features/donations/rules.ts';
import { useId } from 'react';
import { contract as participants } from '#features/donors/contract.ts';
import { claimWithStatus } from '#features/donors/claimWords.ts';
import { useMayCall } from '#web/console/useMayCall.ts';
import { Checkbox } from '#web/ui/Field.tsx';
import { Pill } from '#web/ui/Pill.tsx';

type DonorLinkProps = {
  donation: NamedDonation;
  className?: string | undefined;
  /** The text of the link; the donor's name by default. */
  children?: string | undefined;
};

/** A link to the donor's page. Removed donors and unclaimed bags have no page, so their name is plain text. */
export function DonorLink({ donation, className, children = donorName(donation) }: DonorLinkProps) {
  if (donation.participantId === null || donation.participantRemovedAt !== null) {
    return <span className="font-normal text-muted">{donorName(donation)}</span>;
  }
  return (
    <PersonLink id={donation.participantId} className={className}>
      {children}
    </PersonLink>
  );
}

type AlikePillProps = {
  donation: Pick<ListedDonation, 'alike'>;
  onSelectedRow?: boolean | undefined;
};

/** Shows how many other donations look like this one, if any. */
export function AlikePill({ donation: { alike: alikeCount }, onSelectedRow }: AlikePillProps) {
  if (alikeCount === 0) return null;
  return (
    <span title="Same donor, day, weight and place, logged within an hour" className="inline-flex">
      <Pill tone="wheat" icon={Copy} size="small" onSelectedRow={onSelectedRow}>
        {alikeCount} alike
      </Pill>
    </span>
  );
}

/** Warns if the measured weight differs from the claimed one. */
export function DiscrepancyNote({ claimed, measured }: { claimed: string; measured: string }) {
  return (
    <div aria-live="polite" className="mt-2 empty:mt-0">
      {isDiscrepancy(claimed, measured) && (
        <p className="flex gap-2.5 rounded-console bg-wheat-tint px-3 py-2.5 text-[0.90625rem] leading-[1.4] font-semibold text-wheat-deep">
          <TriangleAlert size={18} aria-hidden="true" className="mt-px shrink-0" />
          Weight discrepancy detected - student will be notified
        </p>
      )}
    </div>
  );
}

type ClaimChoiceProps = {
  donation: Pick<ListedDonation, 'claimedName' | 'claimedEmail' | 'isClaimProven'>;
  accepts: boolean;
  onChange: (accepts: boolean) => void;
};

/** The donor's claimed name and email, for an admin to accept with the confirmation. */
export function ClaimChoice({ donation, accepts, onChange }: ClaimChoiceProps) {
  const id = useId();
  const mayDecide = useMayCall()(participants.decideClaim);
  const claim = claimWithStatus(donation);
  if (claim === null || !mayDecide) return null;
  return (
    <div className="flex gap-3 rounded-large bg-wheat-tint px-4 py-3">
      <Checkbox
        id={id}
        size="page"
        checked={accepts}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label htmlFor={id} className="min-w-0 cursor-pointer leading-[1.4] wrap-anywhere">
        <b className="font-[650]">{claim}</b>
        <span className="block text-[0.90625rem] text-wheat-deep">
          Accept it only if this is the person who gave: they will see all codes of this donor.
        </span>
      </label>
    </div>
  );
}

import { useId } from 'react';
import { contract as participants } from '#features/donors/contract.ts';
import { claimBesideDonation } from '#features/donors/claimWords.ts';
import type { ListedDonation } from '#features/donations/listedDonation.ts';
import { useMayCall } from '#web/console/useMayCall.ts';
import { Checkbox } from '#web/ui/Field.tsx';

type ClaimChoiceProps = {
  donation: Pick<ListedDonation, 'claimedName' | 'claimedEmail' | 'isClaimProven'>;
  accepts: boolean;
  onChange: (accepts: boolean) => void;
};

/** What the donor of a donation claims, for an admin to note with the confirmation. Nothing where there is no claim. */
export function ClaimChoice({ donation, accepts, onChange }: ClaimChoiceProps) {
  const id = useId();
  const mayDecide = useMayCall()(participants.decideClaim);
  const claim = claimBesideDonation(donation);
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
          Accept it with the confirmation. Only if this is who gave: they see all codes of this donor.
        </span>
      </label>
    </div>
  );
}

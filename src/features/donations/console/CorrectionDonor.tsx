import { useState } from 'react';
import type { DonationRow } from '#features/donations/contract.ts';
import { ParticipantCombobox, type PickedParticipant } from '#features/donors/ParticipantCombobox.tsx';
import type { ParticipantMatch } from '#features/donors/contract.ts';
import { participantName } from '#features/donors/participantName.ts';
import { donorIdFrom } from '#shared/fields.ts';
import { Field, TextInput } from '#web/ui/Field.tsx';
import { donorIdOf } from './correctionForm.ts';
import { donorName } from './listedDonation.ts';

/** The chosen participant, and the donor ID that is sent for them. */
export interface Donor {
  participant: PickedParticipant;
  /** Null if the present donor has none. */
  studentId: string | null;
}

/** The present donor of a donation; null for an unclaimed bag. */
export function presentDonor({
  participantId,
  participantName: displayName,
  studentId,
}: DonationRow): Donor | null {
  if (participantId === null) return null;
  const participant = { id: participantId, displayName, studentIds: studentId === null ? [] : [studentId] };
  return { participant, studentId };
}

type DonorFieldProps = {
  donation: DonationRow;
  donor: Donor | null;
  onChange: (donor: Donor | null) => void;
  /** Whether the donation's reward code was used: then its donor cannot be changed. */
  isFixed: boolean;
};

export function DonorField({ donation, donor, onChange, isFixed }: DonorFieldProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const present = presentDonor(donation);
  if (present !== null && isFixed) {
    return (
      <Field label="Donor" hint={donation.studentId ?? undefined}>
        <TextInput value={participantName(present.participant)} disabled readOnly />
      </Field>
    );
  }

  function choose(chosen: Donor | null, reason: string | null = null) {
    setProblem(reason);
    onChange(chosen);
  }

  function chooseMatch(match: ParticipantMatch) {
    const studentId = donorIdOf(match);
    if (match.id === present?.participant.id) choose(present);
    else if (studentId === undefined)
      choose(null, 'This person has no donor ID or email yet. Note an email first.');
    else choose({ participant: match, studentId });
  }

  function chooseNew(text: string) {
    const studentId = donorIdFrom(text);
    if (studentId === undefined)
      choose(null, 'A donor ID has only letters, digits, spaces and . _ @ / + -, at most 64.');
    // The server finds or creates the participant by the donor ID.
    else choose({ participant: { id: 0, displayName: null, studentIds: [studentId] }, studentId });
  }

  return (
    <Field label="Donor" hint={<DonorHint donation={donation} donor={donor} />} error={problem}>
      <ParticipantCombobox
        value={donor?.participant ?? null}
        onChange={(match) => (match === null ? choose(null) : chooseMatch(match))}
        onCreate={chooseNew}
      />
    </Field>
  );
}

function DonorHint({ donation, donor }: Pick<DonorFieldProps, 'donation' | 'donor'>) {
  if (donor === null) return 'Type a name, email, phone or ID.';
  if (donation.participantId === null) return donor.studentId;
  if (donor.studentId === donation.studentId) return donor.studentId ?? 'No donor ID';
  // The ID is left out where it stands in for a missing name.
  const before = [donorName(donation), donation.participantName && donation.studentId].filter(Boolean);
  return (
    <>
      {donor.participant.displayName && `${donor.studentId}. `}
      <b className="font-[650] text-wheat-deep">Was {before.join(', ')}</b>
    </>
  );
}

import { useState } from 'react';
import type { DonationRow } from '#features/donations/contract.ts';
import { ParticipantCombobox, type PickedParticipant } from '#features/donors/ParticipantCombobox.tsx';
import { participantName } from '#features/donors/participantName.ts';
import { donorIdFrom } from '#shared/fields.ts';
import { Field, TextInput } from '#web/ui/Field.tsx';
import { donorIdOf } from './correctionForm.ts';
import { donorName } from './listedDonation.ts';

/** The chosen participant, and the donor ID that is sent for them. */
export interface Donor {
  participant: PickedParticipant;
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
  /** Whether the code was used, so that the donor cannot be changed. */
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

  function choose(
    participant: PickedParticipant,
    studentId: string | null | undefined,
    problemWithoutId: string,
  ) {
    setProblem(studentId === undefined ? problemWithoutId : null);
    onChange(studentId === undefined ? null : { participant, studentId });
  }

  return (
    <Field label="Donor" hint={<DonorHint donation={donation} donor={donor} />} error={problem}>
      <ParticipantCombobox
        value={donor?.participant ?? null}
        onChange={(match) => {
          if (match === null) onChange(null);
          else if (match.id === present?.participant.id) choose(present.participant, present.studentId, '');
          else
            choose(match, donorIdOf(match), 'This person has no donor ID or email yet. Note an email first.');
        }}
        onCreate={(text) => {
          const studentId = donorIdFrom(text);
          const participant = { id: 0, displayName: null, studentIds: [studentId ?? ''] };
          choose(participant, studentId, 'A donor ID has only letters, digits, spaces and . _ @ / + -');
        }}
      />
    </Field>
  );
}

function DonorHint({ donation, donor }: Pick<DonorFieldProps, 'donation' | 'donor'>) {
  if (donor === null) return 'Type a name, email, phone or ID.';
  if (donation.participantId === null) return donor.studentId;
  if (donor.studentId === donation.studentId) return donor.studentId ?? 'No donor ID';
  const before = [donorName(donation), donation.participantName && donation.studentId].filter(Boolean);
  return (
    <>
      {donor.participant.displayName && `${donor.studentId}. `}
      <b className="font-[650] text-wheat-deep">Was {before.join(', ')}</b>
    </>
  );
}

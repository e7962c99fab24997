import { useState } from 'react';
import type { DonationRow } from '#features/donations/contract.ts';
import { ParticipantCombobox, type PickedParticipant } from '#features/donors/ParticipantCombobox.tsx';
import type { ParticipantMatch } from '#features/donors/contract.ts';
import { donorIdFrom } from '#shared/fields.ts';
import { Field, TextInput } from '#web/ui/Field.tsx';
import { pickDonorId } from './correctionForm.ts';
import { donorName } from './listedDonation.ts';

/** The chosen participant, and the donor ID that is sent for them. */
export interface CorrectionDonor {
  participant: PickedParticipant;
  /** Null if the current donor has none. */
  studentId: string | null;
}

/** The current donor of a donation; null for an unclaimed bag. */
export function currentDonor(donation: DonationRow): CorrectionDonor | null {
  const { participantId: id, participantName: displayName, studentId } = donation;
  if (id === null) return null;
  return { participant: { id, displayName, studentIds: studentId === null ? [] : [studentId] }, studentId };
}

type CorrectionDonorFieldProps = {
  donation: DonationRow;
  donor: CorrectionDonor | null;
  onChange: (donor: CorrectionDonor | null) => void;
  /** A donation whose reward code was used keeps its donor. */
  isCodeUsed: boolean;
};

export function CorrectionDonorField({ donation, donor, onChange, isCodeUsed }: CorrectionDonorFieldProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const current = currentDonor(donation);
  if (current !== null && isCodeUsed) {
    return (
      <Field label="Donor" hint={donation.studentId ?? undefined}>
        <TextInput value={donorName(donation)} disabled readOnly />
      </Field>
    );
  }

  function choose(newDonor: CorrectionDonor | null, newProblem: string | null = null) {
    setProblem(newProblem);
    onChange(newDonor);
  }

  function chooseMatch(match: ParticipantMatch) {
    const studentId = pickDonorId(match);
    if (match.id === current?.participant.id) {
      choose(current);
    } else if (studentId === undefined) {
      choose(null, 'This person has no donor ID or email yet. Add an email first.');
    } else {
      choose({ participant: match, studentId });
    }
  }

  function chooseDonorId(text: string) {
    const studentId = donorIdFrom(text);
    if (studentId === undefined) {
      choose(null, 'A donor ID has only letters, digits, spaces and . _ @ / + -, at most 64.');
      return;
    }
    // The id 0 is a placeholder: the server finds or creates the participant by the donor ID.
    choose({ participant: { id: 0, displayName: null, studentIds: [studentId] }, studentId });
  }

  return (
    <Field label="Donor" hint={<DonorHint donation={donation} donor={donor} />} error={problem}>
      <ParticipantCombobox
        value={donor?.participant ?? null}
        onChange={(match) => (match === null ? choose(null) : chooseMatch(match))}
        onCreate={chooseDonorId}
      />
    </Field>
  );
}

function DonorHint({ donation, donor }: Pick<CorrectionDonorFieldProps, 'donation' | 'donor'>) {
  if (donor === null) return 'Type a name, email, phone or ID.';
  if (donation.participantId === null) return donor.studentId;
  if (donor.studentId === donation.studentId) return donor.studentId ?? 'No donor ID';
  const { participantName, studentId } = donation;
  const previousDonor = [participantName, studentId].filter((part) => part !== null).join(', ');
  return (
    <>
      {donor.participant.displayName && `${donor.studentId}. `}
      <b className="font-[650] text-wheat-deep">Was {previousDonor || donorName(donation)}</b>
    </>
  );
}

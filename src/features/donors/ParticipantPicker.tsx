import type { ComponentProps } from 'react';
import { Field } from '#web/ui/Field.tsx';
import { ParticipantCombobox } from './ParticipantCombobox.tsx';
import { participantDetails } from './participantName.ts';

type ParticipantPickerProps = ComponentProps<typeof ParticipantCombobox> & {
  label: string;
  /** Replaced by the chosen participant's details. */
  hint?: string;
  error: string | null | undefined;
};

/** The field that finds a participant by typing: name, email, phone, donor ID or number. */
export function ParticipantPicker({
  label,
  hint = 'Type a name, email, phone or ID.',
  error,
  ...combobox
}: ParticipantPickerProps) {
  const { value } = combobox;
  return (
    <Field label={label} hint={value === null ? hint : participantDetails(value)} error={error}>
      <ParticipantCombobox {...combobox} />
    </Field>
  );
}

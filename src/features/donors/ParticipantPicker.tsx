import type { ComponentProps, ReactNode } from 'react';
import { Field } from '#web/ui/Field.tsx';
import type { FieldSize } from '#web/ui/fieldContext.ts';
import { ParticipantCombobox } from './ParticipantCombobox.tsx';
import { participantDetails } from './participantName.ts';

type ParticipantPickerProps = ComponentProps<typeof ParticipantCombobox> & {
  label: ReactNode;
  mark?: ReactNode;
  /** Replaced by the chosen participant's details. */
  hint?: ReactNode;
  error?: string | null | undefined;
  size?: FieldSize | undefined;
  className?: string | undefined;
};

/** The field that finds a participant by typing: name, email, phone, donor ID or number. */
export function ParticipantPicker({
  label,
  mark,
  hint = 'Type a name, email, phone or ID.',
  error,
  size,
  className,
  ...combobox
}: ParticipantPickerProps) {
  const { value } = combobox;
  return (
    <Field
      label={label}
      mark={mark}
      hint={value === null ? hint : participantDetails(value)}
      error={error}
      size={size}
      className={className}
    >
      <ParticipantCombobox {...combobox} />
    </Field>
  );
}

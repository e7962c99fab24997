import { lengths } from '#shared/lengths.ts';
import { TextField } from '#web/form/fields.tsx';

/** What is said of a bin, when it is added and when that changes. */
export function BinFields({ nameLabel, locationHint }: { nameLabel: string; locationHint: string }) {
  return (
    <>
      <TextField name="name" label={nameLabel} maxLength={lengths.name} autoComplete="off" />
      <TextField
        name="location"
        label="Location"
        hint={locationHint}
        maxLength={lengths.place}
        autoComplete="off"
      />
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { contract as bins } from '#features/bins/contract.ts';
import { lengths } from '#shared/lengths.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { TextField } from '#web/form/fields.tsx';
import { binLabel } from './intakeForm.ts';

/** A text field for where a donation was left, which suggests the bins. */
export function PlaceField({ name, label }: { name: string; label: string }) {
  const { data } = useQuery(endpointQuery(bins.publicBins, {}));
  const listId = useId();
  return (
    <>
      <TextField
        name={name}
        label={label}
        labelNote="a bin, or in words"
        list={listId}
        maxLength={lengths.place}
        autoComplete="off"
      />
      <datalist id={listId}>
        {data?.bins.map((bin) => (
          <option key={bin.id} value={binLabel(bin, data.bins)}>
            {bin.location}
          </option>
        ))}
      </datalist>
    </>
  );
}

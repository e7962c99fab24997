import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { contract as bins } from '#features/bins/contract.ts';
import { DiscrepancyNote } from '#features/donations/DiscrepancyNote.tsx';
import { lengths } from '#shared/lengths.ts';
import { weightBands } from '#shared/weights.ts';
import { weightLabels } from '#words/formats.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { PhotoUpload } from '#features/donations/photos/PhotoUpload.tsx';
import type { PhotoUploading } from '#features/donations/photos/usePhotoUpload.ts';
import { CheckboxField, DateField, SelectField, TextField } from '#web/form/fields.tsx';
import { useFormMethods } from '#web/form/formContext.ts';
import type { IntakeInput, IntakeValues } from './intakeForm.ts';

const weightOptions = weightBands.map((band) => ({ value: band, label: weightLabels[band] }));

type DonationFieldsProps = { today: string; photo: PhotoUploading };

export function DonationFields({ today, photo }: DonationFieldsProps) {
  const { control } = useFormMethods<IntakeInput, IntakeValues>();
  const [claimed, measured] = useWatch({ control, name: ['weight', 'actualWeight'] });
  const { data } = useQuery(endpointQuery(bins.publicBins, {}));
  const locationsId = useId();
  const sitesId = useId();
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      <TextField
        control={control}
        name="studentId"
        label="Donor ID"
        mark="optional"
        transform={(text) => text.toUpperCase()}
        maxLength={lengths.donorId}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <DateField control={control} name="date" label="Date" max={today} />
      <SelectField control={control} name="weight" label="Weight" options={weightOptions} />
      <div>
        <SelectField
          control={control}
          name="actualWeight"
          label="Measured weight"
          mark="optional"
          options={weightOptions}
          emptyLabel="Not weighed"
        />
        <DiscrepancyNote claimed={claimed} measured={measured ?? ''} />
      </div>
      <TextField
        control={control}
        name="binLocation"
        label="Bin location"
        mark="optional"
        list={locationsId}
        maxLength={lengths.place}
        autoComplete="off"
      />
      <TextField
        control={control}
        name="dropSite"
        label="Drop site"
        mark="optional"
        list={sitesId}
        maxLength={lengths.place}
        autoComplete="off"
      />
      <datalist id={locationsId}>
        {data?.bins.map(({ id, location }) => (
          <option key={id}>{location}</option>
        ))}
      </datalist>
      <datalist id={sitesId}>
        {data?.bins.map(({ id, name }) => (
          <option key={id}>{name}</option>
        ))}
      </datalist>
      <TextField
        control={control}
        name="notes"
        label="Notes"
        mark="optional"
        maxLength={lengths.donationNotes}
        autoComplete="off"
        className="sm:col-span-2"
      />
      <PhotoUpload upload={photo} mark="optional" className="sm:col-span-2" />
      <CheckboxField
        control={control}
        name="confirmNow"
        label="Confirm now"
        hint="Issues the reward code at once. Otherwise the donation waits under Pending."
        className="sm:col-span-2"
      />
    </div>
  );
}

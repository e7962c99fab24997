import { useQuery } from '@tanstack/react-query';
import { useId, useEffect, type KeyboardEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { contract as bins } from '#features/bins/contract.ts';
import { DiscrepancyNote } from './DonationPieces.tsx';
import { lengths } from '#shared/lengths.ts';
import { weightBands } from '#shared/weights.ts';
import { weightLabels } from '#words/formats.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { PhotoUpload } from '#features/donations/photos/PhotoUpload.tsx';
import type { PhotoUploading } from '#features/donations/photos/usePhotoUpload.ts';
import { CheckboxField, DateField, SelectField, TextField } from '#web/form/fields.tsx';
import { useFormMethods } from '#web/form/formContext.ts';
import { type IntakeInput, type IntakeValues } from './intakeForm.ts';
import { UserPlus } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { ReasonButton } from '#web/ui/ReasonButton.tsx';
import { ErrorNote } from '#web/ui/ErrorBanner.tsx';

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

type NewParticipantProps = {
  onCreate: () => void;
  onFindInstead: () => void;
  pending: boolean;
  error: string | null;
};

/** Enter creates the participant; Ctrl+Enter saves the donation as well. */
export function NewParticipant({ onCreate, onFindInstead, pending, error }: NewParticipantProps) {
  const { control, getValues, setFocus } = useFormMethods<IntakeInput, IntakeValues>();

  useEffect(() => {
    // The text of the search is in its field already.
    setFocus(getValues('displayName') ? 'email' : 'displayName');
  }, [getValues, setFocus]);

  function handleKeyDown(event: KeyboardEvent) {
    const inField = event.target instanceof HTMLInputElement;
    if (event.key !== 'Enter' || !inField || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onCreate();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- catches Enter of the fields inside
    <div onKeyDown={handleKeyDown} className="flex flex-col gap-4">
      <TextField
        control={control}
        name="displayName"
        label="Name"
        maxLength={lengths.name}
        autoComplete="off"
      />
      <TextField
        control={control}
        name="email"
        label="Email"
        mark="optional"
        type="email"
        inputMode="email"
        maxLength={lengths.email}
        autoComplete="off"
      />
      <TextField
        control={control}
        name="phone"
        label="Phone"
        mark="optional"
        type="tel"
        inputMode="tel"
        maxLength={lengths.phone}
        autoComplete="off"
      />
      <ErrorNote message={error} />
      <div className="flex flex-wrap gap-2 max-md:[&>*]:min-h-11">
        <Button
          kind="outline"
          size="console"
          icon={UserPlus}
          pending={pending}
          pendingLabel="Creating…"
          onClick={onCreate}
        >
          Create participant
        </Button>
        <ReasonButton
          kind="ghost"
          size="console"
          onClick={onFindInstead}
          disabledReason={pending ? 'Wait until this is done.' : undefined}
        >
          Find instead
        </ReasonButton>
      </div>
    </div>
  );
}

import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { instantOf, townOf, wallTimeOf } from '#shared/dates.ts';
import { lengths } from '#shared/lengths.ts';
import { hasSessionEnded } from '#web/api/errors.ts';
import { useChange } from '#web/api/useChange.ts';
import { changedValues } from '#web/form/changedValues.ts';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { CheckboxField, DateField, TextAreaField, TextField } from '#web/form/fields.tsx';
import { unplacedError } from '#web/form/serverErrors.ts';
import { useZodForm } from '#web/form/useForm.ts';
import { ErrorNote } from '#web/ui/ErrorBanner.tsx';
import { toast } from '#web/ui/toast.ts';
import { formatInstant } from '#words/formats.ts';
import { addForm, toRequestBody, editForm, formatCoordinates } from './binForm.ts';
import { type BinRow, contract } from './contract.ts';

/** The message if the server gives no reason of its own. */
export const requestFailedMessage = 'Request failed';

export type Failure = { title: string; error: unknown };

/** Creates an error handler that passes a failure on, unless the session has ended: then the login page follows. */
export const createFailureHandler =
  (title: string, onFailure: (failure: Failure) => void) => (error: unknown) => {
    if (!hasSessionEnded(error)) onFailure({ title, error });
  };

export function AddBinDialog({ onClose }: { onClose: () => void }) {
  const defaultValues = {
    name: '',
    location: '',
    binCode: '',
    directions: '',
    hours: '',
    targetDays: '',
    coordinates: '',
  };
  const form = useZodForm(addForm, { defaultValues });
  const requiredTexts = useWatch({ control: form.control, name: ['name', 'location', 'binCode'] });
  const create = useChange(contract.createBin, {
    change: (send, values: z.output<typeof addForm>) => send({ body: toRequestBody(values) }),
    onSuccess: ({ bin }) => {
      const description = `Its QR Code button makes the codes for ${bin.name}.`;
      toast({ kind: 'success', title: 'Drop bin created successfully', description });
      onClose();
    },
    onError: (error) => {
      if (hasSessionEnded(error)) return;
      const description = unplacedError(error, requestFailedMessage) ?? undefined;
      toast({ kind: 'error', title: 'Failed to create drop bin', description });
    },
  });
  const isIncomplete = form.formState.isSubmitted && requiredTexts.some((text) => !text.trim());

  return (
    <FormDialog
      onClose={onClose}
      title="Add New Bin"
      submitLabel="Add Bin"
      pendingLabel="Adding…"
      form={form}
      change={create}
      onSubmit={create.mutate}
      failed={null}
    >
      <BinFields nameLabel="Bin Name" locationHint="Where people find it: the building and the door." />
      <TextField
        control={form.control}
        name="binCode"
        label="Bin Code"
        hint="Uppercase letters, numbers and underscores, such as UC_EAST."
        transform={(text) => text.toUpperCase()}
        maxLength={lengths.binCode}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <OptionalFields />
      <ErrorNote message={isIncomplete ? 'Please fill in all fields' : null} takesFocus={false} />
    </FormDialog>
  );
}

function BinFields({ nameLabel, locationHint }: { nameLabel: string; locationHint: string }) {
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

function OptionalFields() {
  return (
    <>
      <TextField
        name="directions"
        label="Directions"
        labelNote="optional"
        hint="How to find it once you are there, such as “Left of the coffee bar, under the stairs.”"
        maxLength={lengths.directions}
        autoComplete="off"
      />
      <TextAreaField
        name="hours"
        label="Hours"
        labelNote="optional"
        hint="When people get to it, such as Mon to Fri, 7 AM to 10 PM"
        rows={2}
        maxLength={lengths.openingHours}
      />
      <TextField
        name="targetDays"
        label="Target days between emptyings"
        labelNote="optional"
        hint="The bin is due this many days after it was emptied."
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
      />
      <TextField
        name="coordinates"
        label="Place on the map"
        labelNote="optional"
        hint="Latitude and longitude, as a map gives them: 49.8093, -97.1331. With them donors can sort bins by distance."
        maxLength={60}
        autoComplete="off"
      />
    </>
  );
}

type BinDialogProps = { bin: BinRow; onClose: () => void };

export function EditBinDialog({ bin, onClose }: BinDialogProps) {
  // As the form's schema returns them, to be compared with the submitted values.
  const savedValues = {
    name: bin.name,
    location: bin.location,
    isActive: bin.is_active,
    directions: bin.directions ?? '',
    hours: bin.hours ?? '',
    targetDays: bin.target_days,
    coordinates: formatCoordinates(bin),
  };
  const form = useZodForm(editForm, {
    defaultValues: { ...savedValues, targetDays: String(bin.target_days ?? '') },
  });
  const update = useChange(contract.updateBin, {
    change: (send, body: z.input<typeof contract.updateBin.body>) => send({ params: { id: bin.id }, body }),
    onSuccess: ({ bin: { name, location } }) => {
      const description =
        location === bin.location
          ? `${name} is up to date.`
          : `A printed Log code still says the old location: print the poster of ${name} anew.`;
      toast({ kind: 'success', title: 'Bin saved', description });
      onClose();
    },
  });

  return (
    <FormDialog
      onClose={onClose}
      title={`Edit ${bin.name}`}
      description={`Bin code ${bin.bin_code}, which stays as it is.`}
      submitLabel="Save"
      pendingLabel="Saving…"
      form={form}
      change={update}
      onSubmit={(values, options) => {
        const changes = changedValues(values, savedValues);
        if (changes) update.mutate(toRequestBody(changes), options);
        else onClose();
      }}
      failed={requestFailedMessage}
    >
      <BinFields nameLabel="Name" locationHint="Donors read it after they scan the bin." />
      <OptionalFields />
      <CheckboxField
        control={form.control}
        name="isActive"
        label="Active"
        hint="An inactive bin is offered to nobody, and takes no reports."
      />
    </FormDialog>
  );
}

/** A form for a time from `earliest` on. Times such as `2026-11-20T15:30` compare correctly as strings. */
const scheduleForm = (earliest: string) =>
  z.object({
    when: z
      .string()
      .min(1, { error: 'Please choose a date and time', abort: true })
      .refine((when) => when >= earliest, 'Please choose a time that is still to come'),
  });

export function SchedulePickupDialog({ bin, onClose }: BinDialogProps) {
  const { timeZone } = useSiteInfo();
  const [openedAt] = useState(() => wallTimeOf(new Date(), timeZone));
  const nextPickup = bin.next_scheduled_pickup;
  const defaultValues = { when: nextPickup === null ? '' : wallTimeOf(new Date(nextPickup), timeZone) };
  const form = useZodForm(scheduleForm(openedAt), { defaultValues });
  const schedule = useChange(contract.scheduleBinPickup, {
    change: (send, when: string) =>
      send({ params: { id: bin.id }, body: { when: instantOf(when, timeZone).toISOString() } }),
    onSuccess: (_answer, when) => {
      const description = `${bin.name}, ${formatInstant(instantOf(when, timeZone), timeZone)}`;
      toast({ kind: 'success', title: 'Pickup scheduled', description });
      onClose();
    },
  });

  return (
    <FormDialog
      onClose={onClose}
      title="Schedule next pickup"
      description={`${bin.name}, ${bin.location}`}
      submitLabel="Schedule"
      pendingLabel="Scheduling…"
      form={form}
      change={schedule}
      onSubmit={(values, options) => {
        if (changedValues(values, defaultValues)) schedule.mutate(values.when, options);
        else onClose();
      }}
      failed={requestFailedMessage}
    >
      <DateField
        control={form.control}
        name="when"
        type="datetime-local"
        label="Date and time"
        hint={`By the clock of ${townOf(timeZone)}.`}
        min={openedAt}
      />
    </FormDialog>
  );
}

import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { lengths } from '#shared/lengths.ts';
import { townOf, wallTimeOf } from '#shared/dates.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { formatInstant } from '#words/formats.ts';
import { useChange } from '#web/api/useChange.ts';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { DateField, SelectField, TextAreaField } from '#web/form/fields.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { StatusPill } from '#web/ui/Pill.tsx';
import { toast } from '#web/ui/toast.ts';
import { statusWords } from '#words/site.ts';
import { contract, setPickupStatusBody, type PickupRow } from './contract.ts';
import { formatPreference } from './pickupTimes.ts';
import { isReschedule, type PickupStatus, listStatusChoices, whyTimeNotAllowed } from './rules.ts';

/** The body without its rule that only a scheduled pickup has a time, since the hidden field stays filled in. */
const statusForm = z.object(setPickupStatusBody.shape).omit({ kilograms: true });

type StatusChange = z.output<typeof statusForm>;

export function PickupStatusDialog({ pickup, onClose }: { pickup: PickupRow; onClose: () => void }) {
  const { timeZone } = useSiteInfo();
  const [openedAt] = useState(() => wallTimeOf(new Date(), timeZone));
  const choices = listStatusChoices(pickup.status);
  const preference = formatPreference(pickup, timeZone);
  const savedValues = {
    scheduledAt: pickup.scheduledAt === null ? '' : wallTimeOf(new Date(pickup.scheduledAt), timeZone),
    notes: pickup.notes ?? '',
  };
  const form = useZodForm(statusForm, {
    defaultValues: {
      status: choices[0] ?? pickup.status,
      notes: savedValues.notes,
      scheduledAt: savedValues.scheduledAt || suggestTime(pickup, openedAt, timeZone),
    },
  });
  const chosenStatus = useWatch({ control: form.control, name: 'status' });
  const setStatus = useChange(contract.setPickupStatus, {
    change: (send, body: StatusChange) => send({ params: { id: pickup.id }, body }),
    onSuccess: ({ pickup: { name, status, scheduledAt } }) => {
      toast({
        kind: 'success',
        title: isReschedule(pickup.status, status) ? 'Pickup changed' : `Pickup ${status}`,
        description:
          status === 'scheduled' && scheduledAt !== null
            ? `${name}, ${formatInstant(new Date(scheduledAt), timeZone)}`
            : successTexts[status](name),
      });
      onClose();
    },
  });

  function submit(
    { status, scheduledAt, notes }: StatusChange,
    options: Parameters<typeof setStatus.mutate>[1],
  ) {
    const changes = {
      status,
      // Unchanged fields are left out, so that the audit log does not list them as changed.
      scheduledAt:
        status !== 'scheduled' || scheduledAt === savedValues.scheduledAt ? undefined : scheduledAt,
      notes: notes === savedValues.notes ? undefined : notes,
    };
    const reason = changes.scheduledAt && whyTimeNotAllowed(changes.scheduledAt, openedAt);
    if (reason) form.setError('scheduledAt', { message: reason }, { shouldFocus: true });
    else if (isReschedule(pickup.status, status) && !changes.scheduledAt && !changes.notes) onClose();
    else setStatus.mutate(changes, options);
  }

  return (
    <FormDialog
      onClose={onClose}
      title="Change status"
      description={`${pickup.name}, ${pickup.address}`}
      submitLabel={isReschedule(pickup.status, chosenStatus) ? 'Save changes' : 'Save status'}
      pendingLabel="Saving…"
      form={form}
      change={setStatus}
      onSubmit={submit}
      failed="Failed to update pickup"
    >
      <p className="flex items-center gap-2.5">
        Now <StatusPill status={pickup.status} />
      </p>
      {preference && <p>{`Asked for: ${preference}`}</p>}
      <SelectField
        control={form.control}
        name="status"
        label="New status"
        hint="Completed and cancelled are final."
        options={choices.map((status) => ({
          value: status,
          label: isReschedule(pickup.status, status) ? 'Change time or notes' : statusWords[status],
        }))}
      />
      {chosenStatus === 'scheduled' && (
        <DateField
          control={form.control}
          name="scheduledAt"
          type="datetime-local"
          label="Date and time"
          labelNote="optional"
          hint={`By the clock of ${townOf(timeZone)}.`}
        />
      )}
      <TextAreaField
        control={form.control}
        name="notes"
        label="Notes"
        labelNote="optional"
        hint="For the team only. Left empty, earlier notes stay."
        rows={3}
        maxLength={lengths.pickupNotes}
      />
    </FormDialog>
  );
}

/** The requested window's start. An empty text without a window, or if the start has passed. */
function suggestTime({ windowDate, preferredAt }: PickupRow, now: string, timeZone: TimeZone): string {
  if (windowDate === null || preferredAt === null) return '';
  const start = wallTimeOf(new Date(preferredAt), timeZone);
  return start < now ? '' : start;
}

const successTexts: Readonly<Record<PickupStatus, (name: string) => string>> = {
  pending: (name) => `The request of ${name} waits to be scheduled.`,
  scheduled: (name) => `The team collects the items of ${name}.`,
  completed: (name) => `The items of ${name} are collected.`,
  cancelled: (name) => `Nobody will come to ${name}.`,
};

import { useState } from 'react';
import { z } from 'zod';
import { instantOf, townOf, wallTimeOf } from '#shared/dates.ts';
import { formatInstant } from '#words/dates.ts';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { errorMessage } from '#web/api/client.ts';
import { useChange } from '#web/api/useChange.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import { DateField } from '#web/form/fields.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { toast } from '#web/ui/toast.ts';
import { requestFailed } from './binChanges.ts';
import { type BinRow, contract } from './contract.ts';

export function SchedulePickupDialog({ bin, onClose }: { bin: BinRow; onClose: () => void }) {
  const { timeZone } = useSiteInfo();
  const [openedAt] = useState(() => wallTimeOf(new Date(), timeZone));
  const form = useZodForm(scheduleForm(openedAt), {
    defaultValues: {
      when:
        bin.next_scheduled_pickup === null ? '' : wallTimeOf(new Date(bin.next_scheduled_pickup), timeZone),
    },
  });
  const schedule = useChange(contract.scheduleBinPickup, {
    change: (send, when: string) =>
      send({ params: { id: bin.id }, body: { when: instantOf(when, timeZone).toISOString() } }),
    onSuccess: ({ bin: { name, next_scheduled_pickup: next } }) => {
      toast({
        kind: 'success',
        title: 'Pickup scheduled',
        description: next === null ? name : `${name}, ${formatInstant(new Date(next), timeZone)}`,
      });
      onClose();
    },
  });

  return (
    <DialogForm
      open
      onClose={onClose}
      title="Schedule next pickup"
      description={`${bin.name}, ${bin.location}`}
      submitLabel="Schedule"
      pendingLabel="Scheduling…"
      form={form}
      onSubmit={({ when }) => schedule.mutate(when)}
      pending={schedule.isPending}
      error={schedule.error && errorMessage(schedule.error, requestFailed)}
    >
      <DateField
        control={form.control}
        name="when"
        type="datetime-local"
        label="Date and time"
        hint={`By the clock of ${townOf(timeZone)}.`}
        min={openedAt}
      />
    </DialogForm>
  );
}

/** Times of the form `YYYY-MM-DDTHH:MM` compare correctly as strings. */
function scheduleForm(earliest: string) {
  return z.object({
    when: z
      .string()
      .min(1, { error: 'Please choose a date and time', abort: true })
      .refine((when) => when >= earliest, 'Please choose a time that is still to come'),
  });
}

import type { z } from 'zod';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { lengths } from '#shared/lengths.ts';
import { useChange } from '#web/api/useChange.ts';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { TextField } from '#web/form/fields.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { toast } from '#web/ui/toast.ts';
import { formatInstant } from '#words/formats.ts';
import { statusWords } from '#words/site.ts';
import { contract, type PickupRow, reasonBody } from './contract.ts';

type Reason = z.output<typeof reasonBody>;

type PickupDialogProps = { pickup: PickupRow; onClose: () => void };

/** Takes back the last step of a pickup. */
export function UndoPickupDialog({ pickup, onClose }: PickupDialogProps) {
  const { id, name, address, email, status, scheduledAt, formerStatus } = pickup;
  const form = useReasonForm();
  const undo = useChange(contract.undoPickup, {
    change: (send, body: Reason) => send({ params: { id }, body }),
    onSuccess: ({ pickup: { status: now } }) => {
      toast({ kind: 'success', title: `Pickup ${now} again`, description: name });
      onClose();
    },
  });
  const isMailed = email !== null && scheduledAt !== null && status !== 'completed';
  return (
    <FormDialog
      onClose={onClose}
      title="Take back the last step?"
      description={`${name}, ${address}`}
      submitLabel={formerStatus ? `Back to ${statusWords[formerStatus]}` : 'Take it back'}
      pendingLabel="Taking back…"
      form={form}
      change={undo}
      onSubmit={(body, options) => undo.mutate(body, options)}
      failed="Failed to take back the last step"
    >
      <p>
        {`It is ${status} now${formerStatus ? ` and becomes ${formerStatus} again` : ''}.`}
        {formerStatus === 'pending' && scheduledAt !== null && ' Its time goes.'}
        {email !== null && (isMailed ? ' The requester hears of it by mail.' : ' No mail says so.')}
      </p>
      <ReasonField control={form.control} />
    </FormDialog>
  );
}

/** Cancels a scheduled pickup. */
export function CancelPickupDialog({ pickup, onClose }: PickupDialogProps) {
  const { timeZone } = useSiteInfo();
  const { id, name, address, email, scheduledAt } = pickup;
  const form = useReasonForm();
  const cancel = useChange(contract.cancelPickup, {
    change: (send, body: Reason) => send({ params: { id }, body }),
    onSuccess: () => {
      toast({ kind: 'success', title: 'Pickup cancelled', description: `Nobody will come to ${name}.` });
      onClose();
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Cancel this pickup?"
      description={`${name}, ${address}`}
      submitLabel="Cancel pickup"
      submitKind="clay"
      pendingLabel="Cancelling…"
      form={form}
      change={cancel}
      onSubmit={(body, options) => cancel.mutate(body, options)}
      failed="Failed to cancel the pickup"
    >
      <p>
        {scheduledAt === null
          ? 'It has no time yet.'
          : `It is scheduled for ${formatInstant(new Date(scheduledAt), timeZone)}.`}
        {email !== null && ' The requester hears of it by mail.'}
      </p>
      <ReasonField control={form.control} />
    </FormDialog>
  );
}

function useReasonForm() {
  return useZodForm(reasonBody, { defaultValues: { reason: '' } });
}

function ReasonField({ control }: Pick<ReturnType<typeof useReasonForm>, 'control'>) {
  return (
    <TextField
      control={control}
      name="reason"
      label="Reason"
      hint="For the team only."
      maxLength={lengths.reason}
    />
  );
}

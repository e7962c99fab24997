import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
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
  const { id, name, email, status, scheduledAt, formerStatus } = pickup;
  const undo = useChange(contract.undoPickup, {
    change: (send, body: Reason) => send({ params: { id }, body }),
    onSuccess: ({ pickup: { status: newStatus } }) => {
      toast({ kind: 'success', title: `Pickup ${newStatus} again`, description: name });
      onClose();
    },
  });
  const nextStatusText = formerStatus ? ` and becomes ${formerStatus} again` : '';
  const isMailed = email !== null && scheduledAt !== null && status !== 'completed';
  return (
    <ReasonDialog
      pickup={pickup}
      onClose={onClose}
      title="Take back the last step?"
      submitLabel={formerStatus ? `Back to ${statusWords[formerStatus]}` : 'Take it back'}
      pendingLabel="Taking back…"
      change={undo}
      failed="Failed to take back the last step"
    >
      {`It is ${status} now${nextStatusText}.`}
      {formerStatus === 'pending' && scheduledAt !== null && ' Its time is removed.'}
      {email !== null && (isMailed ? ' The requester gets a mail.' : ' The requester gets no mail.')}
    </ReasonDialog>
  );
}

/** Cancels a scheduled pickup. */
export function CancelPickupDialog({ pickup, onClose }: PickupDialogProps) {
  const { timeZone } = useSiteInfo();
  const { id, name, email, scheduledAt } = pickup;
  const cancel = useChange(contract.cancelPickup, {
    change: (send, body: Reason) => send({ params: { id }, body }),
    onSuccess: () => {
      toast({ kind: 'success', title: 'Pickup cancelled', description: `Nobody will come to ${name}.` });
      onClose();
    },
  });
  return (
    <ReasonDialog
      pickup={pickup}
      onClose={onClose}
      title="Cancel this pickup?"
      submitLabel="Cancel pickup"
      submitKind="clay"
      pendingLabel="Cancelling…"
      change={cancel}
      failed="Failed to cancel the pickup"
    >
      {scheduledAt === null
        ? 'It has no time yet.'
        : `It is scheduled for ${formatInstant(new Date(scheduledAt), timeZone)}.`}
      {email !== null && ' The requester gets a mail.'}
    </ReasonDialog>
  );
}

type ReasonDialogProps = PickupDialogProps & {
  title: string;
  submitLabel: string;
  submitKind?: 'clay';
  pendingLabel: string;
  change: UseMutationResult<unknown, Error, Reason>;
  failed: string;
  /** A text about the consequences. */
  children: ReactNode;
};

function ReasonDialog({
  pickup,
  onClose,
  title,
  submitLabel,
  submitKind,
  pendingLabel,
  change,
  failed,
  children,
}: ReasonDialogProps) {
  const form = useZodForm(reasonBody, { defaultValues: { reason: '' } });
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description={`${pickup.name}, ${pickup.address}`}
      submitLabel={submitLabel}
      submitKind={submitKind}
      pendingLabel={pendingLabel}
      form={form}
      change={change}
      onSubmit={change.mutate}
      failed={failed}
    >
      <p>{children}</p>
      <TextField
        control={form.control}
        name="reason"
        label="Reason"
        hint="For the team only."
        maxLength={lengths.reason}
      />
    </FormDialog>
  );
}

import { lengths } from '#shared/lengths.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { useChange } from '#web/api/useChange.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import { TextAreaField } from '#web/form/fields.tsx';
import { placeErrors, unplacedError } from '#web/form/serverErrors.ts';
import { useZodForm } from '#web/form/useForm.ts';
import { toast } from '#web/ui/toast.ts';
import { contract } from './contract.ts';
import { lineName, type ToldLine } from './toldLines.ts';

const noteForm = contract.disputeLine.body.pick({ note: true });

type NotOursDialogProps = { token: string; line: ToldLine; timeZone: TimeZone; onClose: () => void };

/** By this a store says that a line is not its own. */
export function NotOursDialog({ token, line, timeZone, onClose }: NotOursDialogProps) {
  const form = useZodForm(noteForm, { defaultValues: { note: '' } });
  const dispute = useChange(contract.disputeLine, {
    change: (send, { note }: { note?: string | undefined }) =>
      send({ params: { token }, body: { redemptionId: line.id, note } }),
    onSuccess: () => {
      toast({
        kind: 'success',
        title: 'The office knows',
        description: 'It looks into the line. Its answer will stand here, beside the line.',
      });
      onClose();
    },
  });
  return (
    <DialogForm
      open
      size="page"
      onClose={onClose}
      title="Is this line not yours?"
      description={lineName(line, timeZone)}
      submitLabel="Not ours"
      pendingLabel="Sending…"
      form={form}
      onSubmit={(body) => dispute.mutate(body, { onError: (error) => placeErrors(form, error) })}
      pending={dispute.isPending}
      error={unplacedError(dispute.error, 'Failed to tell the office')}
    >
      <TextAreaField
        control={form.control}
        name="note"
        label="What makes you think so?"
        mark="optional"
        hint="The office reads it and answers beside the line. Until then the line counts."
        rows={3}
        maxLength={lengths.reason}
      />
    </DialogForm>
  );
}

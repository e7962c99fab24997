import { contract as redemption } from '#features/redemption/contract.ts';
import { lengths } from '#shared/lengths.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { useChange } from '#web/api/useChange.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import { TextAreaField } from '#web/form/fields.tsx';
import { placeErrors, unplacedError } from '#web/form/serverErrors.ts';
import { useZodForm } from '#web/form/useForm.ts';
import { toast } from '#web/ui/toast.ts';
import { lineName, type ToldLine } from './toldLines.ts';

type GiveBackDialogProps = { line: ToldLine; timeZone: TimeZone; onClose: () => void };

/** Gives a use back to its code, and asks why. */
export function GiveBackDialog({ line, timeZone, onClose }: GiveBackDialogProps) {
  const form = useZodForm(redemption.reverseRedemption.body, { defaultValues: { reason: '' } });
  const giveBack = useChange(redemption.reverseRedemption, {
    change: (send, body: { reason: string }) => send({ params: { id: line.id }, body }),
    onSuccess: ({ remaining }) => {
      toast({
        kind: 'success',
        title: 'Use given back',
        description: `${line.code} has ${remaining === 1 ? '1 use' : `${remaining} uses`} left.`,
      });
      onClose();
    },
  });
  return (
    <DialogForm
      open
      onClose={onClose}
      title={`Give the use back to ${line.code}?`}
      description={lineName(line, timeZone)}
      submitLabel="Give it back"
      pendingLabel="Giving back…"
      form={form}
      onSubmit={(body) => giveBack.mutate(body, { onError: (error) => placeErrors(form, error) })}
      pending={giveBack.isPending}
      error={unplacedError(giveBack.error, 'Failed to give the use back')}
    >
      <p className="text-base leading-[1.5]">
        The donor has the use again. It is a line of its own with today’s date; a closed month stays as it is.
        This cannot be taken back.
      </p>
      <TextAreaField
        control={form.control}
        name="reason"
        label="Reason"
        hint="It stays in the log, so leave the donor’s name out of it."
        rows={3}
        maxLength={lengths.reason}
      />
    </DialogForm>
  );
}

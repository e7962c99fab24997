import { contract as redemption } from '#features/redemption/contract.ts';
import { lengths } from '#shared/lengths.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { useChange } from '#web/api/useChange.ts';
import { TextAreaField } from '#web/form/fields.tsx';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { toast } from '#web/ui/toast.ts';
import { contract, type Dispute, type StatementLine } from './contract.ts';
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
    <FormDialog
      onClose={onClose}
      title={`Give the use back to ${line.code}?`}
      description={lineName(line, timeZone)}
      submitLabel="Give it back"
      pendingLabel="Giving back…"
      form={form}
      change={giveBack}
      failed="Failed to give the use back"
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
    </FormDialog>
  );
}

const answerForm = contract.answerDispute.body.pick({ answer: true });

type AnswerDialogProps = {
  dispute: Dispute;
  line: StatementLine;
  /** The use goes back to its code with the answer. */
  giveBack: boolean;
  timeZone: TimeZone;
  onClose: () => void;
};

/** What the store reads beside the line that it says is not its own. */
export function AnswerDialog({ dispute, line, giveBack, timeZone, onClose }: AnswerDialogProps) {
  const form = useZodForm(answerForm, {
    defaultValues: { answer: giveBack ? 'We gave the use back.' : '' },
  });
  const reply = useChange(contract.answerDispute, {
    change: (send, { answer }: { answer: string }) =>
      send({ params: { id: dispute.id }, body: { answer, giveBack } }),
    onSuccess: () => {
      toast({
        kind: 'success',
        title: giveBack ? 'Use given back' : 'Answer kept',
        description: 'The store reads the answer beside the line of its statement.',
      });
      onClose();
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={giveBack ? `Give the use back to ${line.code}?` : 'Answer the store'}
      description={lineName(line, timeZone)}
      submitLabel={giveBack ? 'Give it back' : 'Answer'}
      pendingLabel={giveBack ? 'Giving back…' : 'Answering…'}
      form={form}
      change={reply}
      failed={giveBack ? 'Failed to give the use back' : 'Failed to answer'}
    >
      {dispute.note !== null && (
        <p className="text-base leading-[1.5] wrap-anywhere">The store says: “{dispute.note}”</p>
      )}
      {giveBack && (
        <p className="text-base leading-[1.5]">
          The donor has the use again. It is a line of its own with today’s date; a closed month stays as it
          is. This cannot be taken back.
        </p>
      )}
      <TextAreaField
        control={form.control}
        name="answer"
        label="Answer"
        hint="The store reads it beside the line, so leave the donor’s name out of it."
        rows={3}
        maxLength={lengths.reason}
      />
    </FormDialog>
  );
}

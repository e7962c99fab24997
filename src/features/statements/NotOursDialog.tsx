import { lengths } from '#shared/lengths.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { useChange } from '#web/api/useChange.ts';
import { TextAreaField } from '#web/form/fields.tsx';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { toast } from '#web/ui/toast.ts';
import { optional } from '#words/form.ts';
import { notOurs } from '#words/statementLine.ts';
import * as words from '#words/storeStatement.tsx';
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
        title: words.officeKnows,
        description: words.officeKnowsText,
      });
      onClose();
    },
  });
  return (
    <FormDialog
      size="page"
      onClose={onClose}
      title={words.thisLineNotYours}
      description={lineName(line, timeZone)}
      submitLabel={notOurs}
      pendingLabel={words.sending}
      form={form}
      change={dispute}
      failed={words.tellingFailed}
    >
      <TextAreaField
        control={form.control}
        name="note"
        label={words.why}
        mark={optional}
        hint={words.whyHint}
        rows={3}
        maxLength={lengths.reason}
      />
    </FormDialog>
  );
}

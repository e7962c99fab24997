import { z } from 'zod';
import { lengths } from '#shared/lengths.ts';
import { formatDay } from '#words/formats.ts';
import { optionalText } from '#shared/fields.ts';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { TextAreaField } from '#web/form/fields.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { rejectFailed, useRejectDonation } from './decisions.ts';
import { donorName } from '#features/donations/donationWords.ts';
import type { ListedDonation } from '#features/donations/listedDonation.ts';

const rejectForm = z.object({ reason: optionalText(lengths.reason) });

/** Asks why, which need not be answered. */
export function RejectDialog({ donation, onClose }: { donation: ListedDonation; onClose: () => void }) {
  const form = useZodForm(rejectForm, { defaultValues: { reason: '' } });
  const reject = useRejectDonation();
  return (
    <FormDialog
      onClose={onClose}
      title="Reject this donation?"
      description={`${donorName(donation)}, ${donation.weight}, ${formatDay(donation.date)}`}
      submitLabel="Reject"
      submitKind="clay"
      pendingLabel="Rejecting…"
      form={form}
      change={reject}
      onSubmit={({ reason }, options) =>
        reject.mutate({ donation, reason }, { ...options, onSuccess: onClose })
      }
      failed={rejectFailed}
    >
      <TextAreaField
        control={form.control}
        name="reason"
        label="Reason"
        mark="optional"
        hint="The donor sees it on the dashboard."
        rows={3}
        maxLength={lengths.reason}
      />
    </FormDialog>
  );
}

import { z } from 'zod';
import { lengths } from '#shared/lengths.ts';
import { formatDay } from '#words/formats.ts';
import { optionalText, requiredText } from '#shared/fields.ts';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { TextAreaField } from '#web/form/fields.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import {
  rejectFailedMessage,
  useRejectDonation,
  reopenFailedMessage,
  useReopenDonation,
} from './decisions.ts';
import { donorName, type ListedDonation } from './listedDonation.ts';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { contract as staff } from '#features/staff/contract.ts';
import { ApiError } from '#web/api/client.ts';
import { errorToast } from '#web/api/errors.ts';
import { endpointQuery } from '#web/api/queries.ts';
import type { DonationRow } from '#features/donations/contract.ts';
import { focusNextRow } from '#web/ui/rowFocus.ts';
import { needsReopenReason } from '#features/donations/rules.ts';
import { Button } from '#web/ui/Button.tsx';

const optionalReason = z.object({ reason: optionalText(lengths.reason) });
const requiredReason = z.object({ reason: requiredText('Please say why', lengths.reason) });

/** Rejects a donation, with an optional reason. */
export function RejectDialog({ donation, onClose }: { donation: ListedDonation; onClose: () => void }) {
  const reject = useRejectDonation();
  return (
    <ReasonDialog
      donation={donation}
      onClose={onClose}
      decision={reject}
      title="Reject this donation?"
      submitLabel="Reject"
      submitKind="clay"
      pendingLabel="Rejecting…"
      failed={rejectFailedMessage}
      isOptional
      hint="The donor sees it on the dashboard."
    />
  );
}

type ReopenButtonProps = { donation: DonationRow; size: 'row' | 'console' | 'small' };

/** Makes a rejected donation pending again. Whoever rejected it a moment ago needs no reason. */
export function ReopenButton({ donation, size }: ReopenButtonProps) {
  const [isAskingForReason, setIsAskingForReason] = useState(false);
  const { data: me } = useQuery(endpointQuery(staff.adminMe, {}));
  const reopen = useReopenDonation({ callerShowsFailure: true });
  const username = me?.authenticated ? me.username : '';

  function handleClick(button: HTMLElement) {
    const { rejectedBy, rejectedAt } = donation;
    const rejection = rejectedAt && { rejectedBy, rejectedAt: new Date(rejectedAt) };
    if (!rejection || needsReopenReason(rejection, username, new Date())) {
      setIsAskingForReason(true);
      return;
    }
    reopen.mutate(
      { donation },
      {
        onSuccess: () => focusNextRow(button),
        onError: (error) => {
          // The server's clock decides when the 15 minutes are over.
          if (error instanceof ApiError && error.fields['reason'] !== undefined) setIsAskingForReason(true);
          else errorToast(error, reopenFailedMessage);
        },
      },
    );
  }

  return (
    <>
      <Button
        kind="outline"
        size={size}
        icon={RotateCcw}
        pending={reopen.isPending}
        pendingLabel="Reopening…"
        onClick={(event) => handleClick(event.currentTarget)}
      >
        Reopen
      </Button>
      {isAskingForReason && <ReopenDialog donation={donation} onClose={() => setIsAskingForReason(false)} />}
    </>
  );
}

function ReopenDialog({ donation, onClose }: { donation: ListedDonation; onClose: () => void }) {
  const reopen = useReopenDonation({ callerShowsFailure: true });
  return (
    <ReasonDialog
      donation={donation}
      onClose={onClose}
      decision={reopen}
      title="Reopen this donation?"
      submitLabel="Reopen"
      pendingLabel="Reopening…"
      failed={reopenFailedMessage}
      hint="Needed because somebody else rejected it, or more than 15 minutes have passed."
    />
  );
}

type ReasonDialogProps = Pick<
  ComponentProps<typeof FormDialog>,
  'title' | 'submitLabel' | 'submitKind' | 'pendingLabel' | 'failed'
> & {
  donation: ListedDonation;
  onClose: () => void;
  decision: ReturnType<typeof useRejectDonation | typeof useReopenDonation>;
  isOptional?: boolean;
  hint: string;
};

/** Asks for the reason of a decision. */
function ReasonDialog({
  donation,
  onClose,
  decision,
  title,
  submitLabel,
  submitKind,
  pendingLabel,
  failed,
  isOptional,
  hint,
}: ReasonDialogProps) {
  const form = useZodForm(isOptional ? optionalReason : requiredReason, { defaultValues: { reason: '' } });
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description={`${donorName(donation)}, ${donation.weight}, ${formatDay(donation.date)}`}
      submitLabel={submitLabel}
      submitKind={submitKind}
      pendingLabel={pendingLabel}
      failed={failed}
      form={form}
      change={decision}
      onSubmit={({ reason }, options) =>
        decision.mutate({ donation, reason }, { ...options, onSuccess: onClose })
      }
    >
      <TextAreaField
        control={form.control}
        name="reason"
        label="Reason"
        labelNote={isOptional && 'optional'}
        hint={hint}
        rows={3}
        maxLength={lengths.reason}
      />
    </FormDialog>
  );
}

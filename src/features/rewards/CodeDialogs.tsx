import { z } from 'zod';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { useToday } from '#web/site/useToday.ts';
import { daysAfter } from '#shared/dates.ts';
import { day } from '#shared/fields.ts';
import { useChange } from '#web/api/useChange.ts';
import { ConfirmDialog } from '#web/form/ConfirmDialog.tsx';
import { DateField } from '#web/form/fields.tsx';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { toast } from '#web/ui/toast.ts';
import { formatDay, formatLastDay } from '#words/formats.ts';
import { ownerName } from './codeWords.ts';
import { type CodeRow, contract } from './contract.ts';
import { firstExtensionDay } from './rules.ts';

type CodeDialogProps = { code: CodeRow; onClose: () => void };

export function ExtendCodeDialog({ code, onClose }: CodeDialogProps) {
  const { timeZone, rewards } = useSiteInfo();
  const firstDay = firstExtensionDay(code.expires_at, useToday(), timeZone);
  const form = useZodForm(
    z.object({
      // An empty field gets the same message.
      expiresAt: z
        .string()
        .refine(
          (chosen) => day.safeParse(chosen).success && chosen >= firstDay,
          `Please choose ${formatDay(firstDay)} or a later day`,
        ),
    }),
    { defaultValues: { expiresAt: daysAfter(firstDay, rewards.daysValid) } },
  );
  const extend = useChange(contract.extendCode, {
    change: (send, body: { expiresAt: string }) => send({ params: { id: code.id }, body }),
    onSuccess: (_, { expiresAt }) => {
      toast({
        kind: 'success',
        title: 'Code extended',
        description: `${code.code} of ${ownerName(code)} is good until ${formatDay(expiresAt)}.`,
      });
      onClose();
    },
  });

  return (
    <FormDialog
      onClose={onClose}
      title={`Extend ${code.code}`}
      description={`${ownerName(code)}, now until ${formatLastDay(new Date(code.expires_at), timeZone)}`}
      submitLabel="Extend"
      pendingLabel="Extending…"
      form={form}
      change={extend}
      onSubmit={extend.mutate}
      failed="Failed to extend code"
    >
      <DateField
        control={form.control}
        name="expiresAt"
        label="New expiry date"
        hint="The code is good until the end of this day."
        min={firstDay}
      />
    </FormDialog>
  );
}

export function MarkCodeUsedDialog({ code, onClose }: CodeDialogProps) {
  const usesLeft = code.max_uses - code.use_count;
  const markUsed = useChange(contract.markCodeUsed, {
    change: (send) => send({ params: { id: code.id } }),
    onSuccess: () =>
      toast({
        kind: 'success',
        title: 'Code marked as used',
        description: `${code.code} of ${ownerName(code)} has no uses left.`,
      }),
  });
  return (
    <ConfirmDialog
      title={`Mark ${code.code} as used?`}
      description={`${ownerName(code)} loses ${usesLeft === 1 ? 'the one use that is' : `the ${usesLeft} uses that are`} left. This cannot be undone.`}
      confirmLabel="Mark used"
      pendingLabel="Marking…"
      kind="clay"
      change={markUsed}
      onConfirm={() => markUsed.mutate(undefined, { onSuccess: onClose })}
      failed="Failed to mark code as used"
      onClose={onClose}
    />
  );
}

export function RevokeCodeDialog({ code, onClose }: CodeDialogProps) {
  const revoke = useChange(contract.revokeCode, {
    change: (send) => send({ params: { id: code.id } }),
    onSuccess: () =>
      toast({
        kind: 'success',
        title: 'Code revoked',
        description: `No till takes ${code.code} any more. ${ownerName(code)} no longer sees it.`,
      }),
  });
  return (
    <ConfirmDialog
      title={`Revoke ${code.code}?`}
      description={`${ownerName(code)} can no longer use it at any store. This cannot be undone.`}
      confirmLabel="Revoke"
      pendingLabel="Revoking…"
      kind="clay"
      change={revoke}
      onConfirm={() => revoke.mutate(undefined, { onSuccess: onClose })}
      failed="Failed to revoke code"
      onClose={onClose}
    />
  );
}

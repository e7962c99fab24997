import { z } from 'zod';
import { daysAfter } from '#shared/dates.ts';
import { formatDay, formatLastDay } from '#words/formats.ts';
import { day } from '#shared/fields.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { useToday } from '#web/site/useToday.ts';
import { useChange } from '#web/api/useChange.ts';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { DateField } from '#web/form/fields.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { toast } from '#web/ui/toast.ts';
import { ownerName } from './codeWords.ts';
import { type CodeRow, contract } from './contract.ts';
import { firstDayToExtendTo } from './rules.ts';

/** Asks until when a code is to be good: later than now, which is all that extending can do. */
export function ExtendCodeDialog({ code, onClose }: { code: CodeRow; onClose: () => void }) {
  const { timeZone, rewards } = useSiteInfo();
  const firstDay = firstDayToExtendTo(code.expires_at, useToday(), timeZone);
  const form = useZodForm(
    z.object({
      // Without a day the same is said: which ones there are to choose from.
      expiresAt: z
        .string()
        .refine(
          (chosen) => day.safeParse(chosen).success && chosen >= firstDay,
          `Please choose ${formatDay(firstDay)} or a later day`,
        ),
    }),
    {
      defaultValues: {
        expiresAt: daysAfter(firstDay, rewards.daysValid),
      },
    },
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

import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { z } from 'zod';
import { daysAfter } from '#shared/dates.ts';
import { formatDay } from '#words/formats.ts';
import { contract as partners } from '#features/partners/contract.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { useToday } from '#web/site/useToday.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { ParticipantPicker } from '#features/donors/ParticipantPicker.tsx';
import { participantName } from '#features/donors/participantName.ts';
import type { PickedParticipant } from '#features/donors/ParticipantCombobox.tsx';
import { useChange } from '#web/api/useChange.ts';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { DateField, SelectField, TextField } from '#web/form/fields.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { toast } from '#web/ui/toast.ts';
import { contract, createCodeBody, MAX_USES_MESSAGE, REQUIRED_MESSAGE } from './contract.ts';

const createCodeForm = z.object({
  participant: z
    .custom<PickedParticipant | null>()
    .refine((participant): participant is PickedParticipant => participant !== null, REQUIRED_MESSAGE),
  expiresAt: createCodeBody.shape.expiresAt,
  maxUses: z
    .string()
    .regex(/^\s*\d+\s*$/, { error: MAX_USES_MESSAGE, abort: true })
    .transform(Number)
    .pipe(createCodeBody.shape.maxUses.unwrap()),
  partnerId: z.string().transform((id) => (id === '' ? null : Number(id))),
});

type CreateCodeValues = z.output<typeof createCodeForm>;

type CreateCodeDialogProps = {
  /** The participant who is selected when the dialog opens. */
  participant?: PickedParticipant;
  onClose: () => void;
};

/** Issues a code to a participant without a donation. */
export function CreateCodeDialog({ participant: preselected, onClose }: CreateCodeDialogProps) {
  const { rewards } = useSiteInfo();
  const today = useToday();
  const stores = useQuery(endpointQuery(partners.adminPartners, {}));
  const form = useZodForm(
    createCodeForm.refine(({ expiresAt }) => expiresAt >= today, {
      path: ['expiresAt'],
      message: 'Expiry date cannot be in the past',
    }),
    {
      defaultValues: {
        participant: preselected ?? null,
        expiresAt: daysAfter(today, rewards.daysValid),
        maxUses: String(rewards.usesPerCode),
        partnerId: '',
      },
    },
  );
  const {
    field: { ref, value, onChange },
    fieldState,
  } = useController({ control: form.control, name: 'participant' });
  const create = useChange(contract.createCode, {
    change: (send, { participant, ...terms }: CreateCodeValues) =>
      send({ body: { ...terms, participantId: participant.id } }),
    onSuccess: ({ code }, { participant, expiresAt }) => {
      toast({
        kind: 'success',
        title: `Code ${code} created`,
        description: `${participantName(participant)} has it on the dashboard, good until ${formatDay(expiresAt)}.`,
      });
      onClose();
    },
  });

  return (
    <FormDialog
      onClose={onClose}
      title="Create code"
      description="A reward code beside those that confirmed donations bring."
      submitLabel="Create code"
      pendingLabel="Creating…"
      form={form}
      change={create}
      onSubmit={create.mutate}
      failed="Failed to create code"
    >
      <ParticipantPicker
        ref={ref}
        label="Participant"
        value={value}
        onChange={onChange}
        error={fieldState.error?.message}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField
          control={form.control}
          name="expiresAt"
          label="Expiry date"
          hint="Good until the end of this day."
          min={today}
        />
        <TextField
          control={form.control}
          name="maxUses"
          label="Max uses"
          hint="1 to 10"
          type="number"
          inputMode="numeric"
          min={1}
          max={10}
          step={1}
          autoComplete="off"
        />
      </div>
      <SelectField
        control={form.control}
        name="partnerId"
        label="Partner"
        labelNote="optional"
        hint="With a partner chosen, only that store takes the code."
        emptyLabel="Any partner"
        options={(stores.data?.partners ?? [])
          .filter((partner) => partner.is_active)
          .map(({ id, name }) => ({ value: String(id), label: name }))}
      />
    </FormDialog>
  );
}

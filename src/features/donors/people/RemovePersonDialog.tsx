import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { lengths } from '#shared/lengths.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useChange } from '#web/api/useChange.ts';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { TextField } from '#web/form/fields.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { Skeleton, SkeletonBox } from '#web/ui/Skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { formatKilograms } from '#words/formats.ts';
import { contract, typedRemoval } from './contract.ts';

type Removal = EndpointResponse<typeof contract.removalPreview>;

type RemovePersonDialogProps = { id: number; onClose: () => void };

/** Lists what a removal erases and what stays, and asks for the name first. */
export function RemovePersonDialog({ id, onClose }: RemovePersonDialogProps) {
  const preview = useQuery({
    ...endpointQuery(contract.removalPreview, { params: { id } }),
    // Always fresh, because a removal cannot be undone.
    staleTime: 0,
    gcTime: 0,
  });
  if (preview.data) return <RemovalForm id={id} removal={preview.data} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Remove this person?"
      error={null}
      pending={false}
      footer={
        <Button kind="ghost" size="console" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      {preview.isError ? (
        <ErrorBanner
          message={errorMessage(preview.error, 'Failed to load what a removal takes')}
          onRetry={() => void preview.refetch()}
          retrying={preview.isFetching}
        />
      ) : (
        <Skeleton rows={6} row={<SkeletonBox className="h-4 w-full" />} />
      )}
    </Dialog>
  );
}

function RemovalForm({ id, removal, onClose }: RemovePersonDialogProps & { removal: Removal }) {
  const { name } = removal;
  const schema = typedRemoval(name);
  const form = useZodForm(schema, { defaultValues: { reason: '', name: '' } });
  const remove = useChange(contract.removePerson, {
    change: (send, body: z.output<typeof schema>) => send({ params: { id }, body }),
    onSuccess: () => {
      toast({
        kind: 'success',
        title: 'Person removed',
        description: 'Nothing here says any more who they were.',
      });
      onClose();
    },
  });
  const { goes, stays } = removalWords(removal);
  return (
    <FormDialog
      onClose={onClose}
      title={`Remove ${name}?`}
      description="This cannot be undone by anybody."
      submitLabel="Remove for good"
      submitKind="clay"
      pendingLabel="Removing…"
      form={form}
      change={remove}
      onSubmit={remove.mutate}
      failed="Failed to remove the person"
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Part title="Goes" lines={goes} className="bg-clay-tint [&_h3]:text-clay-deep" />
        <Part title="Stays" lines={stays} className="bg-sunk" />
      </div>
      <TextField
        control={form.control}
        name="reason"
        label="Reason"
        hint="Recorded in the log, without names."
        maxLength={lengths.reason}
        autoComplete="off"
      />
      <TextField
        control={form.control}
        name="name"
        label={`Type ${name}`}
        maxLength={lengths.name}
        autoComplete="off"
      />
    </FormDialog>
  );
}

type PartProps = { title: string; lines: readonly string[]; className: string };

function Part({ title, lines, className }: PartProps) {
  return (
    <section className={`rounded-large px-4 py-3 ${className}`}>
      <h3 className="font-[650]">{title}</h3>
      <ul className="mt-1.5 flex flex-col gap-1 text-[0.90625rem] leading-[1.4]">
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a removal erases and what stays, in lines. */
function removalWords({ goes, stays }: Omit<Removal, 'ok' | 'name'>) {
  const { contacts, donorIds, texts, photos, codes, pickups, openPickups, newsletter } = goes;
  const { donations, pending, kilograms, uses } = stays;
  const donationLines = [
    `${countOf(donations, 'donation')}, ${formatKilograms(kilograms)} kg confirmed`,
    ...(pending > 0 ? [`${pending.toLocaleString('en-CA')} still to decide, without a usable code`] : []),
  ];
  return {
    goes: [
      ...(contacts.length > 0 ? [contacts.join(', ')] : []),
      ...(donorIds.length > 0
        ? [`Donor ${donorIds.length === 1 ? 'ID' : 'IDs'} ${donorIds.join(', ')}`]
        : []),
      ...(codes > 0 ? [`${countOf(codes, 'code')} with uses left`] : []),
      ...(photos > 0 ? [countOf(photos, 'photo')] : []),
      ...(texts > 0 ? [`Notes, reasons and typed places of ${countOf(texts, 'donation')}`] : []),
      ...(pickups > 0
        ? [`${countOf(pickups, 'pickup request')}${openPickups > 0 ? `, ${openPickups} still open` : ''}`]
        : []),
      ...(newsletter ? ['The newsletter'] : []),
      'Sign-ins and the share link',
    ],
    stays: [
      ...(donations > 0 ? donationLines : []),
      ...(uses > 0 ? [`${countOf(uses, 'use')} of codes at stores`] : []),
      'What the log has, under their number',
    ],
  };
}

function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en-CA')} ${noun}${count === 1 ? '' : 's'}`;
}

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

/** Lists what a removal erases and what stays, and requires the name to be typed. */
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
          message={errorMessage(preview.error, 'Failed to load what a removal erases')}
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
        description: 'Nothing here identifies them any more.',
      });
      onClose();
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`Remove ${name}?`}
      description="This cannot be undone."
      submitLabel="Remove for good"
      submitKind="clay"
      pendingLabel="Removing…"
      form={form}
      change={remove}
      onSubmit={remove.mutate}
      failed="Failed to remove the person"
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <RemovalList
          title="Goes"
          lines={erasedLines(removal.goes)}
          className="bg-clay-tint [&_h3]:text-clay-deep"
        />
        <RemovalList title="Stays" lines={stayingLines(removal.stays)} className="bg-sunk" />
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

type RemovalListProps = { title: string; lines: readonly string[]; className: string };

function RemovalList({ title, lines, className }: RemovalListProps) {
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

function erasedLines({
  contacts,
  donorIds,
  texts,
  photos,
  codes,
  pickups,
  openPickups,
  newsletter,
}: Removal['goes']): string[] {
  const lines: string[] = [];
  if (contacts.length > 0) lines.push(contacts.join(', '));
  if (donorIds.length > 0) lines.push(`Donor ${donorIds.length === 1 ? 'ID' : 'IDs'} ${donorIds.join(', ')}`);
  if (codes > 0) lines.push(`${countText(codes, 'code')} with uses left`);
  if (photos > 0) lines.push(countText(photos, 'photo'));
  if (texts > 0) lines.push(`Notes, reasons and typed places of ${countText(texts, 'donation')}`);
  if (pickups > 0) {
    lines.push(
      `${countText(pickups, 'pickup request')}${openPickups > 0 ? `, ${openPickups} still open` : ''}`,
    );
  }
  if (newsletter) lines.push('The newsletter');
  return [...lines, 'Sign-ins and the share link'];
}

function stayingLines({ donations, pending, kilograms, uses }: Removal['stays']): string[] {
  const lines: string[] = [];
  if (donations > 0) {
    lines.push(`${countText(donations, 'donation')}, ${formatKilograms(kilograms)} kg confirmed`);
  }
  if (pending > 0) lines.push(`${pending.toLocaleString('en-CA')} pending, will give no usable code`);
  if (uses > 0) lines.push(`${countText(uses, 'use')} of codes at stores`);
  return [...lines, 'Entries in Activity, under their number'];
}

function countText(count: number, noun: string): string {
  return `${count.toLocaleString('en-CA')} ${noun}${count === 1 ? '' : 's'}`;
}

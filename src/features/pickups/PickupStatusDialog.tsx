import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { contract as audit } from '#features/audit/contract.ts';
import { ApiError, call, errorMessage } from '#web/api/client.ts';
import { endpointKey } from '#web/api/queries.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import { SelectField, TextAreaField } from '#web/form/fields.tsx';
import { applyFieldErrors, useZodForm } from '#web/form/useForm.ts';
import { StatusPill } from '#web/ui/Pill.tsx';
import { toast } from '#web/ui/toast.ts';
import { contract, setPickupStatusBody, type PickupRow } from './contract.ts';
import { nextPickupStatuses, type PickupStatus } from './rules.ts';

const statusWords: Readonly<Record<PickupStatus, string>> = {
  pending: 'Pending',
  scheduled: 'Scheduled',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

/** Moves a pickup on, to where it may go from here. */
export function PickupStatusDialog({ pickup, onClose }: { pickup: PickupRow; onClose: () => void }) {
  const queryClient = useQueryClient();
  const next = nextPickupStatuses[pickup.status];
  const form = useZodForm(setPickupStatusBody, {
    defaultValues: { status: next[0] ?? pickup.status, notes: pickup.notes ?? '' },
  });
  const setStatus = useMutation({
    mutationFn: (body: z.output<typeof setPickupStatusBody>) =>
      call(contract.setPickupStatus, { params: { id: pickup.id }, body }),
    onSuccess: ({ pickup: { name, status } }) => {
      toast({ kind: 'success', title: `Pickup ${status}`, description: outcomes[status](name) });
      void refreshPickups(queryClient);
      onClose();
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      applyFieldErrors(form, error.fields);
      // Somebody else moved it on: what is shown here is old.
      if (error.status === 409 || error.status === 404) void refreshPickups(queryClient);
    },
  });

  return (
    <DialogForm
      open
      onClose={onClose}
      title="Change status"
      description={`${pickup.name}, ${pickup.address}`}
      submitLabel="Save status"
      pendingLabel="Saving…"
      form={form}
      onSubmit={(body) => setStatus.mutate(body)}
      pending={setStatus.isPending}
      error={setStatus.error && statusError(setStatus.error)}
    >
      <p className="flex items-center gap-2.5">
        Now <StatusPill status={pickup.status} />
      </p>
      <SelectField
        control={form.control}
        name="status"
        label="New status"
        hint={next.includes('completed') ? 'Completed and cancelled are final.' : undefined}
        options={next.map((status) => ({ value: status, label: statusWords[status] }))}
      />
      <TextAreaField
        control={form.control}
        name="notes"
        label="Notes"
        mark="optional"
        hint="For the team only. Left empty, earlier notes stay."
        rows={3}
        maxLength={1000}
      />
    </DialogForm>
  );
}

const outcomes: Readonly<Record<PickupStatus, (name: string) => string>> = {
  pending: (name) => `The request of ${name} waits to be scheduled.`,
  scheduled: (name) => `The team collects the items of ${name}.`,
  completed: (name) => `The items of ${name} are collected.`,
  cancelled: (name) => `Nobody will come to ${name}.`,
};

async function refreshPickups(queryClient: QueryClient) {
  await Promise.all(
    [contract.adminPickups, audit.auditLog].map((endpoint) =>
      queryClient.invalidateQueries({ queryKey: endpointKey(endpoint) }),
    ),
  );
}

/** What is not said at a field already. */
function statusError(error: Error): string | null {
  if (error instanceof ApiError && Object.keys(error.fields).length > 0) return null;
  return errorMessage(error, 'Failed to update pickup');
}

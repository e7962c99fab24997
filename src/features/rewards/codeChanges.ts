import { useMutation, useMutationState, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { EndpointArguments } from '#shared/endpoint.ts';
import { contract as audit } from '#features/audit/contract.ts';
import { contract as charts } from '#features/donations/charts/contract.ts';
import { contract as participants } from '#features/participants/contract.ts';
import { ApiError, call } from '#web/api/client.ts';
import { errorToast } from '#web/api/errorToast.ts';
import { endpointKey } from '#web/api/queries.ts';
import { toast } from '#web/ui/toast.ts';
import { ownerName } from './codeWords.ts';
import { contract, type CodeRow } from './contract.ts';

/** Issues a code by hand. The dialog tells of success and failure. */
export function useCreateCode() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointArguments<typeof contract.createCode>['body']) =>
      call(contract.createCode, { body }),
    onSuccess: () => void refreshCodes(queryClient),
  });
}

const markUsedKey = ['mark code used'];

/** Sets codes to fully used, and tells of which that is under way. */
export function useMarkCodeUsed() {
  const queryClient = useQueryClient();
  const marking = useMutationState({
    filters: { mutationKey: markUsedKey, status: 'pending' },
    select: ({ state }) => (state.variables as CodeRow).id,
  });
  const { mutate } = useMutation({
    mutationKey: markUsedKey,
    mutationFn: (row: CodeRow) => call(contract.markCodeUsed, { params: { id: row.id } }),
    onSuccess: async ({ row }) => {
      toast({
        kind: 'success',
        title: 'Code marked as used',
        description: `${row.code} of ${ownerName(row)} has no uses left.`,
      });
      // Until the row says so the button stays pending, so that nobody presses it again.
      await refreshCodes(queryClient);
    },
    onError: (error) => {
      errorToast(error, 'Failed to mark code as used');
      refreshIfOutdated(queryClient, error);
    },
  });
  return { mutate, marking };
}

/** Makes a code worthless for good. The dialog that asked shows a failure. */
export function useRevokeCode(row: CodeRow) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(contract.revokeCode, { params: { id: row.id } }),
    onSuccess: () => {
      toast({
        kind: 'success',
        title: 'Code revoked',
        description: `No till takes ${row.code} any more. ${ownerName(row)} no longer sees it.`,
      });
      void refreshCodes(queryClient);
    },
    onError: (error) => refreshIfOutdated(queryClient, error),
  });
}

/** Gives a code a later expiry. The dialog shows a failure. */
export function useExtendCode(row: CodeRow) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (expiresAt: string) =>
      call(contract.extendCode, { params: { id: row.id }, body: { expiresAt } }),
    onSuccess: () => void refreshCodes(queryClient),
    onError: (error) => refreshIfOutdated(queryClient, error),
  });
}

/** Somebody else was faster: what is shown here is old. */
function refreshIfOutdated(queryClient: QueryClient, error: unknown) {
  if (error instanceof ApiError && (error.status === 409 || error.status === 404)) {
    void refreshCodes(queryClient);
  }
}

/** Loads again what a change of a code changes. */
async function refreshCodes(queryClient: QueryClient) {
  const changed = [contract.codes, participants.mergePreview, charts.charts, audit.auditLog];
  await Promise.all(
    changed.map((endpoint) => queryClient.invalidateQueries({ queryKey: endpointKey(endpoint) })),
  );
}

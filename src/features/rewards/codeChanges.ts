import type { EndpointArguments } from '#shared/endpoint.ts';
import { useChange } from '#web/api/useChange.ts';
import { toast } from '#web/ui/toast.ts';
import { ownerName } from './codeWords.ts';
import { contract, type CodeRow } from './contract.ts';

/** Issues a code by hand. The dialog tells of success and failure. */
export function useCreateCode() {
  return useChange(contract.createCode, {
    change: (send, body: EndpointArguments<typeof contract.createCode>['body']) => send({ body }),
  });
}

/** Sets a code to fully used, for good. The dialog that asked shows a failure. */
export function useMarkCodeUsed(row: CodeRow) {
  return useChange(contract.markCodeUsed, {
    change: (send) => send({ params: { id: row.id } }),
    onSuccess: () =>
      toast({
        kind: 'success',
        title: 'Code marked as used',
        description: `${row.code} of ${ownerName(row)} has no uses left.`,
      }),
  });
}

/** Makes a code worthless for good. The dialog that asked shows a failure. */
export function useRevokeCode(row: CodeRow) {
  return useChange(contract.revokeCode, {
    change: (send) => send({ params: { id: row.id } }),
    onSuccess: () =>
      toast({
        kind: 'success',
        title: 'Code revoked',
        description: `No till takes ${row.code} any more. ${ownerName(row)} no longer sees it.`,
      }),
  });
}

/** Gives a code a later expiry. The dialog shows a failure. */
export function useExtendCode(row: CodeRow) {
  return useChange(contract.extendCode, {
    change: (send, expiresAt: string) => send({ params: { id: row.id }, body: { expiresAt } }),
  });
}

import {
  useIsMutating,
  useMutationState,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import type { EndpointResponse, WriteEndpoint } from '#shared/endpoint.ts';
import { call } from '#web/api/client.ts';
import { endpointKey, endpointQuery } from '#web/api/queries.ts';
import { errorToast } from '#web/api/errors.ts';
import { type Send, useChange } from '#web/api/useChange.ts';
import { toast, type ToastAction } from '#web/ui/toast.ts';
import { contract } from './contract.ts';
import { bulkOutcome, undoOutcome, type Outcome } from './decisionWords.ts';
import { setUndoQuestion, type LastConfirmation, mustAskToUndo } from './undoQuestion.ts';
import { donorName, type ListedDonation, type NamedDonation } from './listedDonation.ts';

type DecidedDonation = Pick<ListedDonation, 'id'> &
  NamedDonation &
  Partial<Pick<ListedDonation, 'claimedName' | 'claimedEmail' | 'isClaimProven'>>;

interface BulkDecision {
  donations: readonly DecidedDonation[];
}

interface SingleDecision {
  donation: DecidedDonation;
  /** Of a rejection, which its donor sees, or of a reopening. A confirmation has none. */
  reason?: string | undefined;
  /** Whether the donor's claim is accepted with the confirmation. */
  acceptsClaim?: boolean | undefined;
}

/** The body of a confirmation. To accept the claim, it repeats the claim as it was shown. */
export function confirmationBody({ donation, acceptsClaim }: SingleDecision) {
  const { id, claimedName, claimedEmail, isClaimProven } = donation;
  return acceptsClaim ? { id, acceptClaim: true, claimedName, claimedEmail, isClaimProven } : { id };
}

/** Shown if a decision fails without a sentence from the server. */
export const confirmFailedMessage = 'Failed to confirm donation.';
export const rejectFailedMessage = 'Failed to reject donation.';
export const reopenFailedMessage = 'Failed to reopen donation.';

type Verdict = 'confirmed' | 'rejected' | 'reopened';

const decisionKey = ['donation decision'];

/** Decisions run one after another, so that an undo cannot overtake its confirmation. */
export const decisionScope = { id: 'donation decisions' };

/** A toast shows a failure, unless the caller does. */
export function useConfirmDonation({ callerShowsFailure }: { callerShowsFailure: boolean }) {
  const { undo } = useUndoLastConfirmation();
  return useConfirmDecision(undo, callerShowsFailure ? null : confirmFailedMessage);
}

/** Takes `undo` as an argument, because `useUndoLastConfirmation` uses this hook for its Redo. */
function useConfirmDecision(undo: Undo, failureToast: string | null) {
  return useDecision({
    endpoint: contract.confirmDonation,
    verdict: 'confirmed',
    decide: (send, decision: SingleDecision) => send({ body: confirmationBody(decision) }),
    outcome: ({ discountCode }, { donation }) => ({
      kind: 'success',
      title: 'Donation confirmed',
      description: `Reward code ${discountCode} was issued to ${donorName(donation, 'the donor')}.`,
      action: { label: 'Undo', act: () => undo([donation.id]) },
    }),
    failureToast,
  });
}

export function useRejectDonation() {
  const { mutate: reopen } = useReopenDonation({ callerShowsFailure: false });
  return useDecision({
    endpoint: contract.rejectDonation,
    verdict: 'rejected',
    decide: (send, { donation, reason }: SingleDecision) => send({ body: { id: donation.id, reason } }),
    outcome: (_, { donation, reason }) => ({
      kind: 'success',
      title: 'Donation rejected',
      description: `${donorName(donation, 'The donor')} sees it on the dashboard${reason ? ', with your reason' : ''}.`,
      action: { label: 'Undo', act: () => reopen({ donation }) },
    }),
    failureToast: null,
  });
}

/** A toast shows a failure, unless the caller does. */
export function useReopenDonation({ callerShowsFailure }: { callerShowsFailure: boolean }) {
  return useDecision({
    endpoint: contract.reopenDonation,
    verdict: 'reopened',
    decide: (send, { donation, reason }: SingleDecision) => send({ body: { id: donation.id, reason } }),
    outcome: (_, { donation }) => ({
      kind: 'success',
      title: 'Donation reopened',
      description: `${donorName(donation, 'The donor')}’s donation is pending again.`,
    }),
    failureToast: callerShowsFailure ? null : reopenFailedMessage,
  });
}

export function useConfirmDonations() {
  const { undo } = useUndoLastConfirmation();
  return useDecision({
    endpoint: contract.confirmDonations,
    verdict: 'confirmed',
    decide: (send, { donations }: BulkDecision) => send({ body: { ids: donations.map(({ id }) => id) } }),
    outcome: (answer) => ({ ...bulkOutcome(answer), action: undoAction(answer.confirmed, undo) }),
    failureToast: 'Failed to confirm selected.',
  });
}

function undoAction(confirmed: readonly number[], undo: Undo): ToastAction | undefined {
  if (confirmed.length === 0) return undefined;
  return {
    label: confirmed.length === 1 ? 'Undo' : `Undo ${confirmed.length}`,
    act: () => undo(confirmed),
  };
}

const undoKey = ['undo last confirmation'];

export const undoFailedMessage = 'Nothing to undo or failed to undo.';

/** @param expectedIds the donations that the admin wants to undo. A dialog asks if the last confirmation has none of them. */
type Undo = (expectedIds?: readonly number[]) => void;

/**
 * Takes back this admin's last confirmation with all its donations. A single donation is pending again at once and can be
 * confirmed again from the toast. `UndoDialog` appears for several, for a used code or for an unexpected confirmation.
 */
export function useUndoLastConfirmation(): { undo: Undo; isPending: boolean } {
  // Shared by the button, the key, the palette and the toast.
  const isPending = useIsMutating({ mutationKey: undoKey }) > 0;
  const { mutate } = useChange(contract.undoLastConfirmation, {
    mutationKey: undoKey,
    scope: decisionScope,
    change: async (send, { expectedIds }: { expectedIds: readonly number[] | undefined }) => {
      // Read only now, because the confirmation may still have been under way when undo was pressed.
      const { confirmation } = await call(contract.lastConfirmation, {});
      if (!confirmation) throw new Error(undoFailedMessage);
      if (mustAskToUndo(confirmation, expectedIds)) {
        setUndoQuestion(confirmation);
        return undefined;
      }
      await send({ body: { confirmationId: confirmation.id } });
      return confirmation.donations[0];
    },
    staysPending: true,
    onSuccess: (undone) => {
      if (!undone) return;
      // A deleted bag cannot be confirmed again.
      const isDeleted = undone.participantId === null;
      const action = { label: 'Redo', act: () => redo.mutate({ donation: undone }) };
      toast({ ...undoOutcome([undone]), action: isDeleted ? undefined : action });
    },
    onError: (error) => errorToast(error, undoFailedMessage),
  });
  const undo: Undo = (expectedIds) => mutate({ expectedIds });
  const redo = useConfirmDecision(undo, confirmFailedMessage);
  return { undo, isPending };
}

/** Takes back the confirmation that a dialog has shown. The dialog shows a failure. */
export function useUndoShownConfirmation() {
  return useChange(contract.undoLastConfirmation, {
    mutationKey: undoKey,
    scope: decisionScope,
    change: (send, { id }: LastConfirmation) => send({ body: { confirmationId: id } }),
    onSuccess: (_, { donations }) => toast(undoOutcome(donations)),
  });
}

/** The confirmation that an undo would take back. Null if there is none, undefined until it is loaded. */
export function useLastConfirmation({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({ ...endpointQuery(contract.lastConfirmation, {}), enabled }).data?.confirmation;
}

/**
 * The ids of the donations whose confirmation or rejection is under way.
 *
 * @param readAt when the shown list was read, in epoch milliseconds. Donations decided since then are included.
 */
export function useDonationsBeingDecided(readAt = Infinity): ReadonlySet<number> {
  const ids = useMutationState({
    filters: { mutationKey: decisionKey },
    select: ({ state: { status, submittedAt, variables } }) =>
      status === 'pending' || (status === 'success' && submittedAt > readAt)
        ? decidedIds(variables as BulkDecision | SingleDecision)
        : [],
  });
  return new Set(ids.flat());
}

/** Sends a decision. Without an `outcome` the caller reports it. */
export function useDecision<E extends WriteEndpoint, Variables extends BulkDecision | SingleDecision>({
  endpoint,
  verdict,
  decide,
  outcome,
  failureToast,
}: {
  endpoint: E;
  verdict: Verdict;
  decide: (send: Send<E>, variables: Variables) => Promise<EndpointResponse<E>>;
  outcome?: (
    answer: EndpointResponse<E>,
    variables: Variables,
  ) => Outcome & { action?: ToastAction | undefined };
  /** The toast for a failure; null if the caller shows it. */
  failureToast: string | null;
}) {
  const queryClient = useQueryClient();
  return useChange(endpoint, {
    // `useDonationsBeingDecided` finds decisions by this key. A reopened donation is not in the pending list yet.
    ...(verdict !== 'reopened' && { mutationKey: decisionKey }),
    scope: decisionScope,
    change: decide,
    onSuccess: (answer, variables) => {
      // Written while the decision is still pending, so that its row does not reappear for a moment.
      writeVerdict(queryClient, new Set(decidedIds(variables)), verdict);
      if (outcome) toast(outcome(answer, variables));
    },
    onError: (error) => {
      if (failureToast !== null) errorToast(error, failureToast);
    },
  });
}

function decidedIds(variables: BulkDecision | SingleDecision): number[] {
  return 'donations' in variables ? variables.donations.map(({ id }) => id) : [variables.donation.id];
}

/** Writes a verdict into the cached lists and keeps their time of loading. */
function writeVerdict(queryClient: QueryClient, ids: ReadonlySet<number>, verdict: Verdict) {
  const { queryKey } = endpointQuery(contract.adminSummary, {});
  if (verdict !== 'reopened') {
    queryClient.setQueryData(queryKey, (summary) => summary && withoutDonations(summary, ids), {
      updatedAt: queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0,
    });
  }
  const changes = {
    confirmed: { is_confirmed: true },
    rejected: { rejected_at: new Date().toISOString() },
    reopened: { rejected_at: null },
  }[verdict];
  const pages = queryClient.getQueryCache().findAll({ queryKey: endpointKey(contract.searchDonations) });
  for (const { queryKey: pageKey, state } of pages) {
    queryClient.setQueryData<EndpointResponse<typeof contract.searchDonations>>(
      pageKey,
      (page) =>
        page && { ...page, items: page.items.map((row) => (ids.has(row.id) ? { ...row, ...changes } : row)) },
      { updatedAt: state.dataUpdatedAt },
    );
  }
}

export type AdminSummary = EndpointResponse<typeof contract.adminSummary>;

/** Removes some of the pending donations from the summary. */
export function withoutDonations(summary: AdminSummary, ids: ReadonlySet<number>): AdminSummary {
  const latestPending = summary.latestPending.filter(({ id }) => !ids.has(id));
  // If the summary lists only the newest pending donations, an id that it lacks is of an older one.
  const listsAllPending = summary.latestPending.length >= summary.stats.pendingCount;
  const removedCount = listsAllPending ? summary.latestPending.length - latestPending.length : ids.size;
  const pendingCount = Math.max(latestPending.length, summary.stats.pendingCount - removedCount);
  return { ...summary, stats: { ...summary.stats, pendingCount }, latestPending };
}

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
import { errorToast } from '#web/api/errorToast.ts';
import { type Send, useChange } from '#web/api/useChange.ts';
import { toast, type ToastAction } from '#web/ui/toast.ts';
import { contract } from './contract.ts';
import { bulkOutcome, undoOutcome, type Outcome } from './decisionWords.ts';
import { askToUndo, type LastConfirmation, mustAskToUndo } from './undoQuestion.ts';
import { donorName, type ListedDonation } from './listedDonation.ts';

/** As much of a donation as a decision tells of. */
type DecidedDonation = Pick<ListedDonation, 'id' | 'participantName' | 'participantRemovedAt' | 'studentId'> &
  Partial<Claim>;

type Claim = Pick<ListedDonation, 'claimedName' | 'claimedEmail' | 'isClaimProven'>;

interface Decision {
  donations: readonly DecidedDonation[];
}

interface OneDecision {
  donation: DecidedDonation;
  /** For the record; a rejection's is for the donor, too. */
  reason?: string | undefined;
  /** Whether what the donor claims is noted with the confirmation. */
  acceptsClaim?: boolean | undefined;
}

/** What is sent to confirm a donation: with the claim, as it was seen, if that is to be noted. */
export function confirmationOf({ donation, acceptsClaim }: OneDecision) {
  const { id, claimedName, claimedEmail, isClaimProven } = donation;
  return acceptsClaim ? { id, acceptClaim: true, claimedName, claimedEmail, isClaimProven } : { id };
}

/** What the console says when a decision fails and the server gives no sentence of its own. */
export const confirmFailed = 'Failed to confirm donation.';
export const rejectFailed = 'Failed to reject donation.';
export const reopenFailed = 'Failed to reopen donation.';

type Verdict = 'confirmed' | 'rejected' | 'reopened';

const decisionKey = ['donation decision'];

/** One after another, in the order of the presses: an undo would else overtake the confirmation that it is meant for. */
export const inTurn = { id: 'donation decisions' };

/** Confirms one donation. Dialogs show a failure themselves; elsewhere a toast does. */
export function useConfirmDonation({ showsFailure }: { showsFailure: boolean }) {
  const { undo } = useUndoLastConfirmation();
  return useConfirmDecision(undo, showsFailure ? null : confirmFailed);
}

function useConfirmDecision(undo: Undo, failed: string | null) {
  return useDecision({
    endpoint: contract.confirmDonation,
    verdict: 'confirmed',
    decide: (send, decision: OneDecision) => send({ body: confirmationOf(decision) }),
    outcome: ({ discountCode }, { donation }) => ({
      kind: 'success',
      title: 'Donation confirmed',
      description: `Reward code ${discountCode} was issued to ${donorName(donation, 'the donor')}.`,
      action: { label: 'Undo', act: () => undo([donation.id]) },
    }),
    failed,
  });
}

/** Rejects one donation. The dialog that asked for the reason shows a failure. */
export function useRejectDonation() {
  const { mutate: reopen } = useReopenDonation({ failed: reopenFailed });
  return useDecision({
    endpoint: contract.rejectDonation,
    verdict: 'rejected',
    decide: (send, { donation, reason }: OneDecision) => send({ body: { id: donation.id, reason } }),
    outcome: (_, { donation, reason }) => ({
      kind: 'success',
      title: 'Donation rejected',
      description: `${donorName(donation, 'The donor')} sees it on the dashboard${reason ? ', with your reason' : ''}.`,
      action: { label: 'Undo', act: () => reopen({ donation }) },
    }),
    failed: null,
  });
}

/** Makes a rejected donation pending again. Whoever asks for it shows a failure, or gives the toast's words for one. */
export function useReopenDonation({ failed = null }: { failed?: string | null } = {}) {
  return useDecision({
    endpoint: contract.reopenDonation,
    verdict: 'reopened',
    decide: (send, { donation, reason }: OneDecision) => send({ body: { id: donation.id, reason } }),
    outcome: (_, { donation }) => ({
      kind: 'success',
      title: 'Donation reopened',
      description: `${donorName(donation, 'The donor')}: it is pending again.`,
    }),
    failed,
  });
}

/** Confirms several donations in one go. */
export function useConfirmDonations() {
  const { undo } = useUndoLastConfirmation();
  return useDecision({
    endpoint: contract.confirmDonations,
    verdict: 'confirmed',
    decide: (send, { donations }: Decision) => send({ body: { ids: donations.map(({ id }) => id) } }),
    outcome: (answer) => ({ ...bulkOutcome(answer), action: undoAction(answer.confirmed, undo) }),
    failed: 'Failed to confirm selected.',
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

export const undoFailed = 'Nothing to undo or failed to undo.';

/** @param meant what the press is about, by its donations: without them, whatever is the last confirmation by then. */
type Undo = (meant?: readonly number[]) => void;

/**
 * Takes back this admin's last confirmation of today, a bulk one whole. One donation goes back at once and can be
 * confirmed again from the toast. Before more of them, a used code, or another confirmation than was meant, `UndoDialog` asks.
 */
export function useUndoLastConfirmation(): { undo: Undo; isPending: boolean } {
  // The button, the key, the palette and the toast are one: while any of them undoes, all are pending.
  const isPending = useIsMutating({ mutationKey: undoKey }) > 0;
  const { mutate } = useChange(contract.undoLastConfirmation, {
    mutationKey: undoKey,
    scope: inTurn,
    change: async (send, { meant }: { meant: readonly number[] | undefined }) => {
      // In its turn too: before, the confirmation that it is meant for may be still under way.
      const { confirmation } = await call(contract.lastConfirmation, {});
      if (!confirmation) throw new Error(undoFailed);
      if (mustAskToUndo(confirmation, meant)) {
        askToUndo(confirmation);
        return [];
      }
      await send({ body: { confirmationId: confirmation.id } });
      return confirmation.donations;
    },
    staysPending: true,
    onSuccess: (undone) => {
      for (const donation of undone) {
        toast({
          ...undoOutcome([donation]),
          action: { label: 'Redo', act: () => redo.mutate({ donation }) },
        });
      }
    },
    onError: (error) => errorToast(error, undoFailed),
  });
  const undo: Undo = (meant) => mutate({ meant });
  const redo = useConfirmDecision(undo, confirmFailed);
  return { undo, isPending };
}

/** Takes back a confirmation that was looked at. The dialog that showed it tells a failure. */
export function useTakeBackConfirmation() {
  return useChange(contract.undoLastConfirmation, {
    mutationKey: undoKey,
    scope: inTurn,
    change: (send, { id }: LastConfirmation) => send({ body: { confirmationId: id } }),
    onSuccess: (_, { donations }) => toast(undoOutcome(donations)),
  });
}

/** What an undo would take back now; null where there is nothing. */
export function useLastConfirmation({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({ ...endpointQuery(contract.lastConfirmation, {}), enabled }).data?.confirmation;
}

/**
 * The donations whose confirmation or rejection is under way.
 *
 * @param readAt when what is on show was read: those that were decided since count, too.
 */
export function useDonationsBeingDecided(readAt = Infinity): ReadonlySet<number> {
  const ids = useMutationState({
    filters: { mutationKey: decisionKey },
    select: ({ state: { status, submittedAt, variables } }) =>
      status === 'pending' || (status === 'success' && submittedAt > readAt)
        ? decidedIds(variables as Decision | OneDecision)
        : [],
  });
  return new Set(ids.flat());
}

/** Sends a decision. Without an `outcome` whoever decides says what came of it. */
export function useDecision<E extends WriteEndpoint, Variables extends Decision | OneDecision>({
  endpoint,
  verdict,
  decide,
  outcome,
  failed,
}: {
  endpoint: E;
  verdict: Verdict;
  decide: (send: Send<E>, variables: Variables) => Promise<EndpointResponse<E>>;
  outcome?: (
    answer: EndpointResponse<E>,
    variables: Variables,
  ) => Outcome & { action?: ToastAction | undefined };
  /** The toast of a failure, or null where the asking dialog tells it. */
  failed: string | null;
}) {
  const queryClient = useQueryClient();
  return useChange(endpoint, {
    // One that is being reopened is no less pending for that.
    ...(verdict !== 'reopened' && { mutationKey: decisionKey }),
    scope: inTurn,
    change: decide,
    onSuccess: (answer, variables) => {
      // Before the decision stops counting as under way, so that no row flashes up again.
      settle(queryClient, new Set(decidedIds(variables)), verdict);
      if (outcome) toast(outcome(answer, variables));
    },
    onError: (error) => {
      if (failed !== null) errorToast(error, failed);
    },
  });
}

function decidedIds(variables: Decision | OneDecision): number[] {
  return 'donations' in variables ? variables.donations.map(({ id }) => id) : [variables.donation.id];
}

/** Writes a verdict into what is already loaded, which is as old as it was. */
function settle(queryClient: QueryClient, ids: ReadonlySet<number>, verdict: Verdict) {
  const { queryKey } = endpointQuery(contract.adminSummary, {});
  if (verdict !== 'reopened') {
    queryClient.setQueryData(queryKey, (summary) => summary && withoutDonations(summary, ids), {
      updatedAt: queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0,
    });
  }
  const outcome = {
    confirmed: { is_confirmed: true },
    rejected: { rejected_at: new Date().toISOString() },
    reopened: { rejected_at: null },
  }[verdict];
  const pages = queryClient.getQueryCache().findAll({ queryKey: endpointKey(contract.searchDonations) });
  for (const { queryKey: pageKey, state } of pages) {
    queryClient.setQueryData<EndpointResponse<typeof contract.searchDonations>>(
      pageKey,
      (page) =>
        page && { ...page, items: page.items.map((row) => (ids.has(row.id) ? { ...row, ...outcome } : row)) },
      { updatedAt: state.dataUpdatedAt },
    );
  }
}

export type AdminSummary = EndpointResponse<typeof contract.adminSummary>;

/** The summary without some of its pending donations, counted accordingly. */
export function withoutDonations(summary: AdminSummary, ids: ReadonlySet<number>): AdminSummary {
  const latestPending = summary.latestPending.filter(({ id }) => !ids.has(id));
  // Where the summary doesn't hold all that is pending, the ones it lacks stand on a later page.
  const holdsAll = summary.latestPending.length >= summary.stats.pendingCount;
  const gone = holdsAll ? summary.latestPending.length - latestPending.length : ids.size;
  const pendingCount = Math.max(latestPending.length, summary.stats.pendingCount - gone);
  return { ...summary, stats: { ...summary.stats, pendingCount }, latestPending };
}

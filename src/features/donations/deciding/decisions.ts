import {
  useIsMutating,
  useMutation,
  useMutationState,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { ApiError, call } from '#web/api/client.ts';
import { endpointKey, endpointQuery } from '#web/api/queries.ts';
import { errorToast } from '#web/api/errorToast.ts';
import { toast } from '#web/ui/toast.ts';
import { withoutDonations } from './adminSummary.ts';
import { contract } from './contract.ts';
import { contract as lists } from '#features/donations/lists/contract.ts';
import { bulkOutcome, donorName, undoOutcome, type Outcome } from '#features/donations/donationWords.ts';
import type { ListedDonation } from '#features/donations/listedDonation.ts';
import { refreshDonations } from '#web/console/refreshDonations.ts';

interface Decision {
  donations: readonly ListedDonation[];
}

interface OneDecision {
  donation: ListedDonation;
  /** For the record; a rejection's is for the donor, too. */
  reason?: string | undefined;
}

/** What the console says when a decision fails and the server gives no sentence of its own. */
export const confirmFailed = 'Failed to confirm donation.';
export const rejectFailed = 'Failed to reject donation.';
export const reopenFailed = 'Failed to reopen donation.';

type Verdict = 'confirmed' | 'rejected' | 'reopened';

const decisionKey = ['donation decision'];

/** One after another, in the order of the presses: an undo would else overtake the confirmation that it is meant for. */
const inTurn = { id: 'donation decisions' };

/** Confirms one donation. Dialogs show a failure themselves; elsewhere a toast does. */
export function useConfirmDonation({ showsFailure }: { showsFailure: boolean }) {
  return useDecision({
    verdict: 'confirmed',
    decide: ({ donation }: OneDecision) => call(contract.confirmDonation, { body: { id: donation.id } }),
    outcome: ({ discountCode }, { donation }) => ({
      kind: 'success',
      title: 'Donation confirmed',
      description: `Reward code ${discountCode} was issued to ${donorName(donation)}.`,
    }),
    failed: showsFailure ? null : confirmFailed,
  });
}

/** Rejects one donation. The dialog that asked for the reason shows a failure. */
export function useRejectDonation() {
  return useDecision({
    verdict: 'rejected',
    decide: ({ donation, reason }: OneDecision) =>
      call(contract.rejectDonation, { body: { id: donation.id, reason } }),
    outcome: (_, { donation, reason }) => ({
      kind: 'success',
      title: 'Donation rejected',
      description: `${donorName(donation)} sees it on the dashboard${reason ? ', with your reason' : ''}.`,
    }),
    failed: null,
  });
}

/** Makes a rejected donation pending again. Whoever asks for it shows a failure. */
export function useReopenDonation() {
  return useDecision({
    verdict: 'reopened',
    decide: ({ donation, reason }: OneDecision) =>
      call(contract.reopenDonation, { body: { id: donation.id, reason } }),
    outcome: (_, { donation }) => ({
      kind: 'success',
      title: 'Donation reopened',
      description: `${donorName(donation)}: it is pending again.`,
    }),
    failed: null,
  });
}

/** Confirms several donations in one go. */
export function useConfirmDonations() {
  return useDecision({
    verdict: 'confirmed',
    decide: ({ donations }: Decision) =>
      call(contract.confirmDonations, { body: { ids: donations.map(({ id }) => id) } }),
    outcome: bulkOutcome,
    failed: 'Failed to confirm selected.',
  });
}

const undoKey = ['undo last confirmation'];

/** Takes back this admin's last confirmation, a bulk one whole. */
export function useUndoLastConfirmation() {
  const queryClient = useQueryClient();
  // The button, the key and the palette are one: while any of them undoes, all are pending.
  const isPending = useIsMutating({ mutationKey: undoKey }) > 0;
  const { mutate } = useMutation({
    mutationKey: undoKey,
    scope: inTurn,
    mutationFn: () => call(contract.undoLastConfirmation, {}),
    onSuccess: async ({ undone }) => {
      toast(undoOutcome(undone.length));
      await refreshDonations(queryClient);
    },
    onError: (error) => errorToast(error, 'Nothing to undo or failed to undo.'),
  });
  return { mutate, isPending };
}

/** The donations whose confirmation or rejection is under way. */
export function useDonationsBeingDecided(): ReadonlySet<number> {
  const ids = useMutationState({
    filters: { mutationKey: decisionKey, status: 'pending' },
    select: ({ state }) => decidedIds(state.variables as Decision | OneDecision),
  });
  return new Set(ids.flat());
}

function useDecision<Variables extends Decision | OneDecision, Answer>({
  verdict,
  decide,
  outcome,
  failed,
}: {
  verdict: Verdict;
  decide: (variables: Variables) => Promise<Answer>;
  outcome: (answer: Answer, variables: Variables) => Outcome;
  /** The toast of a failure, or null where the asking dialog tells it. */
  failed: string | null;
}) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: decisionKey,
    scope: inTurn,
    mutationFn: decide,
    onSuccess: (answer, variables) => {
      // Before the decision stops counting as under way, so that no row flashes up again.
      settle(queryClient, new Set(decidedIds(variables)), verdict);
      void refreshDonations(queryClient);
      toast(outcome(answer, variables));
    },
    onError: (error) => {
      if (failed !== null) errorToast(error, failed);
      // Somebody else was faster: what is shown here is old.
      if (error instanceof ApiError && (error.status === 409 || error.status === 404)) {
        void refreshDonations(queryClient);
      }
    },
  });
}

function decidedIds(variables: Decision | OneDecision): number[] {
  return 'donations' in variables ? variables.donations.map(({ id }) => id) : [variables.donation.id];
}

/** Writes a verdict into what is already loaded. */
function settle(queryClient: QueryClient, ids: ReadonlySet<number>, verdict: Verdict) {
  queryClient.setQueryData(
    endpointQuery(contract.adminSummary, {}).queryKey,
    (summary) => summary && withoutDonations(summary, ids),
  );
  const outcome = {
    confirmed: { is_confirmed: true },
    rejected: { rejected_at: new Date().toISOString() },
    reopened: { rejected_at: null },
  }[verdict];
  queryClient.setQueriesData<EndpointResponse<typeof lists.searchDonations>>(
    { queryKey: endpointKey(lists.searchDonations) },
    (page) =>
      page && { ...page, items: page.items.map((row) => (ids.has(row.id) ? { ...row, ...outcome } : row)) },
  );
}

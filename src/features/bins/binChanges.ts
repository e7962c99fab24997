import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WriteEndpoint } from '#shared/endpoint.ts';
import { errorMessage } from '#web/api/client.ts';
import { hasSessionEnded } from '#web/api/sessionErrors.ts';
import { callChanging } from '#web/api/callChanging.ts';
import { endpointKey } from '#web/api/queries.ts';
import { refresh } from '#web/api/useChange.ts';
import { toast } from '#web/ui/toast.ts';
import { type BinRow, contract } from './contract.ts';

/** What is said when a change to a bin fails and the server gives no sentence of its own. */
export const requestFailed = 'Request failed';

/** Tells what failed, and in smaller print the server's reason unless the form says that already. */
export function binFailureToast(error: unknown, failed: string, { inForm = false } = {}): void {
  if (hasSessionEnded(error)) return;
  const reason = inForm ? failed : errorMessage(error, failed);
  toast({ kind: 'error', title: failed, description: reason === failed ? undefined : reason });
}

export interface BinFailure {
  title: string;
  message: string;
}

interface BinAction {
  bin: BinRow;
  endpoint: WriteEndpoint;
  /** How the row looks as soon as the change is asked for; a refusal takes it back. */
  expected: Partial<BinRow>;
  change: () => Promise<{ bin: BinRow }>;
  done: { title: string; description: string };
  failedTitle: string;
}

/** Changes a bin from its row, without a dialog. `onFailure` shows the failure. */
export function useBinAction(onFailure: (failure: BinFailure) => void) {
  const queryClient = useQueryClient();
  const setRow = (row: BinRow) =>
    queryClient.setQueriesData<{ items: BinRow[] }>(
      { queryKey: endpointKey(contract.adminBins) },
      (page) => page && { ...page, items: page.items.map((item) => (item.id === row.id ? row : item)) },
    );
  return useMutation({
    mutationFn: ({ change }: BinAction) => change(),
    onMutate: async ({ bin, expected }) => {
      // An answer that is on its way already would bring the old row back.
      await queryClient.cancelQueries({ queryKey: endpointKey(contract.adminBins) });
      setRow({ ...bin, ...expected });
    },
    onSuccess: ({ bin }, { done }) => {
      setRow(bin);
      toast({ kind: 'success', ...done });
    },
    onError: (error, { bin, failedTitle }) => {
      setRow(bin);
      if (!hasSessionEnded(error)) {
        onFailure({ title: failedTitle, message: errorMessage(error, requestFailed) });
      }
    },
    // Whatever came of it: what was on its way has been stopped.
    onSettled: (_answer, _error, { endpoint }) => void refresh(queryClient, endpoint),
  });
}

export function markEmptied(bin: BinRow): BinAction {
  return {
    bin,
    endpoint: contract.markBinEmptied,
    expected: { last_emptied: new Date().toISOString(), is_overflowing: false, open_alerts: 0 },
    change: () => callChanging(contract.markBinEmptied, { params: { id: bin.id } }),
    done: { title: 'Bin marked emptied', description: emptiedWords(bin) },
    failedTitle: `${bin.name} was not marked emptied`,
  };
}

export function setOverflow(bin: BinRow, status: boolean): BinAction {
  return {
    bin,
    endpoint: contract.setBinOverflow,
    expected: { is_overflowing: status },
    change: () => callChanging(contract.setBinOverflow, { params: { id: bin.id }, body: { status } }),
    done: status
      ? { title: 'Overflow set', description: `${bin.name} is shown as overflowing.` }
      : { title: 'Overflow cleared', description: clearedWords(bin) },
    failedTitle: `The overflow of ${bin.name} was not ${status ? 'set' : 'cleared'}`,
  };
}

function emptiedWords({ name, open_alerts: alerts }: BinRow): string {
  if (alerts === 0) return `${name} has room again.`;
  return `${name} has room again. ${alerts === 1 ? 'Its open alert is' : `Its ${alerts} open alerts are`} resolved.`;
}

function clearedWords({ name, open_alerts: alerts }: BinRow): string {
  if (alerts === 0) return `${name} is no longer shown as overflowing.`;
  return `${name} has ${alerts} open ${alerts === 1 ? 'alert' : 'alerts'} all the same.`;
}

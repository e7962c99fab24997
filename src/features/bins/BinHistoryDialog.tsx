import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Check, Eye, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { formatInstant } from '#words/dates.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { Bin } from '#web/art/Bin.tsx';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { Pager } from '#web/ui/Pager.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { requestFailed } from './binChanges.ts';
import { type BinRow, contract, type OverflowAlert } from './contract.ts';

/** Every overflow alert that a bin ever had. */
export function BinHistoryDialog({ bin, onClose }: { bin: BinRow; onClose: () => void }) {
  const { timeZone } = useSiteInfo();
  const [offset, setOffset] = useState(0);
  const history = useQuery({
    ...endpointQuery(contract.binHistory, {
      params: { id: bin.id },
      query: { limit: PAGE_SIZE, offset },
    }),
    // A report from the public changes it without this browser's knowing.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const page = history.data;

  return (
    <Dialog
      open
      onClose={onClose}
      size="details"
      title={`Overflow history of ${bin.name}`}
      description={`${bin.bin_code}, ${bin.location}. ${emptiedWords(bin, timeZone)}`}
      error={null}
      pending={false}
      footer={
        page && page.total > PAGE_SIZE ? (
          <div className="me-auto">
            <Pager {...page} shown={page.items.length} link={pageButtons(setOffset)} />
          </div>
        ) : undefined
      }
    >
      {history.isError && (
        <ErrorBanner
          message={errorMessage(history.error, requestFailed)}
          onRetry={() => void history.refetch()}
          retrying={history.isFetching}
          className="mb-3"
        />
      )}
      {history.isPending && <Skeleton rows={4} />}
      {page?.items.length === 0 && (
        <EmptyState
          object={Bin}
          title="No history found."
          text="Nobody has reported this bin as full or damaged."
          action={
            <Button kind="outline" size="small" onClick={onClose}>
              Back to the bins
            </Button>
          }
        />
      )}
      {page && page.items.length > 0 && (
        <ol aria-label="Alerts" className="divide-y-[1.5px] divide-line">
          {page.items.map((alert) => (
            <HistoryEntry key={alert.id} alert={alert} timeZone={timeZone} />
          ))}
        </ol>
      )}
    </Dialog>
  );
}

function emptiedWords({ last_emptied: at }: BinRow, timeZone: TimeZone): string {
  return at === null ? 'Never marked emptied.' : `Last emptied ${formatInstant(new Date(at), timeZone)}.`;
}

/** The history's pages have no address: the dialog has none either. */
function pageButtons(onPage: (offset: number) => void) {
  return (offset: number, words: string) => (
    <button type="button" onClick={() => onPage(offset)}>
      {words}
    </button>
  );
}

function HistoryEntry({ alert, timeZone }: { alert: OverflowAlert; timeZone: TimeZone }) {
  const time = (instant: string) => formatInstant(new Date(instant), timeZone);
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <b className="font-[650] tabular">{time(alert.reportedAt)}</b>
        <AlertStatus status={alert.status} />
      </div>
      <p className="mt-0.5 text-base wrap-anywhere">{alert.notes ?? 'No notes'}</p>
      <p className="mt-0.5 wrap-anywhere text-muted tabular">
        {`Reported by ${alert.reportedBy ?? 'someone who left no name'}.`}
        {alert.acknowledgedAt !== null &&
          ` Acknowledged by ${alert.acknowledgedBy ?? 'an admin'}, ${time(alert.acknowledgedAt)}.`}
        {alert.resolvedAt !== null && ` Resolved ${time(alert.resolvedAt)}.`}
      </p>
    </li>
  );
}

const statuses = {
  pending: { tone: 'clay', icon: TriangleAlert, word: 'New' },
  acknowledged: { tone: 'sky', icon: Eye, word: 'Acknowledged' },
  resolved: { tone: 'spruce', icon: Check, word: 'Resolved' },
} as const;

function AlertStatus({ status }: { status: OverflowAlert['status'] }) {
  const { tone, icon, word } = statuses[status];
  return (
    <Pill tone={tone} icon={icon} size="small">
      {word}
    </Pill>
  );
}

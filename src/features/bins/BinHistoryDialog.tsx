import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Recycle, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Bin } from '#web/art/Bin.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { Pager } from '#web/ui/Pager.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { formatInstant } from '#words/formats.ts';
import { AlertPill, Report } from './AlertBox.tsx';
import { useUndoVisit } from './BagsForm.tsx';
import { requestFailedMessage } from './BinDialogs.tsx';
import { type BinRow, type BinVisit, contract, type OverflowAlert } from './contract.ts';
import { formatBagCount, formatReportCount, undoDeadline } from './rules.ts';

/** All overflow alerts and visits of a bin. */
export function BinHistoryDialog({ bin, onClose }: { bin: BinRow; onClose: () => void }) {
  const { timeZone } = useSiteInfo();
  const formatLocalInstant = (instant: string) => formatInstant(new Date(instant), timeZone);
  const [offset, setOffset] = useState(0);
  const history = useQuery({
    ...endpointQuery(contract.binHistory, {
      params: { id: bin.id },
      query: { limit: PAGE_SIZE, offset },
    }),
    // Visitors report bins at any time.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const page = history.data;
  const lastEmptiedText =
    bin.last_emptied === null
      ? 'Never marked emptied.'
      : `Last emptied ${formatLocalInstant(bin.last_emptied)}.`;
  const undo = useUndoVisit(bin.name);
  const [openedAt] = useState(() => new Date());
  const lastVisit = offset === 0 ? page?.items.find((item) => item.kind === 'visit') : undefined;
  const undoableVisit = lastVisit && openedAt < undoDeadline(lastVisit.at) ? lastVisit : undefined;

  return (
    <Dialog
      onClose={onClose}
      size="details"
      title={`History of ${bin.name}`}
      description={`${bin.bin_code}, ${bin.location}. ${lastEmptiedText}`}
      error={null}
      pending={false}
      footer={
        page && page.total > PAGE_SIZE ? (
          <div className="me-auto">
            <Pager
              offset={page.offset}
              limit={page.limit}
              total={page.total}
              shown={page.items.length}
              link={renderPageButton(setOffset)}
            />
          </div>
        ) : undefined
      }
    >
      {history.isError && (
        <ErrorBanner
          message={errorMessage(history.error, requestFailedMessage)}
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
          text="Nobody has reported or emptied this bin."
          action={
            <Button kind="outline" size="small" onClick={onClose}>
              Back to the bins
            </Button>
          }
        />
      )}
      {page && page.items.length > 0 && (
        <ol aria-label="History" className="divide-y-[1.5px] divide-line">
          {page.items.map((item) => (
            <li key={`${item.kind} ${item.id}`} className="py-3 first:pt-0 last:pb-0">
              {item.kind === 'visit' ? (
                <VisitItem
                  visit={item}
                  formatLocalInstant={formatLocalInstant}
                  onUndo={item === undoableVisit ? () => undo.mutate(item.id) : undefined}
                  isUndoing={undo.isPending}
                />
              ) : (
                <AlertItem alert={item} formatLocalInstant={formatLocalInstant} />
              )}
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  );
}

type ItemProps = { formatLocalInstant: (instant: string) => string };

function AlertItem({ alert, formatLocalInstant }: ItemProps & { alert: OverflowAlert }) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <b className="font-[650] tabular">{formatLocalInstant(alert.reportedAt)}</b>
        <AlertPill status={alert.status} />
      </div>
      <p className="mt-0.5 text-base wrap-anywhere">
        {alert.notes === null ? 'No notes' : `“${alert.notes}”`}
      </p>
      <p className="mt-0.5 wrap-anywhere text-muted tabular">
        {`Reported by ${alert.reportedBy ?? 'someone who left no name'}.`}
        {alert.acknowledgedAt !== null &&
          ` Acknowledged by ${alert.acknowledgedBy ?? 'an admin'}, ${formatLocalInstant(alert.acknowledgedAt)}.`}
        {alert.resolvedAt !== null && ` Resolved ${formatLocalInstant(alert.resolvedAt)}.`}
      </p>
      {alert.reports > 1 && (
        <p className="mt-1.5 font-semibold tabular">{formatReportCount(alert.reports)}</p>
      )}
      {alert.furtherReports.length > 0 && (
        <ul aria-label="Further reports" className="mt-1 space-y-1.5 border-s-2 border-line ps-3">
          {alert.furtherReports.map((report) => (
            <li key={report.id}>
              <Report report={report} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type VisitItemProps = ItemProps & {
  visit: BinVisit;
  /** Undefined if the visit cannot be taken back. */
  onUndo: (() => void) | undefined;
  isUndoing: boolean;
};

function VisitItem({ visit, formatLocalInstant, onUndo, isUndoing }: VisitItemProps) {
  const { at, by, bagsFound, note } = visit;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <b className="font-[650] tabular">{formatLocalInstant(at)}</b>
        <Pill tone="spruce" icon={Recycle} size="small">
          Emptied
        </Pill>
      </div>
      <p className="mt-0.5 text-base">{bagsFound === null ? 'Not counted' : formatBagCount(bagsFound)}</p>
      {note !== null && <p className="mt-0.5 text-base wrap-anywhere">{note}</p>}
      <div className="mt-0.5 flex flex-wrap items-center justify-between gap-x-3">
        <p className="min-w-0 wrap-anywhere text-muted">{`By ${by}.`}</p>
        {onUndo && (
          <Button
            kind="outline"
            size="row"
            icon={Undo2}
            pending={isUndoing}
            pendingLabel="Undoing…"
            // The second click of a double click would take back the visit before.
            onClick={(event) => event.detail <= 1 && onUndo()}
            className="max-md:min-h-11"
          >
            Undo
          </Button>
        )}
      </div>
    </>
  );
}

/** Draws the pager's buttons. They are no links, since pages of a dialog have no address. */
function renderPageButton(onPage: (offset: number) => void) {
  return (offset: number, label: string) => (
    <button type="button" onClick={() => onPage(offset)}>
      {label}
    </button>
  );
}

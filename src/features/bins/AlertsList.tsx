import type { UseQueryResult } from '@tanstack/react-query';
import { Check, Eye, TriangleAlert } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import { Link } from 'react-router';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { errorMessage } from '#web/api/client.ts';
import { errorToast } from '#web/api/errors.ts';
import { useChange } from '#web/api/useChange.ts';
import { Bin } from '#web/art/Bin.tsx';
import { DataList } from '#web/console/DataList.tsx';
import { Button } from '#web/ui/Button.tsx';
import { type Column, RowButton } from '#web/ui/DataRows.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { Instant } from '#web/ui/Instant.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { focusRow } from '#web/ui/rowFocus.ts';
import { toast } from '#web/ui/toast.ts';
import { formatInstant } from '#words/formats.ts';
import { BinPlace } from './BinPlace.tsx';
import { contract, type OverflowAlert } from './contract.ts';

type AlertsListProps = Pick<ComponentProps<typeof DataList>, 'title' | 'address' | 'toolbar'> & {
  list: UseQueryResult<EndpointResponse<typeof contract.openAlerts>>;
  binsAddress: string;
};

function alertColumns(timeZone: TimeZone): Column<OverflowAlert>[] {
  return [
    {
      name: 'Bin',
      kind: 'heading',
      className: 'w-1/4 min-w-40 wrap-anywhere',
      cell: (alert, on) => (
        <>
          {nameOf(alert)}
          {on === 'row' && <Place alert={alert} />}
        </>
      ),
    },
    { name: 'Location', kind: 'line', only: 'card', cell: (alert) => <Place alert={alert} /> },
    {
      name: 'Report',
      kind: 'line',
      className: 'wrap-anywhere',
      cell: (alert) => (
        <>
          <Report report={alert} timeZone={timeZone} />
          <FurtherReports alert={alert} timeZone={timeZone} />
        </>
      ),
    },
    {
      name: 'State',
      kind: 'pill',
      className: 'min-w-50 max-w-56 xl:max-w-88',
      cell: ({ status, acknowledgedBy, acknowledgedAt }) =>
        acknowledgedAt === null ? (
          <AlertPill status={status} />
        ) : (
          <Pill tone="sky" icon={Eye} size="small" wraps>
            {`Acknowledged by ${acknowledgedBy ?? 'an admin'}, ${formatInstant(new Date(acknowledgedAt), timeZone)}`}
          </Pill>
        ),
    },
    { name: 'Actions', kind: 'actions', buttons: 2, cell: (alert) => <AlertButtons alert={alert} /> },
  ];
}

/** The overflow alerts that nobody has resolved yet. */
export function AlertsList({ binsAddress, ...list }: AlertsListProps) {
  const { timeZone } = useSiteInfo();
  return (
    <DataList
      {...list}
      label="Overflow alerts"
      isCounted={false}
      columns={alertColumns(timeZone)}
      tall
      skeletonRows={3}
      failure={(error) => errorMessage(error, 'Failed to load overflow alerts')}
      empty={
        <EmptyState
          object={Bin}
          title="No pending overflow alerts"
          text="Whoever finds a bin full or damaged scans its Report code, and the alert appears here."
          action={
            <Button asChild kind="outline" size="small">
              <Link to={binsAddress}>See the bins</Link>
            </Button>
          }
        />
      }
    />
  );
}

const nameOf = ({ binId, binName }: OverflowAlert) => binName ?? `Bin #${binId}`;

type ReportProps = {
  report: Pick<OverflowAlert, 'notes' | 'reportedBy' | 'reportedAt'>;
  timeZone: TimeZone;
};

function Report({ report: { notes, reportedBy, reportedAt }, timeZone }: ReportProps) {
  return (
    <>
      <p className={notes === null ? 'text-muted' : 'text-base text-ink'}>{notes ?? 'No notes'}</p>
      <p className="mt-0.5 text-muted">
        {`${reportedBy ?? 'No name given'}, `}
        <Instant at={reportedAt} timeZone={timeZone} />
      </p>
    </>
  );
}

type FurtherReportsProps = { alert: OverflowAlert; timeZone: TimeZone };

/** How often the bin was reported, and what the reports after the first say. */
export function FurtherReports({ alert: { reports, furtherReports }, timeZone }: FurtherReportsProps) {
  if (reports === 1) return null;
  return (
    <>
      <p className="mt-1.5 font-semibold tabular">{`${reports} reports`}</p>
      {furtherReports.length > 0 && (
        <ul aria-label="Further reports" className="mt-1 space-y-1.5 border-s-2 border-line ps-3">
          {furtherReports.map((report) => (
            <li key={report.id}>
              <Report report={report} timeZone={timeZone} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Place({ alert: { location } }: { alert: OverflowAlert }) {
  return <BinPlace location={location ?? 'Unknown'} className="font-normal" />;
}

const states = {
  pending: { tone: 'clay', icon: TriangleAlert, word: 'New' },
  acknowledged: { tone: 'sky', icon: Eye, word: 'Acknowledged' },
  resolved: { tone: 'spruce', icon: Check, word: 'Resolved' },
} as const;

export function AlertPill({ status }: Pick<OverflowAlert, 'status'>) {
  const { tone, icon, word } = states[status];
  return (
    <Pill tone={tone} icon={icon} size="small">
      {word}
    </Pill>
  );
}

function AlertButtons({ alert }: { alert: OverflowAlert }) {
  const resolveButton = useRef<HTMLButtonElement>(null);
  const params = { id: alert.id };
  const acknowledge = useChange(contract.acknowledgeAlert, {
    change: (send) => send({ params }),
    staysPending: true,
    onSuccess: () => toast({ kind: 'success', title: 'Alert acknowledged', description: nameOf(alert) }),
    onError: (error) => errorToast(error, 'Failed to acknowledge alert'),
  });
  const resolve = useChange(contract.resolveAlert, {
    change: (send) => send({ params }),
    staysPending: true,
    onSuccess: () => {
      toast({ kind: 'success', title: 'Alert resolved', description: nameOf(alert) });
      focusNext(resolveButton.current);
    },
    onError: (error) => errorToast(error, 'Failed to resolve alert'),
  });
  return (
    <>
      {!alert.acknowledged && (
        <RowButton
          kind="primary"
          icon={Eye}
          pending={acknowledge.isPending}
          pendingLabel="Acknowledging…"
          onClick={() => acknowledge.mutate()}
        >
          Acknowledge
        </RowButton>
      )}
      <RowButton
        ref={resolveButton}
        kind={alert.acknowledged ? 'primary' : 'outline'}
        icon={Check}
        pending={resolve.isPending}
        pendingLabel="Resolving…"
        onClick={() => resolve.mutate()}
      >
        Resolve
      </RowButton>
    </>
  );
}

/** Moves the focus to the next alert's button, for work by keyboard. */
function focusNext(button: HTMLButtonElement | null) {
  if (!button?.contains(document.activeElement)) return;
  const row = button.closest('tr, li');
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  if (!focusRow(next, 'Resolve')) button.closest('main')?.focus();
}

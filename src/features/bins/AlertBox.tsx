import { Check, Eye, TriangleAlert } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { dayOf, yearOf } from '#shared/dates.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { errorToast } from '#web/api/errors.ts';
import { useChange } from '#web/api/useChange.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { Button } from '#web/ui/Button.tsx';
import { Instant } from '#web/ui/Instant.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { toast } from '#web/ui/toast.ts';
import { formatDay, formatInstant, formatShortDay, formatTime } from '#words/formats.ts';
import { contract, type OverflowAlert, SHOWN_REPORTS } from './contract.ts';
import { formatReportCount } from './rules.ts';

/** A clay-coloured warning as wide as the bin's panel. */
export function WarningBox({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-s-6 border-clay bg-clay-tint py-3 ps-3 pe-[18px]">
      <h3 className="flex gap-2.5 font-text leading-[1.4] font-[650] text-clay-deep">
        <TriangleAlert size={20} aria-hidden="true" className="mt-px shrink-0" />
        <span className="min-w-0 tabular">{title}</span>
      </h3>
      <div className="mt-1 ps-[30px]">{children}</div>
    </section>
  );
}

type AlertBoxProps = { alert: OverflowAlert; onResolved: () => void };

/** A bin's open alert: its first report, the newest further reports, and the buttons to acknowledge and resolve it. */
export function AlertBox({ alert, onResolved }: AlertBoxProps) {
  const { timeZone } = useSiteInfo();
  const { binName, acknowledgedAt, reports, reportedAt, furtherReports } = alert;
  const params = { id: alert.id };
  const resolveButton = useRef<HTMLButtonElement>(null);
  const description = binName ?? undefined;
  const acknowledge = useChange(contract.acknowledgeAlert, {
    change: (send) => send({ params }),
    staysPending: true,
    onSuccess: () => {
      toast({ kind: 'success', title: 'Alert acknowledged', description });
      // The pressed button disappears, and the focus would be lost with it.
      resolveButton.current?.focus();
    },
    onError: (error) => errorToast(error, 'Failed to acknowledge alert'),
  });
  const resolve = useChange(contract.resolveAlert, {
    change: (send) => send({ params }),
    staysPending: true,
    onSuccess: () => {
      toast({ kind: 'success', title: 'Alert resolved', description });
      // The admin may have gone elsewhere meanwhile.
      if (resolveButton.current) onResolved();
    },
    onError: (error) => errorToast(error, 'Failed to resolve alert'),
  });
  const hiddenCount = reports - 1 - furtherReports.length;
  // Below the limit, every report with a name or a note is shown, so the hidden ones have neither.
  const withoutText = furtherReports.length < SHOWN_REPORTS ? ' without words' : '';
  return (
    <WarningBox
      title={`Full, ${formatReportCount(reports)} since ${formatShortInstant(reportedAt, timeZone)}`}
    >
      <ul aria-label="Reports" className="max-h-60 space-y-1.5 overflow-y-auto">
        <li>
          <Report report={alert} />
        </li>
        {furtherReports.toReversed().map((report) => (
          <li key={report.id}>
            <Report report={report} />
          </li>
        ))}
      </ul>
      {hiddenCount > 0 && (
        <p className="mt-1.5 text-muted">{`${hiddenCount === 1 ? 'One' : hiddenCount} more${withoutText}.`}</p>
      )}
      {acknowledgedAt !== null && (
        <p className="mt-2">
          <Pill tone="sky" icon={Eye} size="small" wraps>
            {`Acknowledged by ${alert.acknowledgedBy ?? 'an admin'}, ${formatInstant(new Date(acknowledgedAt), timeZone)}`}
          </Pill>
        </p>
      )}
      <div className="mt-2.5 flex flex-wrap gap-2 max-md:[&>*]:min-h-11">
        {!alert.acknowledged && (
          <Button
            kind="outline"
            size="row"
            icon={Eye}
            pending={acknowledge.isPending}
            pendingLabel="Acknowledging…"
            onClick={() => acknowledge.mutate()}
          >
            Acknowledge
          </Button>
        )}
        <Button
          ref={resolveButton}
          kind="ghost"
          size="row"
          icon={Check}
          pending={resolve.isPending}
          pendingLabel="Resolving…"
          onClick={() => resolve.mutate()}
        >
          Resolve
        </Button>
      </div>
    </WarningBox>
  );
}

type ReportProps = { report: Pick<OverflowAlert, 'notes' | 'reportedBy' | 'reportedAt'> };

export function Report({ report: { notes, reportedBy, reportedAt } }: ReportProps) {
  const { timeZone } = useSiteInfo();
  return (
    <>
      <p className={notes === null ? 'text-muted' : 'wrap-anywhere text-ink'}>
        {notes === null ? 'No notes' : `“${notes}”`}
      </p>
      <p className="text-[0.84375rem] wrap-anywhere text-muted">
        {`${reportedBy ?? 'No name given'}, `}
        <Instant at={reportedAt} timeZone={timeZone} />
      </p>
    </>
  );
}

const alertStates = {
  pending: { tone: 'clay', icon: TriangleAlert, label: 'New' },
  acknowledged: { tone: 'sky', icon: Eye, label: 'Acknowledged' },
  resolved: { tone: 'spruce', icon: Check, label: 'Resolved' },
} as const;

type AlertPillProps = Pick<OverflowAlert, 'status'> & { onSelectedRow?: boolean | undefined };

export function AlertPill({ status, onSelectedRow }: AlertPillProps) {
  const { tone, icon, label } = alertStates[status];
  return (
    <Pill tone={tone} icon={icon} size="small" onSelectedRow={onSelectedRow}>
      {label}
    </Pill>
  );
}

/** Such as `today, 3:30 PM`, `Nov 20` or, in another year, `Nov 20, 2025`. */
export function formatShortInstant(at: string, timeZone: TimeZone): string {
  const instant = new Date(at);
  const day = dayOf(instant, timeZone);
  const today = dayOf(new Date(), timeZone);
  if (day === today) return `today, ${formatTime(instant, timeZone)}`;
  return yearOf(day) === yearOf(today) ? formatShortDay(day) : formatDay(day);
}

import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { Check, Eye, TriangleAlert } from 'lucide-react';
import { useRef, type ComponentProps } from 'react';
import { Link } from 'react-router';
import { formatInstant } from '#words/dates.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { Bin } from '#web/art/Bin.tsx';
import { errorMessage } from '#web/api/client.ts';
import { endpointKey } from '#web/api/queries.ts';
import { useChange } from '#web/api/useChange.ts';
import { ListPanel } from '#web/console/ListCard.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Instant } from '#web/ui/Instant.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { focusRow } from '#web/ui/rowFocus.ts';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { binFailureToast } from './binChanges.ts';
import { BinPlace } from './BinPlace.tsx';
import { contract, type OverflowAlert } from './contract.ts';

type AlertsPanelProps = {
  list: UseQueryResult<EndpointResponse<typeof contract.openAlerts>>;
  address: ComponentProps<typeof ListPanel>['address'];
};

const column = 'flex max-w-[920px] flex-col gap-4';

/** The overflow alerts that nobody has resolved yet. */
export function AlertsPanel({ list, address }: AlertsPanelProps) {
  const { timeZone } = useSiteInfo();
  return (
    <ListPanel
      list={list}
      address={address}
      failure={(error) => errorMessage(error, 'Failed to load overflow alerts')}
      skeleton={<AlertsSkeleton />}
      empty={
        <EmptyState
          object={Bin}
          title="No pending overflow alerts"
          text="Whoever finds a bin full or damaged scans its Report code, and the alert appears here."
          action={
            <Button asChild kind="outline" size="small">
              <Link to={paths.consoleBins}>See the bins</Link>
            </Button>
          }
        />
      }
    >
      {(alerts) => (
        <ul aria-label="Overflow alerts" className={column}>
          {alerts.map((alert) => (
            <AlertCard key={alert.id} alert={alert} timeZone={timeZone} />
          ))}
        </ul>
      )}
    </ListPanel>
  );
}

function AlertCard({ alert, timeZone }: { alert: OverflowAlert; timeZone: TimeZone }) {
  const card = useRef<HTMLDivElement>(null);
  const acknowledge = useAcknowledge(alert);
  const resolve = useResolve(alert, () => passFocusOn(card.current));
  const { binId, binName, location, notes, reportedBy, reportedAt, acknowledged } = alert;

  return (
    <li>
      <Card console className="sm:px-[22px]">
        <div ref={card} className="flex gap-x-6 gap-y-4 max-card:flex-col card:items-center">
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
              <h2 className="t-4 wrap-anywhere">{binName ?? `Bin #${binId}`}</h2>
              <AlertBadge alert={alert} timeZone={timeZone} />
            </div>
            <BinPlace location={location ?? 'Unknown'} className="mt-1 text-[0.9375rem]" />
            <p
              className={`mt-2 text-[1.0625rem] leading-[1.5] wrap-anywhere ${notes === null ? 'text-muted' : ''}`}
            >
              {notes ?? 'No notes'}
            </p>
            <p className="mt-1.5 text-[0.9375rem] wrap-anywhere text-muted tabular">
              {`${reportedBy ?? 'No name given'}, `}
              <Instant at={reportedAt} timeZone={timeZone} />
            </p>
          </div>
          <div className="flex shrink-0 gap-2 max-md:[&>*]:min-h-11 max-card:[&>*]:flex-1 card:w-[150px] card:flex-col">
            {!acknowledged && (
              <Button
                size="console"
                icon={Eye}
                pending={acknowledge.isPending}
                pendingLabel="Acknowledging…"
                onClick={() => acknowledge.mutate()}
                className="px-2.5"
              >
                Acknowledge
              </Button>
            )}
            <Button
              kind={acknowledged ? 'primary' : 'outline'}
              size="console"
              icon={Check}
              pending={resolve.isPending}
              pendingLabel="Resolving…"
              onClick={() => resolve.mutate()}
              className="px-2.5"
            >
              Resolve
            </Button>
          </div>
        </div>
      </Card>
    </li>
  );
}

function AlertBadge({ alert, timeZone }: { alert: OverflowAlert; timeZone: TimeZone }) {
  const { acknowledged, acknowledgedBy, acknowledgedAt } = alert;
  if (!acknowledged) {
    return (
      <Pill tone="clay" icon={TriangleAlert} size="small">
        New
      </Pill>
    );
  }
  return (
    <Pill tone="sky" icon={Eye} size="small" wraps>
      {`Acknowledged by ${acknowledgedBy ?? 'an admin'}`}
      {acknowledgedAt !== null && `, ${formatInstant(new Date(acknowledgedAt), timeZone)}`}
    </Pill>
  );
}

function useAcknowledge({ id, binName, binId }: OverflowAlert) {
  const queryClient = useQueryClient();
  return useChange(contract.acknowledgeAlert, {
    change: (send) => send({ params: { id } }),
    onSuccess: ({ alert }) => {
      queryClient.setQueriesData<{ items: OverflowAlert[] }>(
        { queryKey: endpointKey(contract.openAlerts) },
        (page) => page && { ...page, items: page.items.map((item) => (item.id === id ? alert : item)) },
      );
      toast({ kind: 'success', title: 'Alert acknowledged', description: binName ?? `Bin #${binId}` });
    },
    onError: (error) => binFailureToast(error, 'Failed to acknowledge alert'),
  });
}

function useResolve({ id, binName, binId }: OverflowAlert, beforeItGoes: () => void) {
  return useChange(contract.resolveAlert, {
    change: (send) => send({ params: { id } }),
    staysPending: true,
    onSuccess: () => {
      toast({ kind: 'success', title: 'Alert resolved', description: binName ?? `Bin #${binId}` });
      beforeItGoes();
    },
    onError: (error) => binFailureToast(error, 'Failed to resolve alert'),
  });
}

/** Hands the focus to the next alert's button, for those who work through the list by keyboard. */
function passFocusOn(card: HTMLElement | null) {
  if (!card?.contains(document.activeElement)) return;
  const row = card.closest('li');
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  if (!next || !focusRow(next, 'Resolve')) card.closest('main')?.focus();
}

function AlertsSkeleton() {
  return (
    <div aria-hidden="true" className={column}>
      {Array.from({ length: 3 }, (_, index) => (
        <Card key={index} console className="flex flex-col gap-3">
          <SkeletonBox shape="block" className="w-2/5" />
          <SkeletonBox className="w-1/3" />
          <SkeletonBox className="w-3/5" />
          <SkeletonBox className="w-1/4" />
        </Card>
      ))}
    </div>
  );
}

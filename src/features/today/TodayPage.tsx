import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Clock, RefreshCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { contract as binsContract } from '#features/bins/contract.ts';
import { formatBagCount, formatDue, formatReportCount } from '#features/bins/rules.ts';
import { contract as pickupsContract, type PickupRow } from '#features/pickups/contract.ts';
import { dayOf, yearOf } from '#shared/dates.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { errorMessage, NetworkError } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useChange } from '#web/api/useChange.ts';
import { Bin } from '#web/art/Bin.tsx';
import { ConsoleBar } from '#web/console/ConsoleBar.tsx';
import { ConsoleCommands } from '#web/console/ConsoleCommands.tsx';
import { DonationOverlay } from '#web/console/DonationOverlay.tsx';
import { consoleHeading } from '#web/console/ConsolePageLayout.tsx';
import { PhoneBar } from '#web/console/PhoneBar.tsx';
import * as titles from '#web/console/titles.ts';
import { useConsole } from '#web/console/useConsole.ts';
import { SkipLink } from '#web/layouts/SkipLink.tsx';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { IconButton } from '#web/ui/ReasonButton.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { Skeleton, SkeletonBox } from '#web/ui/Skeleton.tsx';
import { formatKilograms, formatShortDay, formatTime, formatWeekday } from '#words/formats.ts';
import { contract, type TodayBin } from './contract.ts';
import { CallLink, DoneStop, MapLink, OpenStop, type StopResult } from './Stop.tsx';

/** The bins to empty and the pickups of today, for a phone in a van. */
export default function TodayPage() {
  const consoleState = useConsole();
  // Other people report bins and schedule pickups meanwhile.
  const stops = useQuery({ ...endpointQuery(contract.today, {}), staleTime: 0 });
  const refreshProps = {
    icon: RefreshCw,
    label: 'Refresh',
    pending: stops.isFetching,
    onClick: () => void stops.refetch(),
  };
  return (
    <div className="flex min-h-dvh flex-col bg-paper t-console">
      <title>{titles.consoleToday}</title>
      <meta name="robots" content="noindex" />
      <SkipLink />
      <div className="max-md:hidden">
        <ConsoleBar state={consoleState} hasRefresh={false} />
      </div>
      <PhoneBar title="Console">
        <IconButton {...refreshProps} kind="panelGhost" size="small" />
      </PhoneBar>
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-[40rem] flex-1 pt-4 pb-10">
        <Stops
          stops={stops}
          refreshButton={<IconButton {...refreshProps} kind="ghost" size="small" className="max-md:hidden" />}
        />
      </main>
      <DonationOverlay />
      <ConsoleCommands state={consoleState} />
    </div>
  );
}

type StopsProps = {
  stops: UseQueryResult<EndpointResponse<typeof contract.today>>;
  refreshButton: ReactNode;
};

function Stops({ stops, refreshButton }: StopsProps) {
  const { bins = [], pickups = [] } = stops.data ?? {};
  const total = bins.length + pickups.length;
  const doneBins = bins.filter(({ visit }) => visit !== null);
  const donePickups = pickups.filter(({ status }) => status === 'completed');
  const done = doneBins.length + donePickups.length;
  return (
    <>
      <div className="px-4">
        <div className="flex items-center justify-between">
          <h1 className={consoleHeading}>Today</h1>
          {refreshButton}
        </div>
        {stops.data && (
          <p className="mt-1 flex justify-between text-muted">
            {`${formatWeekday(stops.data.today)}, ${yearOf(stops.data.today)}`}
            <b role="status" className="font-[650] text-ink">
              {total > 0 && `${done} of ${total} done`}
            </b>
          </p>
        )}
        {stops.isError && (
          <ErrorBanner
            message={errorMessage(stops.error, 'Failed to load the round of today.')}
            onRetry={() => void stops.refetch()}
            retrying={stops.isFetching}
          />
        )}
        {stops.isPending && <Skeleton rows={4} row={<SkeletonBox className="h-14 w-full" />} />}
      </div>
      {stops.data && (
        <>
          {total === 0 && (
            <EmptyState
              object={Bin}
              title="Nothing today."
              text="No bin is full or overdue, and no pickup is agreed on."
            />
          )}
          {/* Done or undone, a stop mounts anew, with an empty draft and mutation. */}
          <Section title="Bins" isEmpty={bins.length === 0}>
            {bins.map((bin) => (
              <BinStop key={`${bin.id} ${bin.visit ? 'done' : 'open'}`} bin={bin} />
            ))}
          </Section>
          <Section title="Pickups" isEmpty={pickups.length === 0}>
            {pickups.map((pickup) => (
              <PickupStop key={`${pickup.id} ${pickup.status}`} pickup={pickup} today={stops.data.today} />
            ))}
          </Section>
        </>
      )}
    </>
  );
}

function Section({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) {
  if (isEmpty) return null;
  return (
    <section aria-label={title} className="mt-5">
      <h2 className="t-3 px-4 pb-2.5">{title}</h2>
      <ul className="divide-y-[1.5px] divide-line border-y-[1.5px] border-line">{children}</ul>
    </section>
  );
}

function BinStop({ bin }: { bin: TodayBin }) {
  const { timeZone } = useSiteInfo();
  const { id, name, location, directions, visit, days_over: daysOver, logged: loggedCount } = bin;
  const recordVisit = useChange(binsContract.createBinVisit, {
    change: (send, { amount, idempotencyKeyFor }: StopResult) => {
      // Never null: the form requires a number of bags.
      const body = { bagsFound: amount ?? 0 };
      return send({ params: { id }, body }, { idempotencyKey: idempotencyKeyFor(body) });
    },
    staysPending: true,
    onSuccess: (_answer, { forgetDraft }) => forgetDraft(),
  });
  const undo = useChange(binsContract.undoBinVisit, {
    change: (send, visitId: number) => send({ params: { id: visitId } }),
    staysPending: true,
  });
  if (visit) {
    const time = formatTime(new Date(visit.at), timeZone);
    return (
      <DoneStop
        title={name}
        text={`${visit.bagsFound === null ? 'Emptied' : formatBagCount(visit.bagsFound)}, ${time}`}
        onUndo={() => undo.mutate(visit.id)}
        isPending={undo.isPending}
        error={undo.error && errorMessage(undo.error, 'Failed to take the visit back.')}
      />
    );
  }
  return (
    <OpenStop
      storageKey={`today-bin-${id}-${bin.last_emptied ?? ''}`}
      openLabel={`Empty ${name}`}
      title={name}
      lines={[directions ?? location]}
      note={
        <>
          {bin.is_overflowing && (
            <Pill tone="clay" icon={TriangleAlert}>
              {bin.reports > 0 ? `Full, ${formatReportCount(bin.reports)}` : 'Full'}
            </Pill>
          )}
          {daysOver !== null && (
            <Pill tone="wheat" icon={Clock}>
              {formatDue(-daysOver)}
            </Pill>
          )}
          <span>{loggedCount} logged</span>
        </>
      }
      links={<MapLink name={name} place={bin} />}
      field={{ kind: 'bags', label: `Bags in ${name}`, initial: String(loggedCount) }}
      finishLabel="Emptied"
      onFinish={recordVisit.mutate}
      isPending={recordVisit.isPending}
      isUnsaved={recordVisit.error instanceof NetworkError}
      error={recordVisit.error && errorMessage(recordVisit.error, 'Failed to mark the bin emptied.')}
    />
  );
}

function PickupStop({ pickup, today }: { pickup: PickupRow; today: string }) {
  const { timeZone } = useSiteInfo();
  const { id, name, address, items, phone, scheduledAt, status, kilograms } = pickup;
  const params = { id };
  // Takes no idempotency key, since a completed pickup cannot be completed again.
  const complete = useChange(pickupsContract.setPickupStatus, {
    change: (send, { amount }: StopResult) =>
      send({ params, body: { status: 'completed', kilograms: amount ?? undefined } }),
    staysPending: true,
    onSuccess: (_answer, { forgetDraft }) => forgetDraft(),
  });
  const undo = useChange(pickupsContract.undoPickup, {
    // The endpoint requires a reason, and a driver is not asked for one.
    change: (send) => send({ params, body: { reason: 'Ticked by mistake' } }),
    staysPending: true,
  });
  const instant = scheduledAt === null ? null : new Date(scheduledAt);
  const day = instant && dayOf(instant, timeZone);
  const isMissed = day !== null && day !== today;
  const title = (
    <>
      <span className={`me-2.5 whitespace-nowrap tabular ${isMissed ? 'text-wheat-deep' : ''}`}>
        {isMissed && `${formatShortDay(day)}, `}
        {instant && formatTime(instant, timeZone)}
      </span>
      <span className="font-normal">{name}</span>
    </>
  );
  if (status === 'completed') {
    return (
      <DoneStop
        title={title}
        text={kilograms === null ? 'Done' : `${formatKilograms(kilograms)} kg`}
        onUndo={() => undo.mutate()}
        isPending={undo.isPending}
        error={undo.error && errorMessage(undo.error, 'Failed to take it back.')}
      />
    );
  }
  return (
    <OpenStop
      storageKey={`today-pickup-${id}-${scheduledAt ?? ''}`}
      openLabel={`Finish the pickup at ${name}’s`}
      title={title}
      lines={[address, items]}
      links={
        <>
          {phone !== null && <CallLink name={name} phone={phone} />}
          <MapLink name={name} place={{ location: address, lat: null, lng: null }} />
        </>
      }
      field={{ kind: 'kilograms', label: `Kilograms from ${name}`, initial: '' }}
      finishLabel="Picked up"
      onFinish={complete.mutate}
      isPending={complete.isPending}
      isUnsaved={complete.error instanceof NetworkError}
      error={complete.error && errorMessage(complete.error, 'Failed to finish the pickup.')}
    />
  );
}

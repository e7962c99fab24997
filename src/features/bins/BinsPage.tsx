import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus, Printer } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { errorMessage } from '#web/api/client.ts';
import { errorOrStatus } from '#web/api/errors.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Bin as BinDrawing } from '#web/art/Bin.tsx';
import { ConsolePageLayout } from '#web/console/ConsolePageLayout.tsx';
import { DataList } from '#web/console/DataList.tsx';
import { rowIdInQuery } from '#web/console/donationAddress.ts';
import * as titles from '#web/console/titles.ts';
import { useListAddress } from '#web/console/useListAddress.ts';
import { useMayCall } from '#web/console/useMayCall.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/classNames.ts';
import { focusRow } from '#web/ui/rowFocus.ts';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { useMediaQuery } from '#web/ui/useMediaQuery.ts';
import { alertColumns, binColumns } from './binColumns.tsx';
import { AddBinDialog } from './BinDialogs.tsx';
import { BinPanel } from './BinPanel.tsx';
import { contract } from './contract.ts';

/** The bins as a page of their own. */
export default function BinsPage() {
  return (
    <ConsolePageLayout>
      <title>{titles.consoleBins}</title>
      <meta name="robots" content="noindex" />
      <Bins parameter="tab" addresses={{ bins: paths.consoleBins, alerts: paths.consoleBinAlerts }} />
    </ConsolePageLayout>
  );
}

const tabAddress = paths.consoleTab('bins');

/** The bins as a tab of the console. */
export function BinsTab() {
  return <Bins parameter="show" addresses={{ bins: tabAddress, alerts: `${tabAddress}&show=alerts` }} />;
}

type BinsProps = {
  /** The query parameter: with the value `alerts` the list shows open alerts. */
  parameter: string;
  addresses: { bins: string; alerts: string };
};

const noFilters = {};

/** From this width on the panel is beside the list. The same width as the breakpoint `nav:`. */
const WIDE = '(width >= 70rem)';

function Bins({ parameter, addresses }: BinsProps) {
  const { timeZone } = useSiteInfo();
  const address = useListAddress(noFilters);
  const [searchParams, setSearchParams] = useSearchParams();
  const isOnAlerts = searchParams.get(parameter) === 'alerts';
  const isWide = useMediaQuery(WIDE);
  const { limit, offset } = address.query;
  // The hidden list is loaded too: its chip shows the total.
  const bins = useQuery({
    ...endpointQuery(contract.adminBins, { query: { limit, offset: isOnAlerts ? 0 : offset } }),
    placeholderData: keepPreviousData,
  });
  const alerts = useQuery({
    ...endpointQuery(contract.openAlerts, { query: { limit, offset: isOnAlerts ? offset : 0 } }),
    placeholderData: keepPreviousData,
    // Visitors report bins at any time.
    staleTime: 0,
  });
  const mayAdd = useMayCall()(contract.createBin);
  const [isAdding, setAdding] = useState(false);
  const [focusRequest, setFocusRequest] = useState(0);

  // In the list of alerts a row's id is the alert's, in the list of bins it is the bin's.
  const rows = isOnAlerts
    ? (alerts.data?.items ?? []).map(({ id, binId }) => ({ id, binId }))
    : (bins.data?.items ?? []).map(({ id }) => ({ id, binId: id }));
  const linked = rowIdInQuery(searchParams, 'bin');
  const chosen = linked ?? (isWide ? (rows[0]?.binId ?? null) : null);

  function choose(binId: number | null) {
    const next = new URLSearchParams(searchParams);
    if (binId === null) next.delete('bin');
    else next.set('bin', String(binId));
    setSearchParams(next, { replace: isWide || binId === null, preventScrollReset: true });
  }

  /** Shows a bin, and moves the focus to its panel if that is beside the list. */
  function open(binId: number) {
    choose(binId);
    setFocusRequest(isWide ? focusRequest + 1 : 0);
  }

  /** Focuses a row, and shows its bin if the panel is beside the list. False if there is no such row. */
  function focusAt(index: number) {
    const row = rows[index];
    if (!row) return false;
    if (isWide) {
      setFocusRequest(0);
      choose(row.binId);
    }
    return focusButtonOf(row.id);
  }

  function handleKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const row = (event.target as Element).closest<HTMLElement>('[data-row]');
    if (step === 0 || !row) return;
    event.preventDefault();
    focusAt(rows.findIndex(({ id }) => id === Number(row.dataset['row'])) + step);
  }

  /** Moves the focus back to the list, so that the next key goes on from there. */
  function leavePanel() {
    if (!isWide) choose(null);
    else focusAt(rows.findIndex(({ binId }) => binId === chosen));
  }

  /** Moves the focus to the next alert, or to the field for bags. */
  function handleResolved() {
    if (!isWide) return;
    if (!isOnAlerts) {
      setFocusRequest(focusRequest + 1);
      return;
    }
    const index = rows.findIndex(({ binId }) => binId === chosen);
    if (!focusAt(index + 1) && !focusAt(index - 1)) document.querySelector('main')?.focus();
  }

  const columnsContext = { timeZone, chosen, onOpen: open };
  const common = {
    title: 'Bins',
    isCounted: false,
    address,
    toolbar: (
      <>
        <nav aria-label="Bins and alerts">
          <ul className="flex flex-wrap gap-2">
            <Chip to={addresses.bins} isCurrent={!isOnAlerts} count={bins.data?.total} noun="bin">
              Drop Bins
            </Chip>
            <Chip
              to={addresses.alerts}
              isCurrent={isOnAlerts}
              count={alerts.data?.total}
              noun="unresolved alert"
              isAlert
            >
              Overflow Alerts
            </Chip>
          </ul>
        </nav>
        <div className="ms-auto flex gap-2.5 max-sm:w-full max-sm:[&>*]:flex-1 max-sm:[&>*]:px-2 max-md:[&>*]:min-h-11">
          <Button asChild kind="outline" size="console">
            <Link to={paths.consoleBinPrint}>
              <Printer size={17} aria-hidden="true" />
              Posters
            </Link>
          </Button>
          {mayAdd && (
            <Button size="console" icon={Plus} onClick={() => setAdding(true)}>
              Add New Bin
            </Button>
          )}
        </div>
      </>
    ),
  };

  return (
    <div
      className={classNames(
        'grid items-start gap-[18px]',
        chosen !== null && 'nav:grid-cols-[minmax(0,1fr)_424px]',
      )}
    >
      {/* Keys bubble up from the rows' buttons. */}
      {/* oxlint-disable-next-line no-static-element-interactions */}
      <div onKeyDown={handleKeyDown} className="min-w-0">
        {isOnAlerts ? (
          <DataList
            {...common}
            label="Overflow alerts"
            columns={alertColumns(columnsContext)}
            list={alerts}
            isSelected={({ binId }) => binId === chosen}
            rowClassName={() => 'relative cursor-pointer'}
            keys={{ onOpen: ({ binId }) => open(binId) }}
            skeletonRows={3}
            failure={(error) => errorMessage(error, 'Failed to load overflow alerts')}
            empty={
              <EmptyState
                object={BinDrawing}
                title="No pending overflow alerts"
                text="Whoever finds a bin full or damaged scans its Report code, and the alert appears here."
                action={
                  <Button asChild kind="outline" size="small">
                    <Link to={addresses.bins}>See the bins</Link>
                  </Button>
                }
              />
            }
          />
        ) : (
          <DataList
            {...common}
            columns={binColumns(columnsContext)}
            list={bins}
            isSelected={({ id }) => id === chosen}
            rowClassName={() => 'relative cursor-pointer [&>:is(td,th)]:h-13'}
            keys={{ onOpen: ({ id }) => open(id) }}
            failure={(error) => `Bins error: ${errorOrStatus(error)}`}
            empty={
              <EmptyState
                object={BinDrawing}
                title="No bins."
                text="Add a bin, make its QR codes, and print its poster: donors scan it where they drop things off."
                action={
                  mayAdd && (
                    <Button kind="outline" size="small" icon={Plus} onClick={() => setAdding(true)}>
                      Add the first bin
                    </Button>
                  )
                }
              />
            }
          />
        )}
      </div>
      {chosen !== null && (
        <BinPanel
          key={chosen}
          id={chosen}
          row={bins.data?.items.find(({ id }) => id === chosen)}
          asSheet={!isWide}
          focusRequest={focusRequest}
          onEmptied={leavePanel}
          onResolved={handleResolved}
          onClose={() => choose(null)}
        />
      )}
      {isAdding && <AddBinDialog onClose={() => setAdding(false)} />}
    </div>
  );
}

/** Focuses the button with a row's name. */
function focusButtonOf(rowId: number): boolean {
  const row = document.querySelector(`main [data-row="${rowId}"]`);
  return focusRow(row, row?.querySelector('button')?.textContent);
}

type ChipProps = {
  to: string;
  isCurrent: boolean;
  count: number | undefined;
  /** What is counted, in the singular. */
  noun: string;
  /** Whether the count is clay-coloured while it is above 0. */
  isAlert?: boolean;
  children: ReactNode;
};

function Chip({ to, isCurrent, count, noun, isAlert = false, children }: ChipProps) {
  return (
    <li>
      <Link
        to={to}
        aria-current={isCurrent ? 'page' : undefined}
        className="inline-flex min-h-9 items-center gap-2 rounded-full border-[1.5px] border-edge bg-raised ps-3.5 pe-1.5 font-semibold text-ink no-underline hover:bg-spruce-tint aria-[current=page]:border-spruce aria-[current=page]:bg-spruce-tint aria-[current=page]:text-spruce max-md:min-h-11"
      >
        {children}
        <span
          className={classNames(
            'grid h-6 min-w-6 place-items-center rounded-full px-1.5 text-[0.8125rem] leading-none font-bold tabular',
            isAlert && count ? 'bg-clay text-on-clay' : 'bg-raised text-ink',
          )}
        >
          <span>
            {count}
            <span className="sr-only">{count === 1 ? ` ${noun}` : ` ${noun}s`}</span>
          </span>
        </span>
      </Link>
    </li>
  );
}

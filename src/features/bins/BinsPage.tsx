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
import { focusMain } from '#web/ui/rowFocus.ts';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { useMediaQuery } from '#web/ui/useMediaQuery.ts';
import { alertColumns, binColumns } from './binColumns.tsx';
import { AddBinDialog } from './BinDialogs.tsx';
import { BinPanel } from './BinPanel.tsx';
import { contract } from './contract.ts';

/** The bins on their own page. */
export default function BinsPage() {
  return (
    <ConsolePageLayout>
      <title>{titles.consoleBins}</title>
      <meta name="robots" content="noindex" />
      <Bins viewParameter="tab" addresses={{ bins: paths.consoleBins, alerts: paths.consoleBinAlerts }} />
    </ConsolePageLayout>
  );
}

/** The bins as a tab of the console. */
export function BinsTab() {
  const bins = paths.consoleTab('bins');
  return <Bins viewParameter="show" addresses={{ bins, alerts: `${bins}&show=alerts` }} />;
}

type BinsProps = {
  /** The query parameter that is `alerts` for the list of open alerts. The console uses `tab` itself. */
  viewParameter: string;
  addresses: { bins: string; alerts: string };
};

const noFilters = {};

/** In a window this wide, the panel stands beside the list. The width equals the breakpoint `nav:`. */
const WIDE_WINDOW = '(width >= 70rem)';

function Bins({ viewParameter, addresses }: BinsProps) {
  const { timeZone } = useSiteInfo();
  const listAddress = useListAddress(noFilters);
  const [searchParams, setSearchParams] = useSearchParams();
  const showsAlerts = searchParams.get(viewParameter) === 'alerts';
  const isWide = useMediaQuery(WIDE_WINDOW);
  const { limit, offset } = listAddress.query;
  // The hidden list is loaded too, since its chip shows the total.
  const bins = useQuery({
    ...endpointQuery(contract.adminBins, { query: { limit, offset: showsAlerts ? 0 : offset } }),
    placeholderData: keepPreviousData,
  });
  const alerts = useQuery({
    ...endpointQuery(contract.openAlerts, { query: { limit, offset: showsAlerts ? offset : 0 } }),
    placeholderData: keepPreviousData,
    // Visitors report bins at any time.
    staleTime: 0,
  });
  const mayAdd = useMayCall()(contract.createBin);
  const [isAdding, setAdding] = useState(false);
  // An id, since the panel of the previous bin stays until the address has changed.
  const [binIdToFocus, setBinIdToFocus] = useState<number | null>(null);

  // A row's id is the alert's in the list of alerts, and the bin's in the list of bins.
  const rows = showsAlerts
    ? (alerts.data?.items ?? []).map(({ id, binId }) => ({ id, binId }))
    : (bins.data?.items ?? []).map(({ id }) => ({ id, binId: id }));
  const linkedBinId = rowIdInQuery(searchParams, 'bin');
  const firstBinId = isWide ? rows[0]?.binId : undefined;
  const chosenBinId = linkedBinId ?? firstBinId ?? null;

  function chooseBin(binId: number | null) {
    const newParams = new URLSearchParams(searchParams);
    if (binId === null) newParams.delete('bin');
    else newParams.set('bin', String(binId));
    setSearchParams(newParams, { replace: isWide || binId === null, preventScrollReset: true });
  }

  /** Shows a bin, and moves the focus to its panel if that is beside the list. */
  function openBin(binId: number) {
    chooseBin(binId);
    setBinIdToFocus(isWide ? binId : null);
  }

  /** Focuses a row, and shows its bin if the panel is beside the list. False if there is no such row. */
  function moveToRow(index: number) {
    const row = rows[index];
    if (!row) return false;
    if (isWide) {
      setBinIdToFocus(null);
      chooseBin(row.binId);
    }
    // A row's first button is the one with the bin's name.
    const button = document.querySelector<HTMLElement>(`main [data-row="${row.id}"] button`);
    button?.focus();
    return button !== null;
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const row = (event.target as Element).closest<HTMLElement>('[data-row]');
    if (!row) return;
    const step = event.key === 'ArrowDown' ? 1 : -1;
    event.preventDefault();
    moveToRow(rows.findIndex(({ id }) => id === Number(row.dataset['row'])) + step);
  }

  /** Closes the sheet, or moves the focus from the side panel back to the bin's row. */
  function leavePanel() {
    if (!isWide) chooseBin(null);
    else moveToRow(rows.findIndex(({ binId }) => binId === chosenBinId));
  }

  /** Beside the list of bins, focuses the field for bags. Beside the alerts: the next alert, else the one before it. */
  function handleResolved() {
    if (!isWide) return;
    if (!showsAlerts) return setBinIdToFocus(chosenBinId);
    const index = rows.findIndex(({ binId }) => binId === chosenBinId);
    if (!moveToRow(index + 1) && !moveToRow(index - 1)) focusMain();
  }

  const columnsContext = { timeZone, chosenBinId, onOpen: openBin };
  const commonListProps = {
    title: 'Bins',
    isCounted: false,
    address: listAddress,
    toolbar: (
      <>
        <nav aria-label="Bins and alerts">
          <ul className="flex flex-wrap gap-2">
            <Chip to={addresses.bins} isCurrent={!showsAlerts} count={bins.data?.total} noun="bin">
              Drop Bins
            </Chip>
            <Chip
              to={addresses.alerts}
              isCurrent={showsAlerts}
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
        chosenBinId !== null && 'nav:grid-cols-[minmax(0,1fr)_424px]',
      )}
    >
      {/* Keys bubble up from the rows' buttons. */}
      {/* oxlint-disable-next-line no-static-element-interactions */}
      <div onKeyDown={handleKeyDown} className="min-w-0">
        {showsAlerts ? (
          <DataList
            {...commonListProps}
            label="Overflow alerts"
            columns={alertColumns(columnsContext)}
            list={alerts}
            isSelected={({ binId }) => binId === chosenBinId}
            rowClassName={() => 'relative cursor-pointer'}
            keys={{ onOpen: ({ binId }) => openBin(binId) }}
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
            {...commonListProps}
            columns={binColumns(columnsContext)}
            list={bins}
            isSelected={({ id }) => id === chosenBinId}
            rowClassName={() => 'relative cursor-pointer [&>:is(td,th)]:h-13'}
            keys={{ onOpen: ({ id }) => openBin(id) }}
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
      {chosenBinId !== null && (
        <BinPanel
          key={chosenBinId}
          id={chosenBinId}
          row={bins.data?.items.find(({ id }) => id === chosenBinId)}
          isSheet={!isWide}
          shouldFocus={chosenBinId === binIdToFocus}
          onFocused={() => setBinIdToFocus(null)}
          onEmptied={leavePanel}
          onResolved={handleResolved}
          onClose={() => chooseBin(null)}
        />
      )}
      {isAdding && <AddBinDialog onClose={() => setAdding(false)} />}
    </div>
  );
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

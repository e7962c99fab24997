import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus, Printer, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { endpointQuery } from '#web/api/queries.ts';
import { ConsolePageLayout } from '#web/console/ConsolePageLayout.tsx';
import * as titles from '#web/console/titles.ts';
import { useListAddress } from '#web/console/useListAddress.ts';
import { useMayCall } from '#web/console/useMayCall.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { TabLink, TabList } from '#web/ui/Tabs.tsx';
import { AlertsList } from './AlertsList.tsx';
import { AddBinDialog } from './binForms.tsx';
import { BinsList } from './BinsList.tsx';
import { contract } from './contract.ts';

/** Drop bin management, with the way back to the dashboard. */
export default function BinsPage() {
  return (
    <ConsolePageLayout>
      <title>{titles.consoleBins}</title>
      <meta name="robots" content="noindex" />
      <Bins
        title="Drop bin management"
        parameter="tab"
        addresses={{ bins: paths.consoleBins, alerts: paths.consoleBinAlerts }}
      />
    </ConsolePageLayout>
  );
}

const tabAddress = paths.consoleTab('bins');

/** The same in the console's tab. */
export function BinsTab() {
  return (
    <Bins
      title="Bins"
      parameter="show"
      addresses={{ bins: tabAddress, alerts: `${tabAddress}&show=alerts` }}
    />
  );
}

type BinsProps = {
  title: string;
  /** Of the query: `alerts` shows these instead of the bins. */
  parameter: string;
  addresses: { bins: string; alerts: string };
};

const noFilters = {};

function Bins({ title, parameter, addresses }: BinsProps) {
  const address = useListAddress(noFilters);
  const [searchParams] = useSearchParams();
  const isOnAlerts = searchParams.get(parameter) === 'alerts';
  const { limit, offset } = address.query;
  const ofBins = { query: { limit, offset: isOnAlerts ? 0 : offset } };
  const bins = useQuery({
    ...endpointQuery(contract.adminBins, ofBins),
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
  const unresolved = alerts.data?.total ?? 0;

  const list = {
    title,
    address,
    toolbar: (
      <>
        {unresolved > 0 && (
          <Pill tone="clay" icon={TriangleAlert}>
            {unresolved} {unresolved === 1 ? 'unresolved alert' : 'unresolved alerts'}
          </Pill>
        )}
        <div className="ms-auto flex gap-2 max-sm:w-full max-sm:[&>*]:flex-1 max-md:[&>*]:min-h-11">
          <Button asChild kind="outline" size="console">
            <Link to={paths.consoleBinPrint}>
              <Printer size={17} aria-hidden="true" />
              Print sheets
            </Link>
          </Button>
          {mayAdd && (
            <Button size="console" icon={Plus} onClick={() => setAdding(true)}>
              Add New Bin
            </Button>
          )}
        </div>
        <TabList label="Bins and alerts" className="-mb-2 w-full border-b-0!">
          <TabLink count={bins.data?.total} countLabel={bins.data?.total === 1 ? 'bin' : 'bins'}>
            <Link to={addresses.bins} aria-current={isOnAlerts ? undefined : 'page'}>
              Drop Bins
            </Link>
          </TabLink>
          <TabLink count={alerts.data?.total} countLabel="unresolved" alert={unresolved > 0}>
            <Link to={addresses.alerts} aria-current={isOnAlerts ? 'page' : undefined}>
              Overflow Alerts
            </Link>
          </TabLink>
        </TabList>
      </>
    ),
  };

  return (
    <>
      {isOnAlerts ? (
        <AlertsList {...list} list={alerts} binsAddress={addresses.bins} />
      ) : (
        <BinsList
          {...list}
          list={bins}
          ofBins={ofBins}
          alertsAddress={addresses.alerts}
          onAdd={mayAdd ? () => setAdding(true) : undefined}
        />
      )}
      {isAdding && <AddBinDialog onClose={() => setAdding(false)} />}
    </>
  );
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus, Printer, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import * as titles from '#web/console/titles.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { oneOf, useListAddress } from '#web/console/useListAddress.ts';
import { consoleHeading, ConsolePageLayout } from '#web/console/ConsolePageLayout.tsx';
import { useMayCall } from '#web/console/useMayCall.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { TabLink, TabList } from '#web/ui/Tabs.tsx';
import { AddBinDialog } from './AddBinDialog.tsx';
import { AlertsPanel } from './AlertsPanel.tsx';
import { contract } from './contract.ts';
import { DropBinsPanel } from './DropBinsPanel.tsx';

const filters = { tab: oneOf(['bins', 'alerts']) };

const headButton = 'min-h-[42px] max-md:min-h-11 max-tiny:px-3';

export default function BinsPage() {
  const address = useListAddress(filters);
  const { tab, limit, offset } = address.query;
  const pageOf = (shown: boolean) => ({ query: { limit, offset: shown ? offset : 0 } });
  const bins = useQuery({
    ...endpointQuery(contract.managedBins, pageOf(tab === 'bins')),
    placeholderData: keepPreviousData,
  });
  const alerts = useQuery({
    ...endpointQuery(contract.openAlerts, pageOf(tab === 'alerts')),
    placeholderData: keepPreviousData,
    // Reports come from outside at any time.
    staleTime: 0,
  });
  const mayAdd = useMayCall()(contract.createBin);
  const [adding, setAdding] = useState(false);
  const unresolved = alerts.data?.total ?? 0;

  return (
    <ConsolePageLayout>
      <title>{titles.consoleBins}</title>
      <meta name="robots" content="noindex" />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2.5">
        <h1 className={consoleHeading}>Drop bin management</h1>
        {unresolved > 0 && (
          <Pill tone="clay" icon={TriangleAlert}>
            {unresolved} {unresolved === 1 ? 'unresolved alert' : 'unresolved alerts'}
          </Pill>
        )}
        {tab === 'bins' && (
          <div className="ms-auto flex gap-2.5 max-sm:w-full max-sm:[&>*]:flex-1">
            <Button asChild kind="outline" size="console" className={headButton}>
              <Link to={paths.consoleBinPrint}>
                <Printer size={17} aria-hidden="true" />
                Print sheets
              </Link>
            </Button>
            {mayAdd && (
              <Button size="console" icon={Plus} onClick={() => setAdding(true)} className={headButton}>
                Add New Bin
              </Button>
            )}
          </div>
        )}
      </div>
      <TabList label="Bins and alerts" className="mt-3 px-3 sm:mt-4">
        <TabLink count={bins.data?.total} countLabel={bins.data?.total === 1 ? 'bin' : 'bins'}>
          <Link to={paths.consoleBins} aria-current={tab === 'bins' ? 'page' : undefined}>
            Drop Bins
          </Link>
        </TabLink>
        <TabLink count={alerts.data?.total} countLabel="unresolved" alert={unresolved > 0}>
          <Link to={paths.consoleBinAlerts} aria-current={tab === 'alerts' ? 'page' : undefined}>
            Overflow Alerts
          </Link>
        </TabLink>
      </TabList>
      <div className="mt-[22px]">
        {tab === 'bins' ? (
          <DropBinsPanel list={bins} address={address} onAdd={mayAdd ? () => setAdding(true) : undefined} />
        ) : (
          <AlertsPanel list={alerts} address={address} />
        )}
      </div>
      {adding && <AddBinDialog onClose={() => setAdding(false)} />}
    </ConsolePageLayout>
  );
}

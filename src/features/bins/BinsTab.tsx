import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { Bin } from '#web/art/Bin.tsx';
import { endpointQuery } from '#web/api/queries.ts';
import { errorOrStatus } from '#web/api/client.ts';
import { ListPager } from '#web/console/ListPager.tsx';
import { useListAddress } from '#web/console/useListAddress.ts';
import { useRowKeys } from '#web/console/useRowKeys.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { NoticeDialog } from '#web/ui/NoticeDialog.tsx';
import { TableCard } from '#web/ui/Table.tsx';
import { PHONE, useMediaQuery } from '#web/ui/useMediaQuery.ts';
import { type BinFailure, markEmptied, setOverflow, useBinAction } from './binChanges.ts';
import { BinHistoryDialog } from './BinHistoryDialog.tsx';
import { BinListCards, BinListCardsSkeleton } from './BinListCards.tsx';
import { BinsTable, BinsTableSkeleton } from './BinsTable.tsx';
import { type BinRow, contract } from './contract.ts';
import { EditBinDialog } from './EditBinDialog.tsx';
import { SchedulePickupDialog } from './SchedulePickupDialog.tsx';

const noFilters = {};

const dialogs = { edit: EditBinDialog, schedule: SchedulePickupDialog, history: BinHistoryDialog };

export function BinsTab() {
  const address = useListAddress(noFilters);
  const list = useQuery({
    ...endpointQuery(contract.adminBins, { query: address.query }),
    placeholderData: keepPreviousData,
  });
  const phone = useMediaQuery(PHONE);
  const { timeZone } = useSiteInfo();
  const [open, setOpen] = useState<{ dialog: keyof typeof dialogs; bin: BinRow } | null>(null);
  const [failure, setFailure] = useState<BinFailure | null>(null);
  const action = useBinAction(setFailure);

  const page = list.data;
  const List = phone ? BinListCards : BinsTable;
  const OpenDialog = open && dialogs[open.dialog];
  useRowKeys({ rows: page?.items ?? [], onOpen: (bin) => setOpen({ dialog: 'edit', bin }) });

  return (
    <>
      <TableCard
        toolbar={
          <>
            <h1 className="font-display text-[1.375rem] leading-[1.15] font-[750] tracking-[-.022em]">
              Bins
            </h1>
            <span className="text-base text-muted tabular">{page?.total.toLocaleString('en-CA')}</span>
          </>
        }
        footer={page && page.total > 0 ? <ListPager page={page} address={address} /> : undefined}
      >
        {list.isError && (
          <ErrorBanner
            message={`Bins error: ${errorOrStatus(list.error)}`}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
            className="mx-3.5 mb-3.5"
          />
        )}
        {list.isPending && (
          <div role="status">
            <span className="sr-only">Loading…</span>
            {phone ? <BinListCardsSkeleton /> : <BinsTableSkeleton />}
          </div>
        )}
        {page && page.items.length > 0 && (
          <List
            bins={page.items}
            timeZone={timeZone}
            onEmptied={(bin) => action.mutate(markEmptied(bin))}
            onOverflow={(bin, status) => action.mutate(setOverflow(bin, status))}
            onEdit={(bin) => setOpen({ dialog: 'edit', bin })}
            onSchedule={(bin) => setOpen({ dialog: 'schedule', bin })}
            onHistory={(bin) => setOpen({ dialog: 'history', bin })}
          />
        )}
        {page?.total === 0 && (
          <EmptyState
            object={Bin}
            title="No bins."
            text="A drop bin has a name, a place and a code, and two QR codes for donors to scan."
            action={
              <Button asChild kind="outline" size="small">
                <Link to={paths.consoleBins}>
                  <Plus size={18} aria-hidden="true" />
                  Add the first bin
                </Link>
              </Button>
            }
            className="border-t-[1.5px] border-line py-10"
          />
        )}
      </TableCard>
      {OpenDialog && <OpenDialog bin={open.bin} onClose={() => setOpen(null)} />}
      {failure && <NoticeDialog {...failure} onClose={() => setFailure(null)} />}
    </>
  );
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { Bin } from '#web/art/Bin.tsx';
import { endpointQuery } from '#web/api/queries.ts';
import { errorOrStatus } from '#web/api/errorOrStatus.ts';
import { CardsSkeleton } from '#web/console/CardRow.tsx';
import { ListCard } from '#web/console/ListCard.tsx';
import { overlayIn } from '#web/console/overlayAddress.ts';
import { useMayCall } from '#web/console/useMayCall.ts';
import { useListAddress } from '#web/console/useListAddress.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { TableSkeleton } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { NoticeDialog } from '#web/ui/NoticeDialog.tsx';
import { type BinFailure, markEmptied, setOverflow, useBinAction } from './binChanges.ts';
import { BinHistoryDialog } from './BinHistoryDialog.tsx';
import { BinListCards } from './BinListCards.tsx';
import { binColumns, BinsTable } from './BinsTable.tsx';
import { type BinRow, contract } from './contract.ts';
import { EditBinDialog } from './EditBinDialog.tsx';
import { MarkEmptiedDialog } from './MarkEmptiedDialog.tsx';
import { SchedulePickupDialog } from './SchedulePickupDialog.tsx';

const noFilters = {};

const dialogs = { edit: EditBinDialog, schedule: SchedulePickupDialog, history: BinHistoryDialog };

export function BinsTab() {
  const address = useListAddress(noFilters);
  const list = useQuery({
    ...endpointQuery(contract.adminBins, { query: address.query }),
    placeholderData: keepPreviousData,
  });
  const { timeZone } = useSiteInfo();
  const [open, setOpen] = useState<{ dialog: keyof typeof dialogs; bin: BinRow } | null>(null);
  const mayCall = useMayCall();
  // What there is to see of a bin that somebody may not edit.
  const opened = mayCall(contract.updateBin) ? 'edit' : 'history';
  const [emptying, setEmptying] = useState<BinRow | null>(null);
  const [failure, setFailure] = useState<BinFailure | null>(null);
  const action = useBinAction(setFailure);

  const { wanted, forgetWanted } = useWantedBin();

  const OpenDialog = open && dialogs[open.dialog];

  return (
    <>
      <ListCard
        title="Bins"
        list={list}
        address={address}
        keys={{ onOpen: (bin) => setOpen({ dialog: opened, bin }) }}
        failure={(error) => `Bins error: ${errorOrStatus(error)}`}
        skeletons={{
          table: <TableSkeleton columns={binColumns} rows={6} />,
          cards: <CardsSkeleton cards={3} lines={['w-2/5', 'w-3/5', 'w-4/5', 'w-3/4']} buttons />,
        }}
        empty={
          <EmptyState
            object={Bin}
            title="No bins."
            text="A drop bin has a name, a place and a code, and two QR codes for donors to scan."
            action={
              mayCall(contract.createBin) && (
                <Button asChild kind="outline" size="small">
                  <Link to={paths.consoleBins}>
                    <Plus size={18} aria-hidden="true" />
                    Add the first bin
                  </Link>
                </Button>
              )
            }
          />
        }
      >
        {(bins, asCards) => {
          const List = asCards ? BinListCards : BinsTable;
          return (
            <List
              bins={bins}
              timeZone={timeZone}
              onEmptied={(bin) => (bin.open_alerts > 0 ? setEmptying(bin) : action.mutate(markEmptied(bin)))}
              onOverflow={(bin, status) => action.mutate(setOverflow(bin, status))}
              onEdit={(bin) => setOpen({ dialog: 'edit', bin })}
              onSchedule={(bin) => setOpen({ dialog: 'schedule', bin })}
              onHistory={(bin) => setOpen({ dialog: 'history', bin })}
            />
          );
        }}
      </ListCard>
      {OpenDialog && <OpenDialog bin={open.bin} onClose={() => setOpen(null)} />}
      {wanted && opened === 'edit' && <EditBinDialog bin={wanted} onClose={forgetWanted} />}
      {wanted && opened === 'history' && <BinHistoryDialog bin={wanted} onClose={forgetWanted} />}
      {emptying && (
        <MarkEmptiedDialog
          bin={emptying}
          onConfirm={() => {
            setEmptying(null);
            action.mutate(markEmptied(emptying));
          }}
          onCancel={() => setEmptying(null)}
        />
      )}
      {failure && <NoticeDialog {...failure} onClose={() => setFailure(null)} />}
    </>
  );
}

/** The bin that somebody looked for, on whichever page of the list it is. One that is not there is taken out of the address. */
function useWantedBin() {
  const [searchParams, setSearchParams] = useSearchParams();
  const id = overlayIn(searchParams, 'bin');
  const { data } = useQuery({
    ...endpointQuery(contract.adminBins, { query: { id: id ?? undefined } }),
    enabled: id !== null,
  });
  const wanted = id === null ? undefined : data?.items[0];
  const isMissing = id !== null && data?.items.length === 0;

  function forgetWanted() {
    const rest = new URLSearchParams(searchParams);
    rest.delete('bin');
    setSearchParams(rest, { replace: true, preventScrollReset: true });
  }

  const forgetMissing = useEffectEvent(forgetWanted);
  useEffect(() => {
    if (isMissing) forgetMissing();
  }, [isMissing]);

  return { wanted, forgetWanted };
}

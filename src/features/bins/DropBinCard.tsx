import { useQueryClient } from '@tanstack/react-query';
import { Power, QrCode as QrIcon } from 'lucide-react';
import { useState } from 'react';
import { endpointKey } from '#web/api/queries.ts';
import { useChange } from '#web/api/useChange.ts';
import { useMayCall } from '#web/console/useMayCall.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import { toast } from '#web/ui/toast.ts';
import { binFailureToast } from './binChanges.ts';
import { BinCode, BinStatus } from './BinPieces.tsx';
import { BinPlace } from './BinPlace.tsx';
import { contract, type DropBin } from './contract.ts';
import { QrCodesDialog } from './QrCodesDialog.tsx';
import { qrState } from './rules.ts';

const QR_WIDTH = 118;

type DropBinCardProps = { bin: DropBin; publicUrl: string };

export function DropBinCard({ bin, publicUrl }: DropBinCardProps) {
  const [showing, setShowing] = useState(false);
  const codes = qrState(publicUrl, bin);
  const mayCall = useMayCall();
  const toggle = useBinChange(contract.toggleBin, bin, 'Bin status updated', 'Failed to update bin status');
  const generate = useBinChange(
    contract.generateBinQr,
    bin,
    'QR code generated successfully',
    'Failed to generate QR code',
  );

  return (
    <Card as="li" console tone={bin.isOverflowing ? 'clay' : 'plain'} className="flex flex-col">
      <div className="flex flex-1 items-start gap-3 pb-3.5">
        <div className="flex min-w-0 flex-1 flex-col gap-1.5">
          <h2 className="t-4 wrap-anywhere">{bin.name}</h2>
          <BinPlace location={bin.location} className="text-[0.9375rem] leading-[1.35]" />
          <p className="mt-0.5 font-display text-base leading-[1.3] font-bold tracking-[.045em] wrap-anywhere">
            <BinCode code={bin.binCode} />
          </p>
          <BinStatus isActive={bin.isActive} isOverflowing={bin.isOverflowing} />
        </div>
        <BinQr bin={bin} codes={codes} onShow={() => setShowing(true)} />
      </div>
      <div className="flex flex-wrap gap-2 border-t-[1.5px] border-line pt-3.5 empty:hidden max-md:[&>*]:min-h-11 max-sm:[&>*]:flex-1">
        {(codes === 'current' || mayCall(contract.generateBinQr)) && (
          <Button
            kind="outline"
            size="console"
            icon={QrIcon}
            pending={generate.isPending}
            pendingLabel="Generating…"
            onClick={() => (codes === 'current' ? setShowing(true) : generate.mutate())}
          >
            QR Code
          </Button>
        )}
        {mayCall(contract.toggleBin) && (
          <Button
            kind="ghost"
            size="console"
            icon={Power}
            pending={toggle.isPending}
            pendingLabel={bin.isActive ? 'Deactivating…' : 'Activating…'}
            onClick={() => toggle.mutate()}
          >
            {bin.isActive ? 'Deactivate' : 'Activate'}
          </Button>
        )}
      </div>
      {showing && <QrCodesDialog bin={bin} publicUrl={publicUrl} onClose={() => setShowing(false)} />}
    </Card>
  );
}

type BinQrProps = { bin: DropBin; codes: ReturnType<typeof qrState>; onShow: () => void };

/** The Log code as it was generated; the Report code is in the dialog behind it. */
function BinQr({ bin: { name, qrCode }, codes, onShow }: BinQrProps) {
  const mayGenerate = useMayCall()(contract.generateBinQr);
  if (qrCode === null) {
    return (
      <p className="grid size-[118px] shrink-0 place-items-center rounded-console border-2 border-dashed border-edge text-[0.875rem] text-muted">
        No QR yet
      </p>
    );
  }
  return (
    <div className="w-[118px] shrink-0">
      <button
        type="button"
        aria-label={`Show the QR codes of ${name}`}
        onClick={onShow}
        className="block cursor-pointer rounded-shelf"
      >
        <QrCode value={qrCode} size={QR_WIDTH} label={`Log Donation QR code of ${name}`} />
      </button>
      {codes === 'outdated' && (
        <p className="mt-1 text-[0.8125rem] leading-[1.3] font-semibold text-wheat-deep">
          {mayGenerate ? 'Out of date. Press QR Code.' : 'Out of date. Ask an admin.'}
        </p>
      )}
    </div>
  );
}

/** A change to a bin from its card, told by a toast either way. */
function useBinChange(
  endpoint: typeof contract.toggleBin | typeof contract.generateBinQr,
  { id }: DropBin,
  done: string,
  failed: string,
) {
  const queryClient = useQueryClient();
  return useChange(endpoint, {
    change: (send) => send({ params: { id } }),
    onSuccess: ({ bin }) => {
      queryClient.setQueriesData<{ items: DropBin[] }>(
        { queryKey: endpointKey(contract.managedBins) },
        (page) => page && { ...page, items: page.items.map((item) => (item.id === bin.id ? bin : item)) },
      );
      toast({ kind: 'success', title: done, description: bin.name });
    },
    onError: (error) => binFailureToast(error, failed),
  });
}

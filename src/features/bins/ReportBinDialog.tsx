import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '#web/api/queries.ts';
import { Bin } from '#web/art/Bin.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { reportBin as words } from '#words/bins.tsx';
import { ReportBin, useReportBin } from './ReportBin.tsx';

type ReportBinDialogProps = { onClose: () => void };

/** The guide's dialog. It provides the query cache, since the guide's page does not load it. */
export function ReportBinDialog({ onClose }: ReportBinDialogProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <ReportDialog onClose={onClose} />
    </QueryClientProvider>
  );
}

function ReportDialog({ onClose }: ReportBinDialogProps) {
  const reportMutation = useReportBin();
  return (
    <Dialog
      onClose={onClose}
      title={reportMutation.isSuccess ? words.sent : words.heading}
      fieldSize="page"
      // The form shows errors above its button.
      error={null}
      pending={reportMutation.isPending}
    >
      {reportMutation.isSuccess ? (
        <div className="flex flex-col items-center gap-5 py-2 text-center">
          <Ring percent={100} size={150} weight={27} tone="spruce" grows>
            <Bin size={80} />
          </Ring>
          <p ref={takeFocus} tabIndex={-1} className="text-lg outline-none">
            {reportMutation.data.message}
          </p>
          <Button onClick={onClose}>{words.close}</Button>
        </div>
      ) : (
        <ReportBin reportMutation={reportMutation} scannedBin={null} />
      )}
    </Dialog>
  );
}

/** Focuses the message, since the form that had the focus is gone. */
function takeFocus(message: HTMLElement | null) {
  message?.focus();
}

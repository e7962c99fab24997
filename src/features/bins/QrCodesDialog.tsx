import { Printer, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { isLoopbackUrl } from '#shared/publicUrl.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import type { DropBin } from './contract.ts';
import { binAddresses } from './rules.ts';

type QrCodesDialogProps = { bin: DropBin; publicUrl: string; onClose: () => void };

/** Both codes of a bin, large enough to be scanned from the screen. */
export function QrCodesDialog({ bin, publicUrl, onClose }: QrCodesDialogProps) {
  const addresses = binAddresses(publicUrl, bin);
  const codes = [
    { title: 'Log Donation', text: 'Opens the log form with this bin filled in.', address: addresses.log },
    { title: 'Report Issue', text: 'Opens the report for a full or damaged bin.', address: addresses.report },
  ];
  return (
    <Dialog
      onClose={onClose}
      size="details"
      title={`QR codes of ${bin.name}`}
      description={`${bin.binCode}, ${bin.location}`}
      error={null}
      pending={false}
      footer={
        <>
          <Button kind="ghost" size="console" onClick={onClose}>
            Close
          </Button>
          <Button asChild size="console">
            <Link to={`${paths.consoleBinPrint}?bins=${bin.id}`}>
              <Printer size={17} aria-hidden="true" />
              Print poster
            </Link>
          </Button>
        </>
      }
    >
      <LocalAddressNote publicUrl={publicUrl} className="mb-5" />
      <div className="grid gap-6 sm:grid-cols-2">
        {codes.map(({ title, text, address }) => (
          <section key={title} className="min-w-0">
            <h3 className="t-4">{title}</h3>
            <p className="mt-0.5 text-muted">{text}</p>
            <QrCode
              value={address}
              size={240}
              label={`${title} QR code of ${bin.name}`}
              className="mt-3 h-auto max-w-full"
            />
            <a
              href={address}
              target="_blank"
              rel="noreferrer"
              className="mt-3 block rounded-shelf wrap-anywhere text-spruce underline underline-offset-4"
            >
              {address}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
            <div className="mt-3">
              <CopyButton text={address} label="Copy address" size="console" className="max-md:min-h-11" />
            </div>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

type LocalAddressNoteProps = { publicUrl: string; className?: string | undefined };

/** Warns that no phone can follow the codes, before somebody prints them. */
export function LocalAddressNote({ publicUrl, className = '' }: LocalAddressNoteProps) {
  if (!isLoopbackUrl(publicUrl)) return null;
  return (
    <p className={`flex gap-2.5 rounded-large bg-wheat-tint px-4 py-3 text-base leading-[1.45] ${className}`}>
      <TriangleAlert size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-wheat-deep" />
      <span className="min-w-0 wrap-anywhere">
        {`These codes lead to ${publicUrl}, which no phone can reach. Set PUBLIC_URL to the site's address, restart the server, then make and print the codes.`}
      </span>
    </p>
  );
}

import { ScanQrCode } from 'lucide-react';
import type { DropBins } from './dropBins.ts';

/** Where something was dropped, each part possibly empty. */
export interface Place {
  binLocation: string;
  dropSite: string;
}

/**
 * The place of the QR code that led here, or null when the donor came another way. The bin goes by its
 * name, and by its code where that is not (yet) known.
 */
export function readScan(query: URLSearchParams, bins: DropBins): Place | null {
  const read = (name: string) => query.get(name)?.trim().slice(0, 200) ?? '';
  const code = read('bin');
  const binLocation = read('location');
  if (!code && !binLocation) return null;
  const bin = bins.find(({ binCode }) => binCode === code.toUpperCase());
  return { binLocation, dropSite: bin?.name ?? code };
}

type ScanBannerProps = { place: Place; className?: string | undefined };

export function ScanBanner({ place: { binLocation, dropSite }, className = '' }: ScanBannerProps) {
  return (
    <div
      role="status"
      className={`flex gap-3.5 rounded-large bg-sky-tint px-4 py-3.5 leading-normal ${className}`}
    >
      <ScanQrCode size={24} className="mt-0.5 shrink-0 text-sky-deep" aria-hidden="true" />
      <div className="min-w-0 wrap-anywhere">
        <p className="font-[650]">QR Code Scan Detected</p>
        <p>
          Drop location: <b className="font-[650]">{binLocation || dropSite}</b>
        </p>
        {binLocation && dropSite && (
          <p>
            Bin: <b className="font-[650]">{dropSite}</b>
          </p>
        )}
      </div>
    </div>
  );
}

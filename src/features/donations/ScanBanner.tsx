import { ScanQrCode } from 'lucide-react';
import { lengths } from '#shared/lengths.ts';
import { logDonation as words } from '#words/log.tsx';
import type { PublicBin } from '#features/bins/contract.ts';

/** The place in a scanned QR code. Each part may be empty. */
export interface ScannedPlace {
  binLocation: string;
  dropSite: string;
}

/** The place in the address of a scanned QR code, or null without one. A known bin's own name and location win. */
export function readScannedPlace(query: URLSearchParams, bins: readonly PublicBin[]): ScannedPlace | null {
  const readParameter = (name: string) => query.get(name)?.trim().slice(0, lengths.place) ?? '';
  const scannedCode = readParameter('bin');
  const scannedLocation = readParameter('location');
  if (!scannedCode && !scannedLocation) return null;
  const bin = bins.find(({ binCode }) => binCode === scannedCode.toUpperCase());
  // A printed code may have an outdated location.
  if (bin) return { binLocation: bin.location, dropSite: bin.name };
  return { binLocation: scannedLocation, dropSite: scannedCode };
}

type ScanBannerProps = {
  /** Null until hydrated. */
  place: ScannedPlace | null;
};

export function ScanBanner({ place }: ScanBannerProps) {
  // Before hydration the document's `data-query` (server/pages.ts) shows it, so that the form does not move later.
  const display = place ? 'flex' : 'hidden [[data-query~=bin]_&]:flex [[data-query~=location]_&]:flex';
  return (
    <div
      role="status"
      className={`${display} gap-3 rounded-large bg-sky-tint px-3.5 py-2.25 text-[0.9375rem] leading-5 bar:mb-5`}
    >
      <ScanQrCode size={22} className="shrink-0 self-center text-sky-deep" aria-hidden="true" />
      <div className="min-w-0 wrap-anywhere">
        <p className="font-[650]">{words.scanned}</p>
        <p>
          {words.dropLocation(<b className="font-[650]">{place && (place.binLocation || place.dropSite)}</b>)}
        </p>
      </div>
    </div>
  );
}

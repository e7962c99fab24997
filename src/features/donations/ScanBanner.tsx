import { ScanQrCode } from 'lucide-react';
import { logDonation as words } from '#words/log.tsx';
import { useEffect, useState } from 'react';
import type { contract } from '#features/bins/contract.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { lightEndpoint } from '#web/api/lightEndpoint.ts';
import { call } from '#web/api/client.ts';

/** Where something was dropped. Each part may be empty. */
export interface Place {
  binLocation: string;
  dropSite: string;
}

/**
 * The place of the scanned QR code, or null without one. Until the bins have loaded, it is what the QR code says.
 */
export function readScan(query: URLSearchParams, bins: DropBins): Place | null {
  const read = (name: string) => query.get(name)?.trim().slice(0, 200) ?? '';
  const code = read('bin');
  const binLocation = read('location');
  if (!code && !binLocation) return null;
  const bin = bins.find(({ binCode }) => binCode === code.toUpperCase());
  // A printed code may have an outdated location.
  return bin ? { binLocation: bin.location, dropSite: bin.name } : { binLocation, dropSite: code };
}

type ScanBannerProps = {
  /** Null until hydrated. The banner then reserves its room if the page's address comes from a scan. */
  place: Place | null;
  className?: string | undefined;
};

export function ScanBanner({ place, className = '' }: ScanBannerProps) {
  // Before hydration by the document's attribute `data-query` (server/pages.ts), so that the form does not move later.
  const display = place ? 'flex' : 'hidden [[data-query~=bin]_&]:flex [[data-query~=location]_&]:flex';
  return (
    <div
      role="status"
      className={`${display} gap-3 rounded-large bg-sky-tint px-3.5 py-2.25 text-[0.9375rem] leading-5 ${className}`}
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

export type DropBins = EndpointResponse<typeof contract.publicBins>['bins'];

const publicBins = lightEndpoint<typeof contract.publicBins>({
  method: 'GET',
  path: '/api/drop-bins',
  access: 'public',
});

const noBins: DropBins = [];

/** The active bins; none before they have loaded, or if that fails. The form works without them. */
export function useDropBins(): DropBins {
  const [bins, setBins] = useState(noBins);
  useEffect(() => {
    call(publicBins, {}).then(
      (answer) => setBins(answer.bins),
      () => {},
    );
  }, []);
  return bins;
}

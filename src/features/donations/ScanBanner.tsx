import { ScanQrCode } from 'lucide-react';
import { logDonation as words } from '#words/log.tsx';
import { useEffect, useState } from 'react';
import type { contract } from '#features/bins/contract.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { lightEndpoint } from '#web/api/lightEndpoint.ts';
import { call } from '#web/api/client.ts';

/** Where something was dropped, each part possibly empty. */
export interface Place {
  binLocation: string;
  dropSite: string;
}

/**
 * The place of the scanned QR code, or null without one. Code and address stand in until the bin has loaded.
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
  /** Null until hydrated; the banner reserves its room if the address is that of a scan. */
  place: Place | null;
  className?: string | undefined;
};

export function ScanBanner({ place, className = '' }: ScanBannerProps) {
  // Before hydration by a mark on the document (server/pages.ts), so that the form does not move later.
  const shown = place ? 'flex' : 'hidden [[data-query~=bin]_&]:flex [[data-query~=location]_&]:flex';
  return (
    <div
      role="status"
      className={`${shown} gap-3 rounded-large bg-sky-tint px-3.5 py-2.25 text-[0.9375rem] leading-5 ${className}`}
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

const none: DropBins = [];

/** The active bins. A form works without them, so it neither waits for them nor fails with them. */
export function useDropBins(): DropBins {
  const [bins, setBins] = useState(none);
  useEffect(() => {
    call(publicBins, {}).then(
      (answer) => setBins(answer.bins),
      () => {},
    );
  }, []);
  return bins;
}

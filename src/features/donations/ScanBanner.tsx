import { ScanQrCode } from 'lucide-react';

/** What the QR code on a bin says, each part possibly empty. */
export interface Scan {
  bin: string;
  location: string;
}

/** The scan that led here, or null when the donor came another way. */
export function readScan(query: URLSearchParams): Scan | null {
  const read = (name: string) => query.get(name)?.trim().slice(0, 200) ?? '';
  const scan = { bin: read('bin'), location: read('location') };
  return scan.bin || scan.location ? scan : null;
}

export function ScanBanner({ scan, className = '' }: { scan: Scan; className?: string }) {
  return (
    <div
      role="status"
      className={`flex gap-3.5 rounded-large bg-sky-tint px-4 py-3.5 leading-normal ${className}`}
    >
      <ScanQrCode size={24} className="mt-0.5 shrink-0 text-sky-deep" aria-hidden="true" />
      <div className="min-w-0 wrap-anywhere">
        <p className="font-[650]">QR Code Scan Detected</p>
        <p>
          Drop location: <b className="font-[650]">{scan.location || scan.bin}</b>
        </p>
      </div>
    </div>
  );
}

import { encodeQR } from 'qr';
import { useMemo } from 'react';

const quietZone = 4;

type QrCodeProps = {
  value: string;
  /** Width in pixels, the quiet zone included. */
  size?: number | undefined;
  /** What scanning it gives, for those who cannot see it. */
  label: string;
  className?: string | undefined;
};

/** Dark on white in both themes: scanners expect it. */
export function QrCode({ value, size = 148, label, className = '' }: QrCodeProps) {
  const { path, box } = useMemo(() => drawModules(value), [value]);
  return (
    <svg
      viewBox={`0 0 ${box} ${box}`}
      width={size}
      height={size}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={`shrink-0 rounded-shelf print-exact ${className}`}
    >
      <rect width={box} height={box} fill="#fff" />
      <path d={path} fill="#10231a" />
    </svg>
  );
}

function drawModules(value: string): { path: string; box: number } {
  const rows = encodeQR(value, 'raw', { ecc: 'medium', border: quietZone });
  let path = '';
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x += 1;
      path += `M${start} ${y}h${x - start + 1}v1H${start}z`;
    }
  });
  return { path, box: rows.length };
}

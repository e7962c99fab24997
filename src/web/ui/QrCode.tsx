import { useMemo } from 'react';
import { encodeQR } from 'qr';

type QrCodeProps = {
  value: string;
  /** Width in pixels, the quiet zone included. */
  size?: number | undefined;
  /** Pixels of a module, in place of the width. Whole pixels are sharpest; a longer text makes a larger code. */
  modulePixels?: number | undefined;
  /** What scanning it gives, for those who cannot see it. */
  label: string;
  className?: string | undefined;
};

/** Dark on white in both themes: scanners expect it. */
export function QrCode({ value, size = 148, modulePixels, label, className = '' }: QrCodeProps) {
  const { path, box } = useMemo(() => qrModules(value), [value]);
  const width = modulePixels === undefined ? size : box * modulePixels;
  return (
    <svg
      viewBox={`0 0 ${box} ${box}`}
      width={width}
      height={width}
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

/** What scanners need free around a code, in modules. */
const quietZone = 4;

/** The dark modules of a text's code as a path in a square box, its quiet zone included, one unit a module. */
export function qrModules(text: string): { path: string; box: number } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: quietZone });
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

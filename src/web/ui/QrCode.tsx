import { useMemo } from 'react';
import { encodeQR } from 'qr';

type QrCodeProps = {
  value: string;
  /** Width in pixels, the quiet zone included. */
  size?: number | undefined;
  /** The width of one module in pixels, instead of `size`. Whole pixels are sharpest. A longer text makes a larger code. */
  modulePixels?: number | undefined;
  /** The description of its content, for screen readers. */
  label: string;
  className?: string | undefined;
};

/** A QR code, dark on white in both themes, since scanners expect that. */
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

/** The blank margin that scanners need around a code, in modules. */
const quietZone = 4;

/** The dark modules of a text's code, as an SVG path. `box` is the code's width in modules, with the quiet zone. */
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

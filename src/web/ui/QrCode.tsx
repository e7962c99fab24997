import { useMemo } from 'react';
import { qrModules } from './qrModules.ts';

type QrCodeProps = {
  value: string;
  /** Width in pixels, the quiet zone included. */
  size?: number | undefined;
  /** Pixels of a module, in place of the width: whole ones draw the sharpest code, and a longer text a larger one. */
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

import type { ReactNode } from 'react';

/** The path of the open ring, in a box of 200. */
export const arc = 'M175.18 72.64A80 80 0 1 1 127.36 24.82';

const tones = {
  paper: { track: 'stroke-edge', outline: 'stroke-spruce', fill: 'stroke-wheat', grain: 'fill-spruce' },
  spruce: { track: 'stroke-edge', outline: null, fill: 'stroke-spruce', grain: 'fill-wheat' },
  panel: { track: 'stroke-panel-ink/60', outline: null, fill: 'stroke-wheat', grain: 'fill-panel-ink' },
  leaf: { track: 'stroke-panel-ink/50', outline: null, fill: 'stroke-panel-leaf', grain: 'fill-wheat' },
  till: { track: 'stroke-on-till-ok/60', outline: null, fill: 'stroke-on-till-ok', grain: 'fill-wheat' },
  window: { track: 'stroke-ink1', outline: 'stroke-ink1', fill: 'stroke-wheat', grain: 'fill-ink1' },
};

type RingTone = keyof typeof tones;

type RingShapeProps = {
  percent: number;
  /** The width of the stroke, in a box of 200. */
  weight: number;
  tone: RingTone;
  /** Whether the arc grows from nothing when it first appears. */
  grows?: boolean | undefined;
  /** A drawing between the track and the arc. */
  under?: ReactNode;
};

/** The ring alone, in a box of 200, for use inside another drawing. */
export function RingShape({ percent, weight, tone, grows = false, under }: RingShapeProps) {
  const { track, outline, fill, grain } = tones[tone];
  const isClosed = percent === 100;
  // An empty arc is hidden, because its round cap would still draw a dot.
  const arcClass = `ring-arc ${grows ? 'ring-arc-closing' : ''} ${percent === 0 ? 'opacity-0' : ''}`;
  const pathProps = { d: arc, pathLength: 100, fill: 'none', strokeLinecap: 'round' as const };
  return (
    <>
      <path {...pathProps} className={track} strokeWidth={4} strokeDasharray=".01 3.3" />
      {under}
      {outline && (
        <path
          {...pathProps}
          className={`${arcClass} ${outline}`}
          strokeWidth={weight + 5}
          strokeDasharray={`${percent} 200`}
        />
      )}
      <path
        {...pathProps}
        className={`${arcClass} ${fill}`}
        strokeWidth={weight}
        strokeDasharray={`${percent} 200`}
      />
      <g transform="translate(156.57 43.43) rotate(45)">
        <path
          className={`ring-grain ${track} ${isClosed ? 'opacity-0' : ''}`}
          d="M-19.500 1C-14 -12.500 11 -13.500 19.500 1C11 13 -12 13.500 -19.500 1Z"
          fill="none"
          strokeWidth={3}
          strokeDasharray=".01 5.6"
          strokeLinecap="round"
        />
        <path
          className={`ring-grain ring-grain-solid ${grows ? 'ring-grain-closing' : ''} ${grain} ${isClosed ? '' : 'scale-60 opacity-0'}`}
          d="M-24 1.500C-17 -15 14 -16 24 1.500C14 15 -15 15.500 -24 1.500Z"
        />
      </g>
    </>
  );
}

type RingProps = Pick<RingShapeProps, 'percent' | 'grows' | 'under'> & {
  /** In pixels. */
  size?: number | undefined;
  /** By default it is 20, and 25 for rings under 70 px, where 20 looks thin. */
  weight?: number | undefined;
  tone?: RingTone | undefined;
  /** The name for screen readers. Without it they ignore the ring. */
  label?: string | undefined;
  /** An icon, a figure or a drawing in the middle. */
  children?: ReactNode;
  className?: string | undefined;
};

/** A ring that shows progress. The arc runs clockwise from below a gap, and a grain closes the gap at 100 percent. */
export function Ring({
  percent,
  size = 118,
  weight = size < 70 ? 25 : 20,
  tone = 'paper',
  grows,
  under,
  label,
  children,
  className = '',
}: RingProps) {
  const accessibleName = label ? { role: 'img', 'aria-label': label } : {};
  return (
    <span {...accessibleName} className={`relative inline-grid shrink-0 place-items-center ${className}`}>
      <svg
        viewBox="0 0 200 200"
        width={size}
        height={size}
        aria-hidden="true"
        focusable="false"
        className="overflow-visible"
      >
        <RingShape percent={clampPercent(percent)} weight={weight} tone={tone} grows={grows} under={under} />
      </svg>
      {children && <span className="absolute inset-0 grid place-items-center">{children}</span>}
    </span>
  );
}

/** A share as a whole percentage. It is rounded down, so that only a reached goal is 100. */
export function percentOf(part: number, whole: number): number {
  // Multiplies before it divides, because 72.5 / 250 * 100 is slightly below 29.
  return whole > 0 ? Math.floor((part * 100) / whole) : 0;
}

/** A whole percentage from 0 to 100, as a ring shows it. */
export function clampPercent(percent: number): number {
  return Number.isFinite(percent) ? Math.floor(Math.min(100, Math.max(0, percent))) : 0;
}

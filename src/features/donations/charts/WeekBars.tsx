import { useId } from 'react';
import { classNames } from '#web/ui/classNames.ts';
import type { WeekBar } from './chartFigures.ts';
import { Hatch } from './ChartKey.tsx';

/** Above the highest bar, for its number. */
const TOP = 18;
/** Below the bars, for the names of the weeks. */
const AXIS = 24;
const FEW_WEEKS = 7;

const text = { x: '50%', textAnchor: 'middle', fontSize: 12 } as const;
const bar = { rx: 3, strokeWidth: 1.5 } as const;

/**
 * A bar for each week, confirmed below and pending, hatched, above it. By plain SVG, which spreads its weeks over any
 * width by itself: what measures texts first lays the whole screen out three times.
 */
export function WeekBars({ bars, height }: { bars: readonly WeekBar[]; height: number }) {
  const hatchId = useId();
  const ground = height - AXIS;
  const most = Math.max(...bars.map(({ claimed }) => claimed)) || 1;
  const scale = (ground - TOP) / most;
  return (
    <div className="@container px-2.5">
      <svg width="100%" height={height} className="overflow-visible">
        <Hatch id={hatchId} />
        {bars.map(({ week, confirmed, pending, claimed }, index) => (
          <svg
            key={week}
            x={`${(index / bars.length) * 100}%`}
            width={`${100 / bars.length}%`}
            className="overflow-visible"
          >
            <rect
              {...bar}
              y={ground - confirmed * scale}
              height={confirmed * scale}
              fill="var(--spruce)"
              className="w-[min(60%,44px)] [x:calc(50%-min(30%,22px))]"
            />
            {pending > 0 && (
              <rect
                {...bar}
                y={ground - claimed * scale}
                // Leaves a seam to the confirmed part below.
                height={Math.max(1, pending * scale - 2)}
                fill={`url(#${hatchId})`}
                stroke="var(--wheat-deep)"
                className="w-[calc(min(60%,44px)-1.5px)] [x:calc(50%-min(30%,22px)+.75px)]"
              />
            )}
            <text {...text} y={ground - claimed * scale - 5} fontWeight={700} fill="var(--ink)">
              {Math.round(claimed).toLocaleString('en-CA')}
            </text>
            <text
              {...text}
              y={ground + 12}
              dy="0.71em"
              fill="var(--muted)"
              className={bars.length > FEW_WEEKS ? namedWhereThereIsRoom(index) : undefined}
            >
              {week}
            </text>
          </svg>
        ))}
        <line x2="100%" y1={ground} y2={ground} stroke="var(--edge)" />
      </svg>
    </div>
  );
}

/** Of many weeks a narrow screen names every second or third. */
function namedWhereThereIsRoom(index: number): string {
  return classNames(
    index % 2 > 0 && '@min-[17rem]:@max-[33rem]:hidden',
    index % 3 > 0 && '@max-[17rem]:hidden',
  );
}

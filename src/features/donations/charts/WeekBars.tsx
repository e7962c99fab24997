// By plain SVG, which spreads the weeks over any width by itself: what measures texts first lays the whole screen out again.
import { useId, type ReactNode } from 'react';
import { classNames } from '#web/ui/classNames.ts';
import type { CodesWeek, WeekBar } from './chartFigures.ts';
import { Hatch } from './ChartKey.tsx';

/** Above the highest bar, for its number. */
const TOP = 18;
/** Below the bars, for the names of the weeks. */
const AXIS = 24;
const FEW_WEEKS = 7;

const text = { x: '50%', textAnchor: 'middle', fontSize: 12 } as const;
const rounded = { rx: 3, strokeWidth: 1.5 } as const;

/** A bar for each week, confirmed below and pending, hatched, above it. */
export function ClaimBars({ bars, height }: { bars: readonly WeekBar[]; height: number }) {
  const hatchId = useId();
  return (
    <Weeks
      weeks={bars}
      most={Math.max(...bars.map(({ claimed }) => claimed))}
      height={height}
      pattern={<Hatch id={hatchId} />}
      renderWeek={({ confirmed, pending, claimed }, ground, scale) => (
        <>
          <rect
            {...rounded}
            y={ground - confirmed * scale}
            height={confirmed * scale}
            fill="var(--spruce)"
            className="w-[min(60%,44px)] [x:calc(50%-min(30%,22px))]"
          />
          {pending > 0 && (
            <rect
              {...rounded}
              y={ground - claimed * scale}
              // Leaves a seam to the confirmed part below.
              height={Math.max(1, pending * scale - 2)}
              fill={`url(#${hatchId})`}
              stroke="var(--wheat-deep)"
              className="w-[calc(min(60%,44px)-1.5px)] [x:calc(50%-min(30%,22px)+.75px)]"
            />
          )}
          <Figure y={ground - claimed * scale} value={claimed} />
        </>
      )}
    />
  );
}

/** Codes issued, outlined, and uses taken, side by side. */
export function CodesBars({ weeks, height }: { weeks: readonly CodesWeek[]; height: number }) {
  return (
    <Weeks
      weeks={weeks}
      most={Math.max(...weeks.flatMap(({ issued, redeemed }) => [issued, redeemed]))}
      height={height}
      renderWeek={({ issued, redeemed }, ground, scale) => (
        <>
          {issued > 0 && (
            <g className="[transform:translateX(max(-19%-1px,-12px))]">
              <rect
                {...rounded}
                y={ground - issued * scale + 0.75}
                height={Math.max(0, issued * scale - 0.75)}
                fill="var(--sky-tint)"
                stroke="var(--sky-deep)"
                className="w-[calc(min(38%,22px)-1.5px)] [x:calc(50%-min(19%,11px)+.75px)]"
              />
              <Figure y={ground - issued * scale} value={issued} />
            </g>
          )}
          {redeemed > 0 && (
            <g className="[transform:translateX(min(19%+1px,12px))]">
              <rect
                {...rounded}
                y={ground - redeemed * scale}
                height={redeemed * scale}
                fill="var(--spruce)"
                className="w-[min(38%,22px)] [x:calc(50%-min(19%,11px))]"
              />
              <Figure y={ground - redeemed * scale} value={redeemed} />
            </g>
          )}
        </>
      )}
    />
  );
}

type WeeksProps<Week> = {
  weeks: readonly Week[];
  /** The figure of the highest bar. */
  most: number;
  height: number;
  pattern?: ReactNode;
  /** Draws a week from the ground up, `scale` pixels for one. */
  renderWeek: (week: Week, ground: number, scale: number) => ReactNode;
};

function Weeks<Week extends { week: string }>({
  weeks,
  most,
  height,
  pattern,
  renderWeek,
}: WeeksProps<Week>) {
  const ground = height - AXIS;
  const scale = (ground - TOP) / (most || 1);
  return (
    <div className="@container px-2.5">
      <svg width="100%" height={height} className="overflow-visible">
        {pattern}
        {weeks.map((week, index) => (
          <svg
            key={week.week}
            x={`${(index / weeks.length) * 100}%`}
            width={`${100 / weeks.length}%`}
            className="overflow-visible"
          >
            {renderWeek(week, ground, scale)}
            <text
              {...text}
              y={ground + 12}
              dy="0.71em"
              fill="var(--muted)"
              className={weeks.length > FEW_WEEKS ? namedWhereThereIsRoom(index) : undefined}
            >
              {week.week}
            </text>
          </svg>
        ))}
        <line x2="100%" y1={ground} y2={ground} stroke="var(--edge)" />
      </svg>
    </div>
  );
}

/** A bar's figure, above its upper end. */
function Figure({ y, value }: { y: number; value: number }) {
  return (
    <text {...text} y={y - 5} fontWeight={700} fill="var(--ink)">
      {Math.round(value).toLocaleString('en-CA')}
    </text>
  );
}

/** Of many weeks a narrow screen names every second or third. */
function namedWhereThereIsRoom(index: number): string {
  return classNames(
    index % 2 > 0 && '@min-[17rem]:@max-[33rem]:hidden',
    index % 3 > 0 && '@max-[17rem]:hidden',
  );
}

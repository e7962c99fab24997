import type { ReactNode } from 'react';
import { percentOf, Ring, arc } from './Ring.tsx';
import { communityGoal as words } from '#words/rewards.tsx';

type GoalSlabProps = {
  kilograms: number;
  goalKilograms: number;
  /** Null on a prerendered page until it is hydrated. */
  monthName: string | null;
  /** Unconfirmed kilograms, drawn as an outline after the arc. */
  waitingKilograms?: number | undefined;
  /** The weighed share of the kilograms, from 0 to 1. Null without donations. */
  weighedShare?: number | null | undefined;
  note?: ReactNode;
};

/** The community's goal of the month on spruce: a ring, the kilograms, and one note. */
export function GoalSlab({
  kilograms,
  goalKilograms,
  monthName,
  waitingKilograms = 0,
  weighedShare = null,
  note,
}: GoalSlabProps) {
  const percent = percentOf(kilograms, goalKilograms);
  const isReached = kilograms >= goalKilograms;
  return (
    <section className="on-panel flex flex-wrap items-center gap-x-4 gap-y-4 rounded-slab bg-panel p-5 sm:gap-x-6 sm:px-6.5 sm:py-6 text-panel-ink">
      <Ring
        percent={percent}
        size={118}
        tone="panel"
        under={
          <WaitingArc startPercent={percent} waitingPercent={(waitingKilograms / goalKilograms) * 100} />
        }
        label={isReached ? words.reached : words.percentOfGoal(percent)}
      >
        <span
          className={`font-display font-extrabold tracking-[-0.03em] ${isReached ? 'max-w-min text-center text-[1.0625rem] leading-[1.1]' : 'text-[1.75rem] tabular'}`}
        >
          {isReached ? words.reached : words.percentFigure(percent)}
        </span>
      </Ring>
      <div className="min-w-36 flex-1">
        <h2 className="t-3">{words.heading}</h2>
        <p className="mt-1">
          {words.kilogramsOfGoal(kilograms, goalKilograms, monthName, (text) => (
            <b className="font-bold">{text}</b>
          ))}
        </p>
        <WeighedShare share={weighedShare} />
        {note && <p className="t-small mt-1 text-panel-muted">{note}</p>}
      </div>
    </section>
  );
}

function WeighedShare({ share }: { share: number | null }) {
  const percent = percentOf(share ?? 0, 1);
  return percent > 0 && <p className="t-small mt-1">{words.weighed(percent)}</p>;
}

/** The shortest waiting arc, in percent of the ring, because the arc of one bag would be too short to see. */
const SHORTEST_PERCENT = 4;

type WaitingArcProps = {
  /** Where the confirmed arc ends, in percent of the goal. */
  startPercent: number;
  /** The unconfirmed kilograms, in percent of the goal. */
  waitingPercent: number;
};

/** An outlined arc for unconfirmed kilograms, from the end of the ring's arc. */
function WaitingArc({ startPercent, waitingPercent }: WaitingArcProps) {
  const length = Math.min(100 - startPercent, Math.max(SHORTEST_PERCENT, waitingPercent));
  if (waitingPercent <= 0 || length <= 0) return null;
  const pathProps = {
    d: arc,
    pathLength: 100,
    fill: 'none',
    strokeLinecap: 'round',
    strokeDasharray: `${length} 200`,
    strokeDashoffset: -startPercent,
  } as const;
  return (
    <>
      <path {...pathProps} className="ring-arc ring-arc-closing stroke-wheat" strokeWidth={25} />
      <path {...pathProps} className="ring-arc ring-arc-closing stroke-panel" strokeWidth={19} />
    </>
  );
}

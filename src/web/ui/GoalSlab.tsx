import type { ReactNode } from 'react';
import { percentOf, Ring, arc } from './Ring.tsx';
import { goalSlab as words } from '#words/rewards.tsx';

type GoalSlabProps = {
  kilograms: number;
  goalKilograms: number;
  /** Null while a rendered page has no clock yet. */
  monthName: string | null;
  /** Kilograms that are not confirmed yet, drawn in outline after the arc. */
  waitingKilograms?: number | undefined;
  /** Which share of the kilograms was weighed, from 0 to 1. Null without donations. */
  weighedShare?: number | null | undefined;
  note?: ReactNode;
};

/** The community's month on spruce: ring, kilograms, and one quiet sentence. */
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
        under={<WaitingArc percent={percent} waiting={(waitingKilograms / goalKilograms) * 100} />}
        label={isReached ? words.reached : words.percentOfGoal(percent)}
      >
        <span
          className={`font-display font-extrabold tracking-[-0.03em] ${isReached ? 'max-w-min text-center text-[1.0625rem] leading-[1.1]' : 'text-[1.75rem] tabular'}`}
        >
          {isReached ? words.reached : words.percentFigure(percent)}
        </span>
      </Ring>
      <div className="min-w-36 flex-1">
        <h2 className="t-3">{words.communityGoal}</h2>
        <p className="mt-1">
          {words.kilogramsOfGoal(kilograms, goalKilograms, monthName, (text) => (
            <b className="font-bold">{text}</b>
          ))}
        </p>
        <Weighed share={weighedShare} />
        {note && <p className="t-small mt-1 text-panel-muted">{note}</p>}
      </div>
    </section>
  );
}

function Weighed({ share }: { share: number | null }) {
  const percent = percentOf(share ?? 0, 1);
  return percent > 0 && <p className="t-small mt-1">{words.weighed(percent)}</p>;
}

/** The shortest waiting arc, in percent of the ring: the arc of one bag would be too short to see. */
const SHORTEST_PERCENT = 4;

type WaitingArcProps = {
  /** Where the confirmed arc ends. */
  percent: number;
  /** How much it will add, in percent. */
  waiting: number;
};

/** What is not confirmed yet, in outline from the end of the ring's arc. */
function WaitingArc({ percent, waiting }: WaitingArcProps) {
  const length = Math.min(100 - percent, Math.max(SHORTEST_PERCENT, waiting));
  if (waiting <= 0 || length <= 0) return null;
  const drawn = {
    d: arc,
    pathLength: 100,
    fill: 'none',
    strokeLinecap: 'round',
    strokeDasharray: `${length} 200`,
    strokeDashoffset: -percent,
  } as const;
  return (
    <>
      <path {...drawn} className="ring-arc ring-arc-closing stroke-wheat" strokeWidth={25} />
      <path {...drawn} className="ring-arc ring-arc-closing stroke-panel" strokeWidth={19} />
    </>
  );
}

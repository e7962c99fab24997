import { arc } from './Ring.tsx';

const tones = {
  paper: { outline: 'stroke-spruce', ground: 'stroke-paper' },
  panel: { outline: 'stroke-wheat', ground: 'stroke-panel' },
};

/** One bag is seen, too: of a whole month it would be a hair. */
const SHORTEST = 4;

type WaitingArcProps = {
  /** Where the arc ends that it waits to make longer. */
  percent: number;
  /** How much it will add, in percent. */
  waiting: number;
  tone: keyof typeof tones;
};

/** Under a ring's arc: what will be filled once it is confirmed, in outline. It grows from the arc's end. */
export function WaitingArc({ percent, waiting, tone }: WaitingArcProps) {
  const length = Math.min(100 - percent, Math.max(SHORTEST, waiting));
  if (waiting <= 0 || length <= 0) return null;
  const { outline, ground } = tones[tone];
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
      <path {...drawn} className={`ring-arc ring-arc-closing ${outline}`} strokeWidth={25} />
      <path {...drawn} className={`ring-arc ring-arc-closing ${ground}`} strokeWidth={19} />
    </>
  );
}

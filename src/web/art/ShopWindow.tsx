import { RingShape, clampPercent, percentOf } from '#web/ui/Ring.tsx';
import { formatKilograms } from '#words/formats.ts';
import { monthGoal as words } from '#words/rewards.tsx';

type ShopWindowProps = {
  /** Null while nobody knows. */
  kilograms: number | null;
  goalKilograms: number;
  className?: string | undefined;
};

/** What fits into the sun, in characters of size 1. */
const SUN_WIDTH = 280;

/**
 * The month's goal as the sun over a prairie, seen through the shop window: open while the goal is ahead, and the wheat
 * stands ripe under its rays once it is reached. What does not change stands in `ShopWindowParts`, which the page needs too.
 */
export function ShopWindow({ kilograms, goalKilograms, className = 'w-full' }: ShopWindowProps) {
  const isReached = kilograms !== null && kilograms >= goalKilograms;
  const percent = percentOf(kilograms ?? 0, goalKilograms);
  const figure = kilograms === null ? '…' : formatKilograms(kilograms);
  const label =
    kilograms === null ? words.goalOnly(goalKilograms) : words.goalMet(kilograms, goalKilograms, percent);
  return (
    <svg viewBox="0 0 560 486" role="img" aria-label={label} className={`h-auto ${className}`}>
      <use href={isReached ? '#shop-view-reached' : '#shop-view'} />
      {isReached && (
        <use
          href="#shop-rays"
          className="transition-opacity delay-400 duration-150 ease-out starting:opacity-0"
        />
      )}
      <g transform="translate(154 94) scale(1.26)">
        <circle cx={100} cy={100} r={80} className="fill-paper" fillOpacity={isReached ? 1 : 0.72} />
        <RingShape percent={clampPercent(percent)} weight={19} tone="window" />
      </g>
      <g textAnchor="middle" className="fill-ink">
        <text
          x={279}
          y={226}
          fontSize={figure.length < 5 ? 62 : Math.min(52, SUN_WIDTH / figure.length)}
          fontWeight={800}
          letterSpacing={-2.4}
          className="font-display"
        >
          {figure}
        </text>
        <text x={280} y={254} fontSize={20} fontWeight={600} className="font-text">
          {words.ofGoal(goalKilograms)}
        </text>
      </g>
      <use href="#shop-front" />
    </svg>
  );
}

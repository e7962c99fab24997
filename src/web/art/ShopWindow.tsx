import { useId } from 'react';
import { RingShape } from '#web/ui/Ring.tsx';
import { clampPercent, formatKilograms, percentOf } from '#web/ui/progress.ts';

type ShopWindowProps = {
  /** Null while nobody knows. */
  kilograms: number | null;
  goalKilograms: number;
  className?: string | undefined;
};

const awning = [
  'M10 14H64V62A27 27 0 0 1 10 62Z',
  'M64 14H118V62A27 27 0 0 1 64 62Z',
  'M118 14H172V62A27 27 0 0 1 118 62Z',
  'M172 14H226V62A27 27 0 0 1 172 62Z',
  'M226 14H280V62A27 27 0 0 1 226 62Z',
  'M280 14H334V62A27 27 0 0 1 280 62Z',
  'M334 14H388V62A27 27 0 0 1 334 62Z',
  'M388 14H442V62A27 27 0 0 1 388 62Z',
  'M442 14H496V62A27 27 0 0 1 442 62Z',
  'M496 14H550V62A27 27 0 0 1 496 62Z',
];

const spruce = 'M0 0V-62M0-62l-9 14M0-62l9 14M0-47l-13 17M0-47l13 17M0-29l-17 20M0-29l17 20';

/** What fits into the sun, in characters of size 1. */
const SUN_WIDTH = 322;

/** The month's goal as the sun over a prairie, seen through the shop window. */
export function ShopWindow({ kilograms, goalKilograms, className = 'w-full' }: ShopWindowProps) {
  const clipId = useId();
  const percent = percentOf(kilograms ?? 0, goalKilograms);
  const figure = kilograms === null ? '…' : formatKilograms(kilograms);
  const goal = formatKilograms(goalKilograms, 0);
  const label =
    kilograms === null
      ? `Community goal: ${goal} kilograms a month`
      : `Community goal: ${figure} of ${goal} kilograms this month, ${percent} percent`;
  return (
    <svg viewBox="0 0 560 486" role="img" aria-label={label} className={`h-auto ${className}`}>
      <defs>
        <clipPath id={clipId}>
          <rect x={34} y={40} width={492} height={404} />
        </clipPath>
      </defs>
      <rect x={24} y={30} width={512} height={424} className="fill-raised stroke-ink1" strokeWidth={3.5} />
      <g clipPath={`url(#${clipId})`}>
        <rect x={34} y={40} width={492} height={404} className="fill-sky-wash" />
        <Landscape />
      </g>
      <g transform="translate(154 94) scale(1.26)">
        <circle cx={100} cy={100} r={80} className="fill-paper" fillOpacity={0.72} />
        <RingShape percent={clampPercent(percent)} weight={19} tone="window" />
      </g>
      <g textAnchor="middle" className="fill-ink">
        <text
          x={278}
          y={226}
          fontSize={figure.length > 5 ? Math.min(46, SUN_WIDTH / figure.length) : 62}
          fontWeight={800}
          letterSpacing={-2.4}
          className="font-display"
        >
          {figure}
        </text>
        <text x={280} y={254} fontSize={20} fontWeight={600} className="font-text">
          of {goal} kg
        </text>
      </g>
      <rect x={34} y={40} width={492} height={404} fill="none" className="stroke-ink1" strokeWidth={3} />
      <g className="stroke-ink1" strokeWidth={3.5} strokeLinejoin="round">
        {awning.map((stripe, index) => (
          <path key={stripe} d={stripe} className={index % 2 === 0 ? 'fill-ink2' : 'fill-raised'} />
        ))}
        <path d="M8 456H552V474H8Z" className="fill-raised" />
      </g>
    </svg>
  );
}

function Landscape() {
  return (
    <>
      <path d="M34 384C170 372 390 378 526 366V444H34Z" className="fill-ink2" />
      <g fill="none" className="stroke-ink1" strokeWidth={3} strokeLinecap="round" strokeLinejoin="round">
        <path d="M34 382C170 370 390 376 526 364" />
        <path
          d="M60 376V322l10-13v-24h32v24l10 13v52M70 309h32M112 374V340l34 10v24M80 374v-16h12v16M76 296h20"
          className="fill-raised"
        />
        <path d={spruce} transform="translate(462 368)" />
        <path d={spruce} transform="translate(496 366) scale(.7)" />
        <path
          d="M52 424C130 408 200 404 260 382M150 440C220 416 280 402 320 380M300 440C340 414 370 398 384 378M440 442C446 412 444 396 446 374"
          strokeWidth={2.4}
        />
        <path
          d="M56 152c10-9 20-9 28-2c9-12 30-12 38 2M440 132c8-8 18-8 25-2c8-10 26-10 33 2"
          strokeWidth={2.6}
        />
      </g>
    </>
  );
}

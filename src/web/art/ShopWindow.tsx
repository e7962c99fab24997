import { clampPercent, percentOf, RingShape } from '#web/ui/Ring.tsx';
import { formatKilograms } from '#words/formats.ts';
import { goalFigure as words } from '#words/rewards.tsx';
import type { ReactNode } from 'react';

type ShopWindowProps = {
  /** Null until it is loaded. */
  kilograms: number | null;
  goalKilograms: number;
};

/** The font size at which a single character would fill the sun's width. */
const ONE_CHARACTER_FONT_SIZE = 280;

/**
 * A shop window that shows the month's goal as a sun over a prairie, with a ring for the progress. Once the goal is reached
 * the ring is closed, the sun has rays and the wheat is ripe. The page must also contain `ShopWindowParts`.
 */
export function ShopWindow({ kilograms, goalKilograms }: ShopWindowProps) {
  const isReached = kilograms !== null && kilograms >= goalKilograms;
  const percent = percentOf(kilograms ?? 0, goalKilograms);
  const figure = kilograms === null ? '…' : formatKilograms(kilograms);
  const label =
    kilograms === null
      ? words.goalOnly(goalKilograms)
      : words.goalProgress(kilograms, goalKilograms, percent);
  return (
    <svg viewBox="0 0 560 486" role="img" aria-label={label} className="h-auto w-full">
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
          fontSize={figure.length < 5 ? 62 : Math.min(52, ONE_CHARACTER_FONT_SIZE / figure.length)}
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

const rays =
  'M296.4 95.1L299.2 74.3M328.2 103.6L332.8 92.5M356.7 120L369.5 103.4M380 143.3L389.5 136M396.4 171.8L415.8 163.7M404.9 203.6L416.8 202M404.9 236.4L425.7 239.2M396.4 268.2L407.5 272.8M380 296.7L396.6 309.5M356.7 320L364 329.5M328.2 336.4L336.3 355.8M296.4 344.9L298 356.8M263.6 344.9L260.8 365.7M231.8 336.4L227.2 347.5M203.3 320L190.5 336.6M180 296.7L170.5 304M163.6 268.2L144.2 276.3M155.1 236.4L143.2 238M155.1 203.6L134.3 200.8M163.6 171.8L152.5 167.2M180 143.3L163.4 130.5M203.3 120L196 110.5M231.8 103.6L223.7 84.2M263.6 95.1L262 83.2';

/** The ears of wheat: position, lean in degrees, and height of the stalk. */
const ears = [
  { x: 58, lean: -7, height: 60 },
  { x: 86, lean: 3, height: 74 },
  { x: 112, lean: -3, height: 56 },
  { x: 150, lean: 6, height: 66 },
  { x: 178, lean: -4, height: 82 },
  { x: 206, lean: 4, height: 62 },
  { x: 250, lean: -6, height: 58 },
  { x: 276, lean: 2, height: 76 },
  { x: 304, lean: 7, height: 60 },
  { x: 344, lean: -5, height: 68 },
  { x: 370, lean: 3, height: 84 },
  { x: 398, lean: -2, height: 64 },
  { x: 436, lean: 5, height: 58 },
  { x: 466, lean: -4, height: 78 },
  { x: 494, lean: 6, height: 62 },
];

const grains =
  'M0 0C-5-6-4-14 0-19C4-14 5-6 0 0ZM0 8C-8 5-10-3-8-9C-2-7 0-1 0 8ZM0 8C8 5 10-3 8-9C2-7 0-1 0 8ZM0 20C-8 17-10 9-8 3C-2 5 0 11 0 20ZM0 20C8 17 10 9 8 3C2 5 0 11 0 20Z';

/**
 * The constant parts of the picture, which `ShopWindow` shows by their ids. They are not hidden by `display: none`, because
 * some browsers would then ignore the clip path.
 */
export function ShopWindowParts() {
  return (
    <svg aria-hidden="true" focusable="false" width={0} height={0} className="absolute">
      <defs>
        <clipPath id="shop-pane">
          <rect x={34} y={40} width={492} height={404} />
        </clipPath>
        <View
          id="shop-view"
          birds="M56 152c10-9 20-9 28-2c9-12 30-12 38 2M440 132c8-8 18-8 25-2c8-10 26-10 33 2"
        >
          <path
            d="M52 424C130 408 200 404 260 382M150 440C220 416 280 402 320 380M300 440C340 414 370 398 384 378M440 442C446 412 444 396 446 374"
            strokeWidth={2.4}
          />
        </View>
        <View
          id="shop-view-reached"
          birds="M52 128c10-9 20-9 28-2c9-12 30-12 38 2M74 168c7-6 14-6 20-1c6-8 20-8 26 1M446 118c8-8 18-8 25-2c8-10 26-10 33 2"
          isRipe
        >
          <g strokeWidth={2.4}>
            {ears.map(({ x, lean, height }) => (
              <g key={x} transform={`translate(${x} 448) rotate(${lean})`}>
                <path d={`M0 0Q1${-height / 2} 0${-height}`} />
                <path d={grains} transform={`translate(0 ${-height})`} className="fill-wheat" />
              </g>
            ))}
          </g>
        </View>
        <path
          id="shop-rays"
          d={rays}
          fill="none"
          className="stroke-ink1"
          strokeWidth={3.2}
          strokeLinecap="round"
        />
        <Front />
      </defs>
    </svg>
  );
}

type ViewProps = {
  id: string;
  birds: string;
  /** Whether ripe wheat covers the land up to the horizon. */
  isRipe?: boolean | undefined;
  /** The plants in front. */
  children: ReactNode;
};

/** The view through the pane: a grain elevator and spruces on a field, under the sky. */
function View({ id, birds, isRipe = false, children }: ViewProps) {
  return (
    <g id={id}>
      <rect x={24} y={30} width={512} height={424} className="fill-raised stroke-ink1" strokeWidth={3.5} />
      <g clipPath="url(#shop-pane)">
        <rect x={34} y={40} width={492} height={404} className="fill-sky-wash" />
        {isRipe && <path d="M34 296C150 286 300 300 526 282V444H34Z" className="fill-land" />}
        <path d="M34 384C170 372 390 378 526 366V444H34Z" className="fill-ink2" />
        <g fill="none" className="stroke-ink1" strokeWidth={3} strokeLinecap="round" strokeLinejoin="round">
          <path d="M34 382C170 370 390 376 526 364" />
          <path
            d="M60 376V322l10-13v-24h32v24l10 13v52M70 309h32M112 374V340l34 10v24M80 374v-16h12v16M76 296h20"
            className="fill-raised"
          />
          <path d={spruce} transform="translate(462 368)" />
          <path d={spruce} transform="translate(496 366) scale(.7)" />
          <path d={birds} strokeWidth={2.6} />
          {children}
        </g>
      </g>
    </g>
  );
}

function Front() {
  return (
    <g id="shop-front" className="stroke-ink1" strokeWidth={3.5} strokeLinejoin="round">
      <rect x={34} y={40} width={492} height={404} fill="none" strokeWidth={3} />
      {awning.map((stripe, index) => (
        <path key={stripe} d={stripe} className={index % 2 === 0 ? 'fill-ink2' : 'fill-raised'} />
      ))}
      <path d="M8 456H552V474H8Z" className="fill-raised" />
    </g>
  );
}

import { useId } from 'react';

/** The pattern of what is pending, so that colour is not the only cue. */
export function Hatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="7" height="7" fill="var(--wheat-tint)" />
        <line x1="0" x2="0" y1="0" y2="7" stroke="var(--wheat-deep)" strokeWidth="2.6" />
      </pattern>
    </defs>
  );
}

export type KeyLook = 'solid' | 'hatched' | 'outlined';

/** What the looks of a chart's bars stand for. */
export function ChartKey({ entries }: { entries: readonly (readonly [look: KeyLook, words: string])[] }) {
  return (
    <ul aria-hidden="true" className="flex flex-wrap gap-x-3 gap-y-0.5 text-[0.8125rem] text-muted">
      {entries.map(([look, words]) => (
        <li key={words} className="flex items-center gap-1.5">
          <Swatch look={look} />
          {words}
        </li>
      ))}
    </ul>
  );
}

const swatches: Readonly<Record<KeyLook, { fill?: string; stroke: string }>> = {
  solid: { fill: 'var(--spruce)', stroke: 'var(--spruce)' },
  hatched: { stroke: 'var(--wheat-deep)' },
  outlined: { fill: 'var(--sky-tint)', stroke: 'var(--sky-deep)' },
};

function Swatch({ look }: { look: KeyLook }) {
  const hatchId = useId();
  const { fill = `url(#${hatchId})`, stroke } = swatches[look];
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" className="shrink-0">
      {look === 'hatched' && <Hatch id={hatchId} />}
      <rect
        x="0.75"
        y="0.75"
        width="10.5"
        height="10.5"
        rx="2"
        fill={fill}
        stroke={stroke}
        strokeWidth="1.5"
      />
    </svg>
  );
}

const tones = {
  spruce: { loop: 'stroke-spruce', fill: 'fill-spruce', check: 'stroke-on-spruce' },
  onSpruce: { loop: 'stroke-on-spruce', fill: 'fill-on-spruce', check: 'stroke-spruce' },
  tillOk: { loop: 'stroke-on-till-ok', fill: 'fill-on-till-ok', check: 'stroke-till-ok' },
  tillAmber: { loop: 'stroke-on-till-amber', fill: 'fill-on-till-amber', check: 'stroke-till-amber' },
};

type PipTone = keyof typeof tones;

type PipProps = {
  closed: boolean;
  size?: number | undefined;
  tone?: PipTone | undefined;
  className?: string | undefined;
};

/** A small loop, open or closed. A closed one has a check. */
export function Pip({ closed, size = 24, tone = 'spruce', className = '' }: PipProps) {
  const { loop, fill, check } = tones[tone];
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
      className={`shrink-0 ${className}`}
      fill="none"
      strokeWidth={3}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {closed ? (
        <>
          <circle cx={12} cy={12} r={8.5} className={`${loop} ${fill}`} />
          <path d="M8.3 12.2l2.6 2.6 4.8-5.3" className={check} strokeWidth={2.4} />
        </>
      ) : (
        <path d="M19.7 8.4A8.5 8.5 0 1 1 15.6 4.3" className={loop} />
      )}
    </svg>
  );
}

type LoopsProps = {
  total: number;
  closedCount: number;
  /** The count for screen readers: `1 of 2 uses left`. Empty if the same text stands beside the loops. */
  label: string;
  size?: number | undefined;
  tone?: PipTone | undefined;
  className?: string | undefined;
};

/** A row of loops, the closed ones first. */
export function Loops({ total, closedCount, label, size = 24, tone, className = '' }: LoopsProps) {
  const accessibleName = label === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <span {...accessibleName} className={`inline-flex flex-wrap items-start gap-1.5 ${className}`}>
      {Array.from({ length: total }, (_, index) => (
        <Pip key={index} closed={index < closedCount} size={size} tone={tone} />
      ))}
    </span>
  );
}

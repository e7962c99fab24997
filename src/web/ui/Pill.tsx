import { Check, Clock, Info, Minus, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { statusWords } from '#words/site.ts';
import { classNames } from './classNames.ts';
import type { Icon } from './Button.tsx';

type PillTone = 'spruce' | 'wheat' | 'clay' | 'sky' | 'sunk';

type PillProps = {
  tone: PillTone;
  icon: Icon;
  /** `small` is for the console's rows. */
  size?: 'medium' | 'small' | undefined;
  /** Whether it lies on a tinted ground, such as a selected row. Then it has no tint itself. */
  onSelectedRow?: boolean | undefined;
  /** Whether a long text may take a second line. */
  wraps?: boolean | undefined;
  children: ReactNode;
};

const tones: Record<PillTone, { text: string; ground: string }> = {
  spruce: { text: 'text-spruce', ground: 'bg-spruce-tint' },
  wheat: { text: 'text-wheat-deep', ground: 'bg-wheat-tint' },
  clay: { text: 'text-clay-deep', ground: 'bg-clay-tint' },
  sky: { text: 'text-sky-deep', ground: 'bg-sky-tint' },
  sunk: { text: 'text-muted', ground: 'bg-sunk' },
};

const sizes = {
  medium: 'min-h-[26px] gap-1.5 ps-2 pe-2.5 text-[0.84375rem]',
  small: 'min-h-5 gap-1 px-2 text-[0.78125rem]',
};

/** A state, shown by a word, an icon and a tint. */
export function Pill(props: PillProps) {
  const { tone, icon: PillIcon, size = 'medium', onSelectedRow = false, wraps = false, children } = props;
  const { text, ground } = tones[tone];
  return (
    <span
      className={classNames(
        'inline-flex w-fit items-center rounded-full font-[650] forced-colors:border',
        wraps ? 'py-0.5 leading-[1.2]' : 'whitespace-nowrap leading-none',
        sizes[size],
        text,
        onSelectedRow ? 'bg-raised' : ground,
      )}
    >
      <PillIcon size={size === 'small' ? 13 : 15} className="shrink-0" aria-hidden />
      {wraps ? <span className="min-w-0 wrap-anywhere">{children}</span> : children}
    </span>
  );
}

/** A closed loop: a solid disc with a check cut out of it. */
function ClosedLoop({ size = 16, className }: { size?: number; className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" width={size} height={size} className={className}>
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm5.4 7.5-6.2 7.2a1.3 1.3 0 0 1-1.9.1l-3-2.9a1.3 1.3 0 0 1 1.8-1.9l2 2 5.3-6.2a1.3 1.3 0 0 1 2 1.7Z"
      />
    </svg>
  );
}

const statuses = {
  pending: { tone: 'wheat', icon: Clock },
  confirmed: { tone: 'spruce', icon: Check },
  rejected: { tone: 'clay', icon: X },
  active: { tone: 'spruce', icon: Check },
  used: { tone: 'sunk', icon: Minus },
  expired: { tone: 'sunk', icon: Minus },
  revoked: { tone: 'sunk', icon: Minus },
  inactive: { tone: 'sunk', icon: Minus },
  overflow: { tone: 'clay', icon: TriangleAlert },
  scheduled: { tone: 'sky', icon: Info },
  completed: { tone: 'spruce', icon: Check },
  cancelled: { tone: 'sunk', icon: Minus },
  sent: { tone: 'spruce', icon: Check },
  waiting: { tone: 'wheat', icon: Clock },
  failed: { tone: 'clay', icon: X },
  suppressed: { tone: 'sunk', icon: Minus },
  unsubscribed: { tone: 'sunk', icon: Minus },
  qualifying: { tone: 'spruce', icon: ClosedLoop },
} as const satisfies Record<string, { tone: PillTone; icon: Icon }>;

export type Status = keyof typeof statuses;

/** A status, which looks the same wherever it is shown. */
export function StatusPill({
  status,
  size,
  onSelectedRow,
}: { status: Status } & Pick<PillProps, 'size' | 'onSelectedRow'>) {
  const { tone, icon } = statuses[status];
  return (
    <Pill tone={tone} icon={icon} size={size} onSelectedRow={onSelectedRow}>
      {statusWords[status]}
    </Pill>
  );
}

import { Check, CircleCheckBig, CircleSlash, OctagonX } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatLastDay, formatTime } from '#words/formats.ts';
import { verdict as words } from '#words/till.tsx';
import type { TimeZone } from '#shared/timeZone.ts';
import type { Icon } from '#web/ui/Button.tsx';
import { Loops } from '#web/ui/Pip.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import type { Verdict } from './verdict.ts';

const okTone = 'bg-till-ok text-on-till-ok';
const amberTone = 'bg-till-amber text-on-till-amber';

const tones: Record<Verdict['kind'], string> = {
  valid: okTone,
  redeemed: okTone,
  usedUp: amberTone,
  givenBack: amberTone,
  invalid: 'bg-till-bad text-on-till-bad',
};

/** The colours around the code and its verdict. */
export function slabTone({ kind }: Verdict): string {
  return `print-exact ${tones[kind]}`;
}

/** The verdict, readable at arm's length. */
export function VerdictSlab({ verdict, timeZone }: { verdict: Verdict; timeZone: TimeZone }) {
  switch (verdict.kind) {
    case 'valid': {
      const { remaining, maxUses, expiresAt, partner } = verdict;
      const day = formatLastDay(new Date(expiresAt), timeZone);
      return (
        <Slab icon={slabIcon(CircleCheckBig)} title={words.valid} line={words.usesLeft(remaining)}>
          <SlabLoops total={maxUses} closedCount={maxUses - remaining} tone="tillOk" />
          <p className="low:sr-only">{words.goodUntil(day, partner?.name)}</p>
        </Slab>
      );
    }
    case 'usedUp': {
      const { message, maxUses } = verdict;
      return (
        <Slab icon={slabIcon(CircleSlash)} title={words.fullyUsed} line={words.usesLeft(0)}>
          <SlabLoops total={maxUses ?? 0} closedCount={maxUses ?? 0} tone="tillAmber" />
          <p className="low:sr-only">{words.allSpent(message, maxUses)}</p>
        </Slab>
      );
    }
    case 'redeemed': {
      const { partner, clerk, at, remaining } = verdict;
      const ring = (
        <Ring
          percent={100}
          size={160}
          tone="till"
          grows
          className="low:[&_span_svg]:size-5 low:[&>svg]:size-[42px]"
        >
          <Check size={76} strokeWidth={2.6} aria-hidden="true" />
        </Ring>
      );
      return (
        <Slab icon={ring} title={words.redeemed} line={words.usesLeft(remaining)}>
          <p className="low:sr-only">
            {[partner?.name, clerk.trim(), formatTime(at, timeZone)].filter(Boolean).join(', ')}
          </p>
        </Slab>
      );
    }
    case 'givenBack':
      return (
        <Slab
          icon={slabIcon(CircleCheckBig)}
          title={words.givenBack}
          line={words.usesLeft(verdict.remaining)}
        />
      );
    case 'invalid':
      return (
        <Slab icon={slabIcon(OctagonX)} title={words.invalid} line={verdict.message}>
          <p className="low:sr-only">{words.noSaving}</p>
        </Slab>
      );
  }
}

type SlabProps = { icon: ReactNode; title: string; line: string; children?: ReactNode };

/** On a low screen it is a bar with icon, title and line. The texts are then for screen readers only. */
function Slab({ icon, title, line, children }: SlabProps) {
  return (
    <div className="container-page flex flex-col items-center gap-x-12 gap-y-2 py-7 text-center wrap-anywhere bar:flex-row bar:justify-center bar:py-8 bar:text-left low:min-h-[74px] low:flex-row low:justify-start low:gap-x-3.5 low:py-2 low:text-left">
      {icon}
      <div className="flex min-w-0 flex-col items-center gap-3 bar:items-start low:flex-row low:items-center low:gap-4.5">
        <h2 className="t-verdict low:shrink-0">{title}</h2>
        <p className="t-verdict-uses low:border-s-2 low:border-current/45 low:py-1.5 low:ps-4.5">{line}</p>
        {children}
      </div>
    </div>
  );
}

type SlabLoopsProps = { total: number; closedCount: number; tone: 'tillOk' | 'tillAmber' };

/** The loops have no accessible name, because the line beside them gives the number of uses left. */
function SlabLoops({ total, closedCount, tone }: SlabLoopsProps) {
  return (
    <Loops
      total={total}
      closedCount={closedCount}
      tone={tone}
      label=""
      size={36}
      className="justify-center low:hidden"
    />
  );
}

function slabIcon(SlabIcon: Icon) {
  return <SlabIcon size={84} className="shrink-0 bar:size-28 low:size-[42px]" aria-hidden />;
}

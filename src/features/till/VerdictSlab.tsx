import { Check, CircleCheckBig, CircleSlash, OctagonX } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatLastDay, formatTime } from '#words/formats.ts';
import { verdict as words } from '#words/till.tsx';
import type { TimeZone } from '#shared/timeZone.ts';
import type { Icon } from '#web/ui/Button.tsx';
import { Loops, type PipTone } from '#web/ui/Pip.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import type { RedeemedVerdict, UsedUpVerdict, ValidVerdict, Verdict } from './verdict.ts';

type SlabProps<Kind> = { verdict: Kind; timeZone: TimeZone };

/** The verdict, edge to edge and readable at arm's length. */
export function VerdictSlab({ verdict, timeZone }: SlabProps<Verdict>) {
  switch (verdict.kind) {
    case 'valid':
      return <ValidSlab verdict={verdict} timeZone={timeZone} />;
    case 'usedUp':
      return <UsedUpSlab verdict={verdict} />;
    case 'redeemed':
      return <RedeemedSlab verdict={verdict} timeZone={timeZone} />;
    case 'givenBack':
      return (
        <Slab icon={<SlabIcon icon={CircleCheckBig} />} title={words.givenBack}>
          <p className={`t-verdict-uses ${lowLine}`}>{words.usesLeft(verdict.remaining)}</p>
        </Slab>
      );
    case 'invalid':
      return (
        <Slab icon={<SlabIcon icon={OctagonX} />} title={words.invalid}>
          <p className={`t-verdict-uses ${lowLine}`}>{verdict.message}</p>
          <p className="low:sr-only">{words.noSaving}</p>
        </Slab>
      );
  }
}

function ValidSlab({ verdict, timeZone }: SlabProps<ValidVerdict>) {
  const { remaining, maxUses, partner } = verdict;
  const day = formatLastDay(new Date(verdict.expiresAt), timeZone);
  return (
    <Slab icon={<SlabIcon icon={CircleCheckBig} />} title={words.valid}>
      <p className={`t-verdict-uses ${lowLine}`}>{words.usesLeft(remaining)}</p>
      <UseLoops
        total={maxUses}
        spent={maxUses - remaining}
        tone="tillOk"
        className={maxUses > 2 ? 'low:hidden' : 'low:max-sm:hidden low:shrink-0 low:[&_svg]:size-[30px]'}
      />
      <p className="low:sr-only">{words.goodUntil(day, partner?.name)}</p>
    </Slab>
  );
}

function UsedUpSlab({ verdict: { maxUses, message } }: { verdict: UsedUpVerdict }) {
  return (
    <Slab icon={<SlabIcon icon={CircleSlash} />} title={words.fullyUsed}>
      <p className="t-verdict-uses low:sr-only">{words.usesLeft(0)}</p>
      {maxUses !== undefined && (
        <UseLoops total={maxUses} spent={maxUses} tone="tillAmber" className="low:hidden" />
      )}
      <p className={`low:t-verdict-uses ${lowLine}`}>
        {message}
        <span className="low:sr-only">{words.allSpent(maxUses)}</span>
      </p>
    </Slab>
  );
}

function RedeemedSlab({ verdict, timeZone }: SlabProps<RedeemedVerdict>) {
  const details = [verdict.partner?.name, verdict.clerk.trim(), formatTime(verdict.at, timeZone)];
  return (
    <Slab
      title={words.redeemed}
      icon={
        <Ring
          percent={100}
          size={160}
          tone="till"
          closing
          className="low:[&_span_svg]:size-5 low:[&>svg]:size-[42px]"
        >
          <Check size={76} strokeWidth={2.6} aria-hidden="true" />
        </Ring>
      }
    >
      <p className={`t-verdict-uses ${lowLine}`}>{words.usesLeft(verdict.remaining)}</p>
      <p className="low:sr-only">{details.filter(Boolean).join(', ')}</p>
    </Slab>
  );
}

const ok = 'bg-till-ok text-on-till-ok';
const amber = 'bg-till-amber text-on-till-amber';

const tones: Record<Verdict['kind'], string> = {
  valid: ok,
  redeemed: ok,
  usedUp: amber,
  givenBack: amber,
  invalid: 'bg-till-bad text-on-till-bad',
};

export function slabTone({ kind }: Verdict): string {
  return `print-exact ${tones[kind]}`;
}

const lowLine = 'low:border-s-2 low:border-current/45 low:py-1.5 low:ps-4.5';

function Slab({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="container-page flex flex-col items-center gap-x-12 gap-y-2 py-7 text-center wrap-anywhere bar:flex-row bar:justify-center bar:py-8 bar:text-left low:min-h-[74px] low:flex-row low:justify-start low:gap-x-3.5 low:py-2 low:text-left">
      {icon}
      <div className="flex min-w-0 flex-col items-center gap-3 bar:items-start low:flex-row low:items-center low:gap-4.5">
        <h2 className="t-verdict low:shrink-0">{title}</h2>
        {children}
      </div>
    </div>
  );
}

function SlabIcon({ icon: VerdictIcon }: { icon: Icon }) {
  return <VerdictIcon size={84} className="shrink-0 bar:size-28 low:size-[42px]" aria-hidden />;
}

type UseLoopsProps = { total: number; spent: number; tone: PipTone; className: string };

/** One loop for each use. They need no label, because the text beside them has the numbers. */
function UseLoops({ total, spent, tone, className }: UseLoopsProps) {
  return (
    <Loops
      total={total}
      closed={spent}
      label=""
      size={36}
      tone={tone}
      className={`justify-center ${className}`}
    />
  );
}

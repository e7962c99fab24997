import { Check, CircleCheckBig, CircleSlash, OctagonX } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatLastDay, formatTime } from '#shared/dates.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import type { Icon } from '#web/ui/icon.ts';
import { Loops } from '#web/ui/Loops.tsx';
import type { PipTone } from '#web/ui/Pip.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { refusalMessage } from './rules.ts';
import {
  usesLeft,
  type RedeemedVerdict,
  type UsedUpVerdict,
  type ValidVerdict,
  type Verdict,
} from './verdict.ts';

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
    case 'invalid':
      return (
        <Slab tone="bad" icon={<SlabIcon icon={OctagonX} />} title="Invalid Code">
          <p className="t-verdict-uses">{verdict.message}</p>
          <p>Do not take the saving off.</p>
        </Slab>
      );
  }
}

function ValidSlab({ verdict, timeZone }: SlabProps<ValidVerdict>) {
  const { remaining, maxUses, partner } = verdict;
  const day = formatLastDay(new Date(verdict.expiresAt), timeZone);
  return (
    <Slab tone="ok" icon={<SlabIcon icon={CircleCheckBig} />} title="Valid Code">
      <p className="t-verdict-uses">{usesLeft(remaining)}</p>
      <UseLoops total={maxUses} spent={maxUses - remaining} tone="tillOk" />
      <p>{partner ? `${partner.name}, until ${day}` : `Until ${day}`}</p>
    </Slab>
  );
}

function UsedUpSlab({ verdict: { maxUses } }: { verdict: UsedUpVerdict }) {
  return (
    <Slab tone="amber" icon={<SlabIcon icon={CircleSlash} />} title="Fully Used">
      <p className="t-verdict-uses">{usesLeft(0)}</p>
      {maxUses !== undefined && <UseLoops total={maxUses} spent={maxUses} tone="tillAmber" />}
      <p>
        {refusalMessage('used_up')}. {spentUses(maxUses)} No saving on this one.
      </p>
    </Slab>
  );
}

function spentUses(maxUses: number | undefined): string {
  if (maxUses === 1) return 'Its one use is spent.';
  if (maxUses === 2) return 'Both uses are spent.';
  return `All ${maxUses ?? ''} uses are spent.`.replace('  ', ' ');
}

function RedeemedSlab({ verdict, timeZone }: SlabProps<RedeemedVerdict>) {
  const details = [verdict.partner?.name, verdict.clerk, formatTime(verdict.at, timeZone)];
  return (
    <Slab
      tone="ok"
      title="Redeemed"
      icon={
        <Ring percent={100} size={160} tone="till" closing>
          <Check size={76} strokeWidth={2.6} aria-hidden="true" />
        </Ring>
      }
    >
      <p className="t-verdict-uses">{usesLeft(verdict.remaining)}</p>
      <p>{details.filter(Boolean).join(', ')}</p>
    </Slab>
  );
}

const tones = {
  ok: 'bg-till-ok text-on-till-ok',
  amber: 'bg-till-amber text-on-till-amber',
  bad: 'bg-till-bad text-on-till-bad',
};

type SlabFrameProps = { tone: keyof typeof tones; icon: ReactNode; title: string; children: ReactNode };

function Slab({ tone, icon, title, children }: SlabFrameProps) {
  return (
    <div className={`print-exact ${tones[tone]}`}>
      <div className="container-page flex flex-col items-center gap-x-12 gap-y-2 py-7 text-center wrap-anywhere bar:flex-row bar:justify-center bar:py-8 bar:text-left">
        {icon}
        <div className="flex min-w-0 flex-col items-center gap-3 bar:items-start">
          <h2 className="t-verdict">{title}</h2>
          {children}
        </div>
      </div>
    </div>
  );
}

function SlabIcon({ icon: VerdictIcon }: { icon: Icon }) {
  return <VerdictIcon size={84} className="shrink-0 bar:size-28" aria-hidden />;
}

type UseLoopsProps = { total: number; spent: number; tone: PipTone };

/** One loop for each use; the words beside them say the same. */
function UseLoops({ total, spent, tone }: UseLoopsProps) {
  return <Loops total={total} closed={spent} label="" size={36} tone={tone} className="justify-center" />;
}

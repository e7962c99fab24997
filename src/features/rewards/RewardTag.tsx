import { Printer, Undo2 } from 'lucide-react';
import { daysUntil } from '#shared/dates.ts';
import { formatInstantDay, formatLastDay } from '#words/formats.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Loops } from '#web/ui/Loops.tsx';
import { SwingTag } from '#web/ui/SwingTag.tsx';
import { rewardTags as words } from '#words/rewards.tsx';

/** A reward code as its donor sees it. */
export type RewardCode = {
  code: string;
  useCount: number;
  maxUses: number;
  /** ISO 8601. */
  expiresAt: string;
  usedAt: string | null;
  /** When a use of it was last given back. */
  givenBackAt: string | null;
};

type TagProps = { code: RewardCode; now: Date; timeZone: TimeZone };

/** The code to show at the till: large, with what a donor does with it, and the one thing on paper when the page is printed. */
export function OpenTag({ code, now, timeZone }: TagProps) {
  return (
    <SwingTag
      code={code.code}
      qrValue={tillAddress(code.code)}
      className="print:w-[130mm]"
      actions={
        <>
          <CopyButton text={code.code} label={words.copyCode} size="medium" wide />
          <Button kind="ghost" icon={Printer} className="max-sm:px-3" onClick={() => window.print()}>
            {words.print}
          </Button>
        </>
      }
    >
      <UsesAndDays code={code} now={now} timeZone={timeZone} />
    </SwingTag>
  );
}

/** The code to use first, on panel, where a donor looks for a store: white in both themes. */
export function BestTag({ code, now, timeZone }: TagProps) {
  return (
    <SwingTag variant="best" code={code.code} qrValue={tillAddress(code.code)} className="on-white text-ink">
      <UsesAndDays code={code} now={now} timeZone={timeZone} />
    </SwingTag>
  );
}

/** Another one, which opens at a press wherever on it. */
export function FoldedTag({ code, now, timeZone, onOpen }: TagProps & { onOpen: () => void }) {
  return (
    <SwingTag variant="wide" code={code.code} qrValue={tillAddress(code.code)} className="group">
      <p className="t-small flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <UseLoops code={code} label={usesLeft(code)} size={18} />
        <span>
          <TimeLeft code={code} now={now} timeZone={timeZone} />
        </span>
      </p>
      <GivenBack code={code} timeZone={timeZone} />
      <button
        type="button"
        aria-label={words.showCodeLarge(code.code)}
        onClick={onOpen}
        className="t-small mt-1 cursor-pointer font-[650] text-spruce underline underline-offset-4 group-hover:text-ink after:absolute after:inset-0"
      >
        {words.showLarge}
      </button>
    </SwingTag>
  );
}

function UsesAndDays({ code, now, timeZone }: TagProps) {
  return (
    <>
      <p className="flex flex-wrap items-center justify-center gap-x-2.5 gap-y-1 font-[650] sm:justify-start">
        <UseLoops code={code} label="" size={20} />
        {usesLeft(code)}
      </p>
      <p className="t-small mt-2">
        <TimeLeft code={code} now={now} timeZone={timeZone} />
      </p>
      <GivenBack code={code} timeZone={timeZone} />
    </>
  );
}

/** Whoever saw the use go is to see that it came back. */
function GivenBack({ code: { givenBackAt }, timeZone }: Pick<TagProps, 'code' | 'timeZone'>) {
  if (givenBackAt === null) return null;
  return (
    <p className="t-small mt-1.5 flex items-center justify-center gap-1.5 text-muted sm:justify-start print:hidden">
      <Undo2 size={16} className="shrink-0" aria-hidden="true" />
      {words.givenBackOn(formatInstantDay(new Date(givenBackAt), timeZone))}
    </p>
  );
}

/** Open loops are uses still to come. */
function UseLoops({ code, label, size }: { code: RewardCode; label: string; size: number }) {
  return <Loops total={code.maxUses} closed={code.useCount} label={label} size={size} />;
}

function TimeLeft({ code: { expiresAt }, now, timeZone }: TagProps) {
  const expiry = new Date(expiresAt);
  const days = daysUntil(expiry, now);
  return (
    <>
      <b className="font-bold whitespace-nowrap">{words.daysLeft(days)}</b>{' '}
      <span className="whitespace-nowrap text-muted">{words.until(formatLastDay(expiry, timeZone))}</span>
    </>
  );
}

function usesLeft({ useCount, maxUses }: RewardCode): string {
  return words.usesLeft(maxUses - useCount, maxUses);
}

/** What the QR code opens on the clerk's phone. */
function tillAddress(code: string): string {
  return new URL(paths.redeemCode(code), window.location.origin).href;
}

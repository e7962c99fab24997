import { Undo2 } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { undo as undoWords, verdict as words } from '#words/till.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { Unbroken } from '#web/ui/Unbroken.tsx';
import { GiveBack, secondsUntil, useNow, useUndoForm } from './GiveBack.tsx';
import { UNDO_MINUTES, undoUntil } from './rules.ts';
import type { GivenBackVerdict, RedeemedVerdict, Verdict } from './verdict.ts';

type AfterVerdictProps = UndoProps & {
  verdict: Verdict | null;
  nextButton: Ref<HTMLButtonElement>;
  onNext: () => void;
  /** Checks the redeemed code again, for another use of it. */
  onOnceMore: (code: string) => void;
};

/** The next steps once a code is redeemed, given back or used up. */
export function AfterVerdict({ verdict, nextButton, onNext, onOnceMore, ...undo }: AfterVerdictProps) {
  const next = (label: string) => (
    <Button ref={nextButton} size="till" onClick={onNext}>
      {label}
    </Button>
  );
  switch (verdict?.kind) {
    case 'usedUp':
      return (
        <>
          <FullyUsedButton />
          {next(words.checkAnother)}
          <p className="text-center text-muted">{words.newCodeByGiving}</p>
        </>
      );
    case 'redeemed':
      return (
        <>
          <p className="t-lead text-center">{words.takeSavingOff(savingOf(verdict))}</p>
          {next(words.nextCustomer)}
          <Undo key={verdict.redemptionId} verdict={verdict} {...undo} />
          {verdict.remaining === 0 ? (
            <FullyUsedButton />
          ) : (
            <Button kind="ghost" onClick={() => onOnceMore(verdict.code)}>
              {words.onceMore}
            </Button>
          )}
        </>
      );
    case 'givenBack':
      return next(words.nextCustomer);
    default:
      return null;
  }
}

function FullyUsedButton() {
  const reasonId = useId();
  return (
    <div className="flex flex-col gap-2">
      <Button size="till" disabled aria-describedby={reasonId}>
        {words.fullyUsed}
      </Button>
      <p id={reasonId} className="t-small text-center text-muted">
        {words.noUsesLeft}
      </p>
    </div>
  );
}

function savingOf({ partner }: RedeemedVerdict): string | undefined {
  return partner?.discount?.replace(/\.$/, '');
}

type UndoProps = {
  rememberedPin: string;
  clerk: string;
  onGivenBack: (verdict: GivenBackVerdict) => void;
};

/** Gives back the use that was just taken, while that is allowed; after that it names who can. */
function Undo({ verdict, ...undo }: UndoProps & { verdict: RedeemedVerdict }) {
  const { code, redemptionId, at } = verdict;
  const { organization } = useSiteInfo();
  const { isOpen, open, cancel, undoButton } = useUndoForm();
  const secondsLeft = secondsUntil(undoUntil(at), useNow());
  const minutesLeft = Math.ceil(secondsLeft / 60);

  let content: ReactNode;
  if (isOpen) content = <GiveBack code={code} redemptionId={redemptionId} onCancel={cancel} {...undo} />;
  else if (secondsLeft === 0)
    content = (
      <p>
        <Unbroken>{undoWords.whoGivesBack(UNDO_MINUTES, organization)}</Unbroken>
      </p>
    );
  else {
    content = (
      <>
        <Ring percent={(secondsLeft / (UNDO_MINUTES * 60)) * 100} size={42} tone="spruce" />
        <p className="flex-999 leading-snug">
          <span className="whitespace-nowrap">
            {undoWords.timeLeft(<b className="tabular">{undoWords.clock(secondsLeft)}</b>)}
          </span>
          <span className="t-small block text-muted">{undoWords.toGiveBack}</span>
        </p>
        {/* Grows where it has a line of its own. */}
        <Button ref={undoButton} kind="outline" icon={Undo2} onClick={open} className="grow">
          {undoWords.undo}
        </Button>
        <span role="status" className="sr-only">
          {(minutesLeft === UNDO_MINUTES || minutesLeft === 5 || minutesLeft === 1) &&
            undoWords.minutesLeft(minutesLeft)}
        </span>
      </>
    );
  }
  return (
    <div className="flex min-h-[74px] flex-wrap items-center gap-x-4 gap-y-2 rounded-large border-[1.5px] border-line bg-raised px-4 py-2.5 max-sm:gap-x-2.5 max-sm:px-3">
      {content}
    </div>
  );
}

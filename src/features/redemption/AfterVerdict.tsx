import type { ReactNode, Ref } from 'react';
import * as words from '#words/verdict.ts';
import { Button } from '#web/ui/Button.tsx';
import type { RedeemedVerdict, Verdict } from './verdict.ts';

type AfterVerdictProps = {
  verdict: Verdict | null;
  /** For the button that the clerk presses next. */
  nextButton: Ref<HTMLButtonElement>;
  onNext: () => void;
  /** Checks the code that was redeemed once more, for another use of it. */
  onOnceMore: (code: string) => void;
  /** The way to give the use back that was just taken. */
  undo?: ReactNode;
};

/** What there is to do once a code has nothing left to do here. */
export function AfterVerdict({ verdict, nextButton, onNext, onOnceMore, undo }: AfterVerdictProps) {
  switch (verdict?.kind) {
    case 'usedUp':
      return (
        <>
          <FullyUsedButton />
          <Button ref={nextButton} size="till" onClick={onNext}>
            {words.checkAnother}
          </Button>
          <p className="text-center text-muted">{words.newCodeByGiving}</p>
        </>
      );
    case 'redeemed':
      return (
        <>
          <p className="t-lead text-center">{words.takeSavingOff(savingOf(verdict))}</p>
          <Button ref={nextButton} size="till" onClick={onNext}>
            {words.nextCustomer}
          </Button>
          {undo}
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
      return (
        <Button ref={nextButton} size="till" onClick={onNext}>
          {words.nextCustomer}
        </Button>
      );
    default:
      return null;
  }
}

function FullyUsedButton() {
  return (
    <Button size="till" disabledReason={words.noUsesLeft}>
      {words.fullyUsed}
    </Button>
  );
}

function savingOf({ partner }: RedeemedVerdict): string | undefined {
  return partner?.discount?.replace(/\.$/, '');
}

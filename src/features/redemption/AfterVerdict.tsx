import type { ReactNode, Ref } from 'react';
import { Button } from '#web/ui/Button.tsx';
import type { RedeemedVerdict, Verdict } from './verdict.ts';
import { newCodeByGiving, nextCustomerLabel } from './verdictWords.ts';

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
            Check another code
          </Button>
          <p className="text-center text-muted">{newCodeByGiving}</p>
        </>
      );
    case 'redeemed':
      return (
        <>
          <p className="t-lead text-center">{savingText(verdict)}</p>
          <Button ref={nextButton} size="till" onClick={onNext}>
            {nextCustomerLabel}
          </Button>
          {undo}
          {verdict.remaining === 0 ? (
            <FullyUsedButton />
          ) : (
            <Button kind="ghost" onClick={() => onOnceMore(verdict.code)}>
              Use this code once more
            </Button>
          )}
        </>
      );
    case 'givenBack':
      return (
        <Button ref={nextButton} size="till" onClick={onNext}>
          {nextCustomerLabel}
        </Button>
      );
    default:
      return null;
  }
}

function FullyUsedButton() {
  return (
    <Button size="till" disabledReason="This code has no uses left.">
      Fully Used
    </Button>
  );
}

function savingText({ partner }: RedeemedVerdict): string {
  const discount = partner?.discount?.replace(/\.$/, '');
  return discount ? `Take the saving off now: ${discount}.` : 'Take the saving off now.';
}

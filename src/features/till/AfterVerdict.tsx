import { useId } from 'react';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { undo as undoWords, verdict as words } from '#words/till.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Unbroken } from '#web/ui/Unbroken.tsx';
import { UNDO_MINUTES } from './rules.ts';
import { UndoButton } from './UndoButton.tsx';
import { useNow } from './useNow.ts';
import type { Till } from './useTill.ts';
import type { VerdictOf } from './verdict.ts';

/** The buttons for the next step after a code was redeemed, given back or found used up. */
export function AfterVerdict({ till }: { till: Till }) {
  const { verdict, mainButton, startOver, check } = till;
  const startOverButton = (label: string) => (
    <Button ref={mainButton} size="till" onClick={startOver}>
      {label}
    </Button>
  );
  switch (verdict?.kind) {
    case 'usedUp':
      return (
        <>
          <FullyUsedButton />
          {startOverButton(words.checkAnother)}
          <p className="text-center text-muted">{words.howToEarnCode}</p>
        </>
      );
    case 'redeemed':
      return (
        <>
          <p className="t-lead text-center">
            {words.takeSavingOff(verdict.partner?.discount?.replace(/\.$/, ''))}
          </p>
          {startOverButton(words.nextCustomer)}
          <UndoBox key={verdict.redemptionId} verdict={verdict} till={till} />
          {verdict.remaining === 0 ? (
            <FullyUsedButton />
          ) : (
            <Button kind="ghost" onClick={() => check(verdict.code)}>
              {words.redeemAgain}
            </Button>
          )}
        </>
      );
    case 'givenBack':
      return startOverButton(words.nextCustomer);
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

function UndoBox({ verdict, till }: { verdict: VerdictOf<'redeemed'>; till: Till }) {
  const { organization } = useSiteInfo();
  return (
    <div className="flex min-h-[74px] flex-wrap items-center gap-4 rounded-large border-[1.5px] border-line bg-raised px-4 py-2.5">
      <UndoButton
        redemption={verdict}
        till={till}
        now={useNow()}
        fallback={
          <p>
            <Unbroken>{undoWords.whoGivesBack(UNDO_MINUTES, organization)}</Unbroken>
          </p>
        }
        onGivenBack={till.showGivenBack}
      />
    </div>
  );
}

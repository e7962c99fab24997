import { type Ref, useId } from 'react';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { undo as undoWords, verdict as words } from '#words/till.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Unbroken } from '#web/ui/Unbroken.tsx';
import { UNDO_MINUTES } from './rules.ts';
import { Undo, type UndoProps, useNow } from './Undo.tsx';
import type { Verdict, VerdictOf } from './verdict.ts';

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
          <p className="t-lead text-center">
            {words.takeSavingOff(verdict.partner?.discount?.replace(/\.$/, ''))}
          </p>
          {next(words.nextCustomer)}
          <UndoBox key={verdict.redemptionId} verdict={verdict} {...undo} />
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

function UndoBox({ verdict, ...undo }: UndoProps & { verdict: VerdictOf<'redeemed'> }) {
  const { organization } = useSiteInfo();
  const { code, redemptionId, at } = verdict;
  return (
    <div className="flex min-h-[74px] flex-wrap items-center gap-4 rounded-large border-[1.5px] border-line bg-raised px-4 py-2.5">
      <Undo
        {...{ code, redemptionId, at }}
        now={useNow()}
        over={
          <p>
            <Unbroken>{undoWords.whoGivesBack(UNDO_MINUTES, organization)}</Unbroken>
          </p>
        }
        {...undo}
      />
    </div>
  );
}

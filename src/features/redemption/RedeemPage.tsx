import { type ReactElement, Suspense } from 'react';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { screens } from '#shared/screens.ts';
import { TillLayout } from '#web/layouts/TillLayout.tsx';
import { Button } from '#web/ui/Button.tsx';
import { OfflineNote } from '#web/ui/OfflineNote.tsx';
import { CheckForm } from './CheckForm.tsx';
import { lowForms } from './lowScreen.ts';
import { RedeemForm } from './RedeemForm.tsx';
import { TillSteps } from './TillSteps.tsx';
import { useTill } from './useTill.ts';
import { offlineMessage, type RedeemedVerdict, type Verdict } from './verdict.ts';
import { slabTone, VerdictSlab } from './VerdictSlab.tsx';

export function RedeemPage() {
  const till = useTill();
  const { verdict, nextButton, startOver } = till;

  const newCode = (
    <Button
      kind="outline"
      size="small"
      // Another code while a use of this one is being taken would hide the answer.
      disabledReason={till.redeem.pending ? 'Wait until the code is redeemed.' : undefined}
      onClick={startOver}
    >
      New code
    </Button>
  );

  // Keyed, so that the second neither empties nor loses the focus where the first goes.
  // A boundary of its own is hydrated in a task of its own.
  const checkForm = (
    <Suspense key="check">
      <CheckForm till={till} />
    </Suspense>
  );
  const redeemForm = (
    <Suspense key="redeem">
      <RedeemForm till={till} />
    </Suspense>
  );

  return (
    <TillLayout hasVerdict={verdict !== null}>
      <title>{screens.redeem.title}</title>
      <meta
        name="description"
        content="For partner thrift stores: check a reward code at the till and redeem it with the store’s PIN."
      />
      <OfflineNote>{offlineMessage}</OfflineNote>
      <div className={verdict === null ? undefined : `${slabTone(verdict)} ${lowBar}`}>
        {verdict !== null && <CodeBar code={verdict.code} newCode={newCode} />}
        <VerdictStatus verdict={verdict} />
      </div>
      <div className="container-page py-7 low:py-3">
        <div
          className={`mx-auto grid gap-x-12 gap-y-7 ${verdict === null ? 'max-w-[35rem] bar:max-w-[62rem] bar:grid-cols-[minmax(0,35rem)_minmax(0,1fr)]' : 'max-w-[35rem] low:max-w-none'}`}
        >
          <div className={`flex min-w-0 flex-col gap-7 low:gap-4 ${lowForms}`}>
            <h1 className={verdict === null ? 't-1' : 'sr-only'}>Redeem a code</h1>
            {formsFor(verdict, checkForm, redeemForm)}
            {(verdict?.kind === 'valid' || verdict?.kind === 'invalid') && (
              <div className="hidden low:block">{newCode}</div>
            )}
            {verdict?.kind === 'usedUp' && (
              <>
                <FullyUsedButton />
                <Button ref={nextButton} size="till" onClick={startOver}>
                  Check another code
                </Button>
                <p className="text-center text-muted">The donor can log a donation to earn a new code.</p>
              </>
            )}
            {verdict?.kind === 'redeemed' && (
              <>
                <p className="t-lead text-center">{savingText(verdict)}</p>
                {verdict.remaining === 0 && <FullyUsedButton />}
                <Button ref={nextButton} size="till" onClick={startOver}>
                  Next customer
                </Button>
                {verdict.remaining > 0 && (
                  <Button kind="ghost" onClick={() => till.check.run(verdict.code)}>
                    Use this code once more
                  </Button>
                )}
              </>
            )}
          </div>
          {verdict === null && <TillSteps />}
        </div>
      </div>
    </TillLayout>
  );
}

/** A valid code stands in the bar alone. Where the code has nothing left to do here, there is no form. */
function formsFor(verdict: Verdict | null, checkForm: ReactElement, redeemForm: ReactElement) {
  if (verdict?.kind === 'valid') return [redeemForm];
  return verdict === null || verdict.kind === 'invalid' ? [checkForm, redeemForm] : null;
}

function VerdictStatus({ verdict }: { verdict: Verdict | null }) {
  const { timeZone } = useSiteInfo();
  return (
    <div role="status" className="low:min-w-0 low:flex-1">
      {verdict !== null && <VerdictSlab verdict={verdict} timeZone={timeZone} />}
    </div>
  );
}

/** On a low screen the verdict is a bar that stays, with the code at its end. */
const lowBar = 'low:sticky low:top-0 low:z-10 low:flex low:flex-row-reverse low:items-center';

function CodeBar({ code, newCode }: { code: string; newCode: ReactElement }) {
  return (
    <div className="border-b-[1.5px] border-line bg-raised text-ink low:shrink-0 low:border-0 low:bg-transparent low:text-inherit">
      <div className="container-page flex min-h-[73px] items-center justify-between gap-4 py-3 low:min-h-0 low:py-0 low:ps-0">
        <p className="t-code-row min-w-0 wrap-anywhere low:text-[min(1.25rem,2.7vw)]">{code}</p>
        <div className="shrink-0 low:hidden">{newCode}</div>
      </div>
    </div>
  );
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

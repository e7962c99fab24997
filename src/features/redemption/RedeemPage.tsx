import { type ReactElement, Suspense } from 'react';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { screens } from '#shared/screens.ts';
import { TillLayout } from '#web/layouts/TillLayout.tsx';
import { Button } from '#web/ui/Button.tsx';
import { OfflineNote } from '#web/ui/OfflineNote.tsx';
import { CheckForm } from './CheckForm.tsx';
import { RedeemForm } from './RedeemForm.tsx';
import { TillSteps } from './TillSteps.tsx';
import { useTill } from './useTill.ts';
import { offlineMessage, type RedeemedVerdict, type Verdict } from './verdict.ts';
import { VerdictSlab } from './VerdictSlab.tsx';

export function RedeemPage() {
  const till = useTill();
  const { verdict, nextButton, startOver } = till;

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
    <TillLayout>
      <title>{screens.redeem.title}</title>
      <meta
        name="description"
        content="For partner thrift stores: check a reward code at the till and redeem it with the store’s PIN."
      />
      <OfflineNote>{offlineMessage}</OfflineNote>
      {verdict !== null && <CodeBar code={verdict.code} redeeming={till.redeem.pending} onNewCode={startOver} />}
      <VerdictStatus verdict={verdict} />
      <div className="container-page py-7">
        <div
          className={`mx-auto grid gap-x-12 gap-y-7 ${verdict === null ? 'max-w-[35rem] bar:max-w-[62rem] bar:grid-cols-[minmax(0,35rem)_minmax(0,1fr)]' : 'max-w-[35rem]'}`}
        >
          <div className="flex min-w-0 flex-col gap-7">
            <h1 className={verdict === null ? 't-1' : 'sr-only'}>Redeem a code</h1>
            {formsFor(verdict, checkForm, redeemForm)}
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
  return <div role="status">{verdict !== null && <VerdictSlab verdict={verdict} timeZone={timeZone} />}</div>;
}

type CodeBarProps = { code: string; redeeming: boolean; onNewCode: () => void };

function CodeBar({ code, redeeming, onNewCode }: CodeBarProps) {
  return (
    <div className="border-b-[1.5px] border-line bg-raised">
      <div className="container-page flex min-h-[73px] items-center justify-between gap-4 py-3">
        <p className="t-code-row min-w-0 wrap-anywhere">{code}</p>
        <Button
          kind="outline"
          size="small"
          className="shrink-0"
          // Another code while a use of this one is being taken would hide the answer.
          disabledReason={redeeming ? 'Wait until the code is redeemed.' : undefined}
          onClick={onNewCode}
        >
          New code
        </Button>
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

import { type ComponentType, lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import * as words from '#words/till.tsx';
import * as titles from '#words/titles.ts';
import { useSending } from '#web/api/useSending.ts';
import { TillLayout } from '#web/layouts/TillLayout.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ErrorNote } from '#web/ui/ErrorNote.tsx';
import { paths } from '#web/paths.ts';
import { OfflineNote } from '#web/ui/OfflineNote.tsx';
import type { CameraScanner } from '#features/redemption/scanning/CameraScanner.tsx';
import { CheckForm } from './CheckForm.tsx';
import { codeIn } from './codeInput.ts';
import { lowForms } from './lowScreen.ts';
import { RedeemForm } from './RedeemForm.tsx';
import { PractiseButton, RefusalsLink } from './TillHelp.tsx';
import { TillSteps } from './TillSteps.tsx';
import type { TodayProps } from './Today.tsx';
import type { UndoOfUseProps } from './UndoOfUse.tsx';
import { useOwnTill } from './useOwnTill.ts';
import { useTill } from './useTill.ts';
import { useTillScanner } from './useTillScanner.ts';
import type { Verdict } from './verdict.ts';
import { VerdictHead } from './VerdictHead.tsx';

// What only a known till or a use that was just taken needs comes with it.
const Today = lazy(async () => ({
  default: await import('./Today.tsx').then(
    (module): ComponentType<TodayProps> => module.Today,
    (): ComponentType<TodayProps> => NotLoaded,
  ),
}));
const UndoOfUse = lazy(async () => ({
  default: await import('./UndoOfUse.tsx').then(
    (module): ComponentType<UndoOfUseProps> => module.UndoOfUse,
    (): ComponentType<UndoOfUseProps> => NotLoaded,
  ),
}));

function NotLoaded() {
  return <ErrorNote message={words.undoNotLoaded} />;
}

interface RedeemPageProps<Practice> {
  loadPractice: () => Promise<Practice>;
  onPractise: (practice: Practice) => void;
  /** The clerk comes back from practice. */
  isBack: boolean;
}

export function RedeemPage<Practice>({ loadPractice, onPractise, isBack }: RedeemPageProps<Practice>) {
  const till = useTill();
  const { checkForm: checkFormControl, KeptPin, verdict, nextButton, startOver } = till;
  const [Camera, setCamera] = useState<typeof CameraScanner | null>(null);
  const own = useOwnTill(verdict);
  const giving = { keptPin: till.keptPin, clerk: till.redeemForm.getValues('clerk') ?? '' };

  useTillScanner(
    (code) => {
      setCamera(null);
      till.takeScan(code);
    },
    (code) => till.checkForm.setValue('code', code),
  );

  const practice = useSending<string, Practice>({
    send: loadPractice,
    // It may come when a customer has come: their code stays.
    onAnswer: (loaded, codeBefore) => {
      if (verdict === null && till.code === codeBefore && !till.check.pending) onPractise(loaded);
    },
  });
  const practising = { start: () => practice.run(till.code), pending: practice.isPending };

  useEffect(() => {
    if (isBack) checkFormControl.setFocus('code');
  }, [isBack, checkFormControl]);

  const newCode = (
    <Button
      kind="outline"
      size="small"
      // Another code while a use of this one is being taken would hide the answer.
      disabledReason={till.redeem.pending ? words.beingRedeemed : undefined}
      onClick={startOver}
    >
      {words.newCode}
    </Button>
  );

  // Keyed, so that the second neither empties nor loses the focus where the first goes.
  // A boundary of its own is hydrated in a task of its own.
  const checkForm = (
    <Suspense key="check">
      <CheckForm till={till} onCamera={(Scanner) => setCamera(() => Scanner)} />
    </Suspense>
  );
  const redeemForm = (
    <Suspense key="redeem">
      <RedeemForm till={till} />
    </Suspense>
  );

  return (
    <TillLayout
      here={paths.redeem}
      hasVerdict={verdict !== null}
      store={own.till?.store}
      tools={
        <>
          {verdict === null && (
            <PractiseButton practising={practising} kind="ghost" className="max-[60rem]:hidden" />
          )}
          {KeptPin && <KeptPin till={till} />}
        </>
      }
    >
      <title>{titles.redeem}</title>
      <meta name="description" content={words.description} />
      <OfflineNote>{words.offline}</OfflineNote>
      <VerdictHead verdict={verdict} parts={till.parts} newCode={newCode} />
      <div className="container-page py-7 low:py-3">
        <div
          className={`mx-auto grid gap-x-12 gap-y-7 max-w-[35rem] low:max-w-none ${verdict === null ? (own.till ? 'min-[60rem]:max-w-none min-[60rem]:grid-cols-[33rem_1fr]' : 'bar:max-w-[62rem] bar:grid-cols-[35rem_1fr]') : ''}`}
        >
          <div className={`flex min-w-0 flex-col gap-7 low:gap-4 ${lowForms}`}>
            <h1 className={verdict === null ? 't-1' : 'sr-only'}>{words.heading}</h1>
            {verdict === null && (
              <ErrorNote message={practice.error === null ? null : words.practiceNotLoaded} />
            )}
            {formsFor(verdict, checkForm, redeemForm)}
            {(verdict?.kind === 'valid' || verdict?.kind === 'invalid') && (
              <div className="hidden low:block">{newCode}</div>
            )}
            {till.parts && (
              <till.parts.AfterVerdict
                verdict={verdict}
                nextButton={nextButton}
                onNext={startOver}
                onOnceMore={till.check.run}
                undo={
                  verdict?.kind === 'redeemed' && (
                    <Suspense fallback={<div className="min-h-[74px]" />}>
                      <UndoOfUse verdict={verdict} {...giving} onGivenBack={till.showGivenBack} />
                    </Suspense>
                  )
                }
              />
            )}
            {(verdict === null || verdict.kind === 'invalid') && (
              <div className="flex flex-wrap items-center gap-4">
                <RefusalsLink />
                {verdict === null && (
                  <PractiseButton
                    practising={practising}
                    kind="outline"
                    className="max-sm:grow min-[60rem]:hidden"
                  />
                )}
              </div>
            )}
          </div>
          {verdict === null &&
            (own.till ? (
              <Suspense fallback={<TillSteps />}>
                <Today
                  till={own.till}
                  {...giving}
                  onChange={own.ask}
                  onGoOn={() => checkFormControl.setFocus('code')}
                />
              </Suspense>
            ) : (
              <TillSteps />
            ))}
        </div>
      </div>
      {Camera && (
        <Camera
          store={own.till?.store ?? null}
          clerk={till.redeemForm.getValues('clerk')}
          isChecking={till.check.pending}
          codeIn={codeIn}
          onCode={till.takeScan}
          onType={() => till.checkForm.setFocus('code')}
          onClose={() => setCamera(null)}
        />
      )}
    </TillLayout>
  );
}

/** A valid code stands in the bar alone. Where the code has nothing left to do here, there is no form. */
function formsFor(verdict: Verdict | null, checkForm: ReactElement, redeemForm: ReactElement) {
  if (verdict?.kind === 'valid') return [redeemForm];
  return verdict === null || verdict.kind === 'invalid' ? [checkForm, redeemForm] : null;
}

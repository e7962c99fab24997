import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { undoUntil } from '#features/redemption/rules.ts';
import type { Verdict } from '#features/redemption/verdict.ts';
import { verdictParts } from '#features/redemption/verdictParts.ts';
import { PRACTICE_CODE } from '#features/rewards/rules.ts';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { addDays } from '#shared/dates.ts';
import * as words from '#words/practice.ts';
import * as titles from '#words/titles.ts';
import { SkipLink } from '#web/layouts/SkipLink.tsx';
import { Button } from '#web/ui/Button.tsx';
import { type Lesson, verdictOfLesson } from './lessons.ts';
import { LessonChips } from './LessonChips.tsx';
import { PracticeCheckForm, PracticeRedeemForm } from './PracticeForms.tsx';
import { PracticeUndo } from './PracticeUndo.tsx';
import type { TillParts } from './tillParts.ts';
import './practice.css';

/** The till to be tried out: each of its verdicts, by the same slabs, without a call and without a real code. */
export function Practice({ till, onStop }: { till: TillParts; onStop: () => void }) {
  const { VerdictHead } = till;
  const { AfterVerdict } = verdictParts;
  const { daysValid } = useSiteInfo().rewards;
  const [expiresAt] = useState(() => addDays(new Date(), daysValid));
  const [lesson, setLesson] = useState<Lesson>('valid');
  const [verdict, setVerdict] = useState<Verdict | null>(() => verdictOfLesson(till, 'valid', expiresAt));

  useEffect(() => {
    const stopOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) onStop();
    };
    document.addEventListener('keydown', stopOnEscape);
    return () => document.removeEventListener('keydown', stopOnEscape);
  }, [onStop]);

  const field = useRef<HTMLInputElement>(null);
  const nextButton = useRef<HTMLButtonElement>(null);

  function goOn(next: Verdict | null) {
    flushSync(() => setVerdict(next));
    (field.current ?? nextButton.current)?.focus();
    scrollToTop();
  }

  const newCode = (
    <Button kind="outline" size="small" onClick={() => goOn(null)}>
      {till.newCode}
    </Button>
  );

  return (
    <div className="practice">
      <title>{`${titles.redeem} · ${words.heading}`}</title>
      <SkipLink />
      <div className="practice-frame" aria-hidden="true" />
      <header className="practice-banner">
        <div className="container-page practice-bar">
          <div className="practice-words">
            <h1 ref={showPractice} tabIndex={-1} className="practice-title">
              {words.heading}
            </h1>
            <p className="practice-promise">{words.promise}</p>
          </div>
          <Button onClick={onStop} className="practice-stop">
            {words.stop}
          </Button>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        <VerdictHead verdict={verdict} parts={verdictParts} newCode={newCode} />
        <div className="container-page py-7 low:py-3">
          <div
            className={`mx-auto flex max-w-[35rem] flex-col gap-5 low:max-w-none low:gap-4 ${till.lowForms}`}
          >
            <LessonChips
              chosen={lesson}
              onChoose={(chosen) => {
                setLesson(chosen);
                setVerdict(verdictOfLesson(till, chosen, expiresAt));
              }}
            />
            {(verdict === null || verdict.kind === 'invalid') && (
              <PracticeCheckForm
                // Another one for another code: what was typed goes.
                key={String(verdict === null)}
                till={till}
                field={field}
                isRefused={verdict !== null}
                onCheck={() => goOn(verdictOfLesson(till, lesson, expiresAt))}
              />
            )}
            {verdict?.kind === 'valid' && (
              <PracticeRedeemForm
                till={till}
                field={field}
                takesPin={lesson !== 'wrongPin'}
                onRedeem={() =>
                  goOn(
                    till.redeemedVerdict(PRACTICE_CODE, undefined, {
                      ...verdict,
                      ok: true,
                      remaining: verdict.remaining - 1,
                      redemptionId: 0,
                      undoUntil: undoUntil(new Date()).toISOString(),
                    }),
                  )
                }
              />
            )}
            <AfterVerdict
              verdict={verdict}
              nextButton={nextButton}
              onNext={() => goOn(null)}
              onOnceMore={() => {
                if (verdict?.kind === 'redeemed') goOn({ ...verdict, kind: 'valid' });
              }}
              undo={
                verdict?.kind === 'redeemed' && (
                  <PracticeUndo
                    redeemedAt={verdict.at}
                    onGiveBack={() =>
                      goOn({ ...verdict, kind: 'givenBack', remaining: verdict.remaining + 1 })
                    }
                  />
                )
              }
            />
          </div>
        </div>
      </main>
    </div>
  );
}

/** What takes the till's place is told first. */
function showPractice(heading: HTMLElement | null) {
  heading?.focus();
  scrollToTop();
}

function scrollToTop() {
  window.scrollTo({ top: 0, behavior: 'instant' });
}

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
    <div className="min-h-dvh bg-paper p-2 [--stripes:repeating-linear-gradient(-45deg,var(--on-till-amber)_0_12px,var(--till-amber)_12px_24px)] [&_.container-page]:[--gutter:clamp(16px,3.2vw,40px)] [&_:is(input,button,a)]:scroll-mt-36">
      <title>{`${titles.redeem} · ${words.heading}`}</title>
      <SkipLink />
      {/* Stays round what is seen, however far the page is scrolled. */}
      <div
        aria-hidden="true"
        className="pointer-events-none fixed inset-0 z-50 border-8 border-[var(--on-till-amber)] [border-image:var(--stripes)_8]"
      />
      <header className="bg-[var(--till-amber)] text-[var(--on-till-amber)] [--focus:var(--on-till-amber)] [--ink:var(--till-amber)] not-forced-colors:[--on-spruce:var(--on-till-ok)] not-forced-colors:[--spruce:var(--on-till-amber)] after:block after:h-2 after:bg-(image:--stripes) after:content-[''] forced-colors:[--on-spruce:ButtonText] forced-colors:[--spruce:ButtonFace] [@media(height>=40rem)]:sticky [@media(height>=40rem)]:top-2 [@media(height>=40rem)]:z-20">
        <div className="container-page flex flex-wrap items-center justify-between gap-x-2 gap-y-1.5 py-3 low:py-1">
          {/* Its promise breaks rather than the button, which on a narrow phone would take a line of its own. */}
          <div className="min-w-26 flex-1 low:flex low:items-baseline low:gap-3">
            <h1
              ref={showPractice}
              tabIndex={-1}
              className="text-[clamp(1.9375rem,3.5vw,2.75rem)] leading-[1.06] font-[750] tracking-[-.028em] focus-visible:outline-none low:text-[1.25rem]"
            >
              {words.heading}
            </h1>
            <p className="text-[0.9375rem] leading-[1.4] font-semibold">{words.promise}</p>
          </div>
          <Button onClick={onStop} className="px-4! low:min-h-11!">
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

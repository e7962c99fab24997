import { type ReactNode, useId } from 'react';
import { practiceCodes } from '#features/rewards/rules.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { print } from '#words/site.ts';
import { type Explanation, till, tillHelp as words, undo, verdict } from '#words/till.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Unbroken } from '#web/ui/Unbroken.tsx';
import { PIN_IDLE_MINUTES, UNDO_MINUTES } from './rules.ts';

/** Help for clerks, below the till. The page prints nothing else. */
export function TillHelp() {
  const { organization } = useSiteInfo();
  return (
    <section
      id="help"
      className="container-page py-8 text-ink print:max-w-none print:p-0 print:text-[10pt] print:leading-[1.3] print:[--ink:black]"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="t-2 print:text-[24pt]">{words.heading}</h2>
        <Button kind="outline" size="small" className="print:hidden" onClick={() => window.print()}>
          {print}
        </Button>
      </div>
      <p className="t-lead mt-3 max-w-[58ch] print:mt-1 print:text-[11pt]">{words.lead(organization.name)}</p>

      <div className="mt-8 grid gap-x-8 gap-y-6 sm:grid-cols-2 nav:grid-cols-4 print:mt-4 print:grid-cols-2 print:gap-x-8 print:gap-y-4">
        <HelpSection title={words.redeem}>
          <ol className="flex list-decimal flex-col gap-1.5 ps-5 marker:font-bold">
            {till.steps.map(({ title, text }) => (
              <li key={title}>
                <b>{title}.</b> {text}
              </li>
            ))}
          </ol>
        </HelpSection>
        <HelpSection title={undo.giveBack}>
          <p>{words.giveBackText}</p>
          <p>
            <Unbroken>{undo.whoGivesBack(UNDO_MINUTES, organization)}</Unbroken>
          </p>
        </HelpSection>
        <HelpSection title={till.practise}>
          <p>
            <Unbroken>{words.practiseText(practiceCodes)}</Unbroken>
          </p>
        </HelpSection>
        <HelpSection title={words.keepAndLock}>
          <p>{words.keepAndLockText(PIN_IDLE_MINUTES)}</p>
        </HelpSection>
      </div>

      <HelpSection title={words.refusalsHeading} className="mt-9 print:mt-5">
        <p>{verdict.noSaving}</p>
        <ExplanationList explanations={words.refusals} />
      </HelpSection>
      <HelpSection title={words.troublesHeading} className="mt-9 print:mt-5">
        <ExplanationList explanations={words.troubles} />
      </HelpSection>
    </section>
  );
}

type HelpSectionProps = { title: string; className?: string; children: ReactNode };

function HelpSection({ title, className, children }: HelpSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <h3 id={id} className="t-3 print:text-[14pt]">
        {title}
      </h3>
      <div className="mt-2 flex flex-col gap-2 print:mt-1 print:gap-1">{children}</div>
    </section>
  );
}

function ExplanationList({ explanations }: { explanations: readonly Explanation[] }) {
  return (
    <dl className="border-t-2 border-ink">
      {explanations.map(({ message, meaning, advice }) => (
        <div
          key={message}
          className="grid gap-x-6 gap-y-0.5 border-b-[1.5px] border-line py-2.5 sm:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] print:grid-cols-[6cm_minmax(0,1fr)] print:break-inside-avoid print:border-ink print:py-1"
        >
          <dt className="font-bold text-balance">{message}</dt>
          <dd>
            {meaning} {advice}
          </dd>
        </div>
      ))}
    </dl>
  );
}

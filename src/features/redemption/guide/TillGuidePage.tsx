import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { PIN_IDLE_MINUTES } from '#features/redemption/pinLock.ts';
import { UNDO_MINUTES } from '#features/redemption/rules.ts';
import { keepPinLabel, practiseLabel, tillSteps } from '#features/redemption/tillWords.ts';
import { giveBackLabel, undoLabel, whoGivesBack } from '#features/redemption/undoWords.ts';
import { noSavingMessage } from '#features/redemption/verdictWords.ts';
import { PRACTICE_CODE } from '#features/rewards/rules.ts';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import * as titles from '#words/titles.ts';
import { Island } from '#web/documents/islands.tsx';
import { TillLayout } from '#web/layouts/TillLayout.tsx';
import { paths } from '#web/paths.ts';
import { refusals, troubles } from './refusals.ts';

export function TillGuidePage() {
  const { organization } = useSiteInfo();
  return (
    <TillLayout hasVerdict={false}>
      <title>{titles.tillGuide}</title>
      <meta
        name="description"
        content="For partner thrift stores, on one page to print: how to redeem a reward code, give a use back, practise, and what each refusal means."
      />
      <article className="container-page py-5 bar:py-8 print:max-w-none print:p-0 text-ink print:[--ink:black] print:text-[10pt] print:leading-[1.4]">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 print:hidden">
          <a
            href={paths.redeem}
            className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-spruce underline-offset-4 hover:underline"
          >
            <ArrowLeft size={17} aria-hidden="true" />
            To the till
          </a>
          <Island name="print" />
        </div>
        <h1 className="t-1 mt-4 print:mt-0 print:text-[24pt]">The till on one page</h1>
        <p className="t-lead mt-3 max-w-[58ch] print:mt-1 print:text-[11pt]">
          How to redeem a code of {organization.name}, and what to do when one is refused.
        </p>

        <div className="mt-8 grid gap-x-8 gap-y-6 sm:grid-cols-2 nav:grid-cols-4 print:mt-4 print:grid-cols-2 print:gap-x-8 print:gap-y-4">
          <Part title="Redeem">
            <ol className="flex list-decimal flex-col gap-1.5 ps-5 marker:font-bold">
              {tillSteps.map(({ title, text }) => (
                <li key={title}>
                  <b>{title}.</b> {text}
                </li>
              ))}
            </ol>
          </Part>
          <Part title={giveBackLabel}>
            <p>
              Press “{undoLabel}” below the redeemed code, then “{giveBackLabel}”.
            </p>
            <p>{whoGivesBack(UNDO_MINUTES, organization)}</p>
          </Part>
          <Part title={practiseLabel}>
            <p>
              Press “{practiseLabel}” on the till’s page. With the code{' '}
              <span className="whitespace-nowrap">{PRACTICE_CODE}</span> it shows everything that the till can
              say. Nothing is spent.
            </p>
          </Part>
          <Part title="Keep and lock the PIN">
            <p>
              “{keepPinLabel}” holds for {PIN_IDLE_MINUTES} minutes without a press. “Lock” forgets the PIN at
              once.
            </p>
          </Part>
        </div>

        <Part title="What each refusal means" className="mt-9 print:mt-5">
          <p>{noSavingMessage}</p>
          <Explanations of={refusals} />
        </Part>
        <Part title="When the connection fails" className="mt-9 print:mt-5">
          <Explanations of={troubles} />
        </Part>
      </article>
    </TillLayout>
  );
}

type PartProps = { title: string; className?: string; children: ReactNode };

function Part({ title, className, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="t-3 print:text-[14pt]">
        {title}
      </h2>
      <div className="mt-2 flex flex-col gap-2 print:mt-1 print:gap-1">{children}</div>
    </section>
  );
}

function Explanations({ of }: { of: typeof refusals }) {
  return (
    <dl className="border-t-2 border-ink">
      {of.map(({ says, means, help }) => (
        <div
          key={says}
          className="grid gap-x-6 gap-y-0.5 border-b-[1.5px] border-line py-2.5 sm:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] print:grid-cols-[6cm_minmax(0,1fr)] print:break-inside-avoid print:border-ink print:py-1.5"
        >
          <dt className="font-bold text-balance">{says}</dt>
          <dd>
            {means} {help}
          </dd>
        </div>
      ))}
    </dl>
  );
}

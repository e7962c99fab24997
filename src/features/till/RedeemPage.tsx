import { GraduationCap, Info } from 'lucide-react';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { titles } from '#words/site.ts';
import { till as words } from '#words/till.tsx';
import { TillLayout } from '#web/layouts/TillLayout.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { OfflineNote } from '#web/ui/OfflineNote.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { AfterVerdict } from './AfterVerdict.tsx';
import { CheckForm } from './CheckForm.tsx';
import { RedeemForm } from './RedeemForm.tsx';
import { RememberedPin } from './RememberedPin.tsx';
import { TillHelp } from './TillHelp.tsx';
import { Today, useRegisteredTill } from './Today.tsx';
import { type Till, useTill } from './useTill.ts';
import { slabTone, VerdictSlab } from './VerdictSlab.tsx';

export default function RedeemPage() {
  const { registeredTill, reload } = useRegisteredTill();
  const till = useTill(reload);
  const { verdict } = till;
  const isWaiting = verdict === null;
  const asksCode = isWaiting || verdict.kind === 'invalid';
  const asksPin = asksCode || verdict.kind === 'valid';
  const waitingColumns = registeredTill
    ? 'min-[60rem]:max-w-none min-[60rem]:grid-cols-[33rem_1fr]'
    : 'bar:max-w-[62rem] bar:grid-cols-[35rem_1fr]';

  const practiceButton = (className: string, kind: 'ghost' | 'outline') => (
    <Button kind={kind} size="small" icon={GraduationCap} onClick={till.startPractice} className={className}>
      {words.practise}
    </Button>
  );

  return (
    <TillLayout
      here={paths.redeem}
      hasVerdict={!isWaiting}
      store={registeredTill?.store}
      tools={
        <>
          {isWaiting && practiceButton('max-[60rem]:hidden', 'ghost')}
          <RememberedPin till={till} />
        </>
      }
    >
      <title>{titles.redeem}</title>
      <meta name="description" content={words.description} />
      <div className="print:hidden">
        <OfflineNote>{words.offline}</OfflineNote>
        <p
          role="status"
          className="bg-till-amber text-center font-semibold text-on-till-amber not-empty:p-2.5"
        >
          {till.isPractice && words.practiceNotice}
        </p>
        <VerdictHead till={till} />
        <div className="container-page py-7 low:py-3">
          <div
            className={`mx-auto grid gap-x-12 gap-y-7 max-w-[35rem] low:max-w-none ${isWaiting ? waitingColumns : ''}`}
          >
            <div className="flex min-w-0 flex-col gap-7 low:gap-4 low:line-forms">
              <h1 className={isWaiting ? 't-1' : 'sr-only'}>{words.heading}</h1>
              {asksCode && <CheckForm till={till} />}
              {asksPin && <RedeemForm till={till} />}
              {asksPin && !isWaiting && (
                <div className="hidden low:block">
                  <NewCodeButton till={till} />
                </div>
              )}
              <AfterVerdict till={till} />
              {asksCode && (
                <div className="flex flex-wrap items-center gap-4">
                  <p className="t-small flex min-w-60 flex-1 gap-2.5 text-muted">
                    <Info size={20} className="mt-px shrink-0" aria-hidden="true" />
                    <span>
                      {words.helpLink((text) => (
                        <a href="#help" className="font-semibold text-spruce">
                          {text}
                        </a>
                      ))}
                    </span>
                  </p>
                  {isWaiting && practiceButton('max-sm:grow min-[60rem]:hidden', 'outline')}
                </div>
              )}
            </div>
            {isWaiting &&
              (registeredTill ? (
                <Today registeredTill={registeredTill} till={till} onChange={reload} />
              ) : (
                <Steps />
              ))}
          </div>
        </div>
      </div>
      {asksCode && <TillHelp />}
    </TillLayout>
  );
}

/** The code with its verdict. The live region exists from the start, so that screen readers announce its first text. */
function VerdictHead({ till }: { till: Till }) {
  const { timeZone } = useSiteInfo();
  const { verdict } = till;
  // On a low screen the verdict is a sticky bar that ends with the code.
  const lowBar = 'low:sticky low:top-0 low:z-10 low:flex low:flex-row-reverse low:items-center';
  return (
    <div className={verdict ? `${slabTone(verdict)} ${lowBar}` : undefined}>
      {verdict && (
        <div className="border-b-[1.5px] border-line bg-raised text-ink low:shrink-0 low:border-0 low:bg-transparent low:text-inherit">
          <div className="container-page flex min-h-[73px] items-center justify-between gap-4 py-3 low:min-h-0 low:py-0 low:ps-0">
            <p className="t-code-row min-w-0 wrap-anywhere low:text-[min(1.25rem,2.7vw)]">{verdict.code}</p>
            <div className="shrink-0 low:hidden">
              <NewCodeButton till={till} />
            </div>
          </div>
        </div>
      )}
      <div role="status" className="low:min-w-0 low:flex-1">
        {verdict && <VerdictSlab verdict={verdict} timeZone={timeZone} />}
      </div>
    </div>
  );
}

function NewCodeButton({ till: { isRedeeming, startOver } }: { till: Till }) {
  return (
    // Disabled during a redemption, because a new code would hide the answer to this one.
    <Button kind="outline" size="small" disabled={isRedeeming} onClick={startOver}>
      {words.newCode}
    </Button>
  );
}

function Steps() {
  return (
    <Card flush className="self-start px-5 bar:mt-14">
      <ol className="divide-y-[1.5px] divide-line">
        {words.steps.map(({ title, text }, index) => (
          <li key={title} className="flex items-center gap-4 py-4.5">
            <Ring percent={((index + 1) / words.steps.length) * 100} size={34} />
            <div>
              <p className="font-bold leading-snug">{title}</p>
              <p className="t-small mt-0.5 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

import { qrCodeFor } from '#words/site.ts';
import exampleCode from '#web/art/exampleCode.svg';
import { Link } from 'react-router';
import { KeyRound, Store, Ticket } from 'lucide-react';
import type { ReactNode } from 'react';
import { landingRewards as words } from '#words/landing.tsx';
import { termsLabel, termsSentence, tierNames, tierRules } from '#words/rewards.tsx';
import { paths } from '#web/paths.ts';
import { Button, type Icon } from '#web/ui/Button.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { completeSite } from '#web/site/useSiteInfo.ts';
import { useSiteAnswer } from '#web/site/SiteData.tsx';
import { Loops } from '#web/ui/Pip.tsx';

const EXAMPLE_CODE = 'RR-7KM4QD';

/** The reward tiers, an example of a code, and how to use a code at a store. */
export function Rewards() {
  return (
    <section id="rewards" aria-labelledby="rewards-title" className="on-panel bg-panel text-panel-ink">
      <div className="container-page section-y">
        <div className="grid grid-cols-1 gap-x-16 gap-y-12 bar:grid-cols-[minmax(0,1fr)_minmax(0,26.5rem)]">
          <div>
            <h2 id="rewards-title" className="t-1 max-w-[12ch]">
              {words.heading}
            </h2>
            <ul className="mt-9">
              <Tier
                name={tierNames['Gold Giver']}
                ring={<Ring percent={100} size={58} tone="panel" />}
                text={tierRules['Gold Giver']}
              />
              <Tier
                name={tierNames['Green Giver']}
                ring={<Ring percent={75} size={58} tone="leaf" />}
                text={tierRules['Green Giver']}
              />
            </ul>
          </div>
          <ExampleTag />
        </div>
        <StepsAtTill />
      </div>
    </section>
  );
}

function Tier({ name, ring, text }: { name: string; ring: ReactNode; text: string }) {
  return (
    <li className="flex items-center gap-6 border-t border-panel-muted/35 py-5.5">
      {ring}
      <div>
        <h3 className="t-3">{name}</h3>
        <p className="mt-1 text-panel-muted">{text}</p>
      </div>
    </li>
  );
}

/** A reward code on a tag that looks like the `OpenTag` of the dashboard. */
function ExampleTag() {
  const terms = useRewardTerms();
  return (
    <div className="on-white relative mx-auto w-85 max-w-full rotate-[2.4deg] self-start text-ink drop-shadow-tag max-bar:mt-4">
      <Thread />
      <div className="tag-tall flex flex-col items-center gap-3 bg-raised px-5 pt-17 pb-6 text-center">
        <span aria-hidden="true" className="tag-eyelet size-7 border-[6.5px]" />
        <p className="t-small font-semibold text-muted">{words.exampleCode}</p>
        <p className="t-code-tag whitespace-nowrap">{EXAMPLE_CODE}</p>
        {/* This QR code has the code but no address, since an example must not open the till. */}
        <img
          src={exampleCode}
          alt={qrCodeFor(EXAMPLE_CODE)}
          width={148}
          height={148}
          className="rounded-shelf"
        />
        <p className="flex items-center gap-2.5 font-[650] text-ink">
          <Loops total={terms.usesPerCode} closedCount={0} label="" size={20} />
          {termsLabel(terms)}
        </p>
      </div>
    </div>
  );
}

function Thread() {
  return (
    <svg
      viewBox="0 0 40 48"
      width={40}
      height={48}
      aria-hidden="true"
      focusable="false"
      className="absolute bottom-full left-1/2 -mb-0.5 stroke-wheat"
      fill="none"
      strokeWidth={2.4}
      strokeLinecap="round"
    >
      <path d="M16 3C21 22 17 34 4 47M24 5C29 24 25 36 16 47" />
    </svg>
  );
}

function StepsAtTill() {
  return (
    <div className="mt-14 border-t border-panel-muted/35 pt-9">
      <h3 className="t-2">{words.atTheTill}</h3>
      <ol className="mt-6 grid gap-x-8 gap-y-6 bar:grid-cols-3">
        <TillStep icon={Store} title={words.visitStore}>
          <TillNote>{termsSentence(useRewardTerms())}</TillNote>
        </TillStep>
        <TillStep icon={Ticket} title={words.presentCode}>
          <TillNote>{words.howToPresent}</TillNote>
        </TillStep>
        <TillStep icon={KeyRound} title={words.enterPin}>
          <TillNote>{words.saved}</TillNote>
        </TillStep>
      </ol>
      <div className="mt-8 flex flex-wrap gap-3 max-tiny:flex-col max-tiny:items-start">
        <Button asChild kind="wheat">
          <Link to={paths.discounts}>{words.viewStores}</Link>
        </Button>
        <Button asChild kind="panelOutline">
          <Link to={paths.status}>{words.checkStatus}</Link>
        </Button>
      </div>
    </div>
  );
}

function TillStep({ icon: StepIcon, title, children }: { icon: Icon; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <StepIcon size={28} className="shrink-0 text-wheat" aria-hidden />
      <div>
        <h4 className="t-4">{title}</h4>
        {children}
      </div>
    </li>
  );
}

function useRewardTerms() {
  return completeSite(useSiteAnswer() ?? {}).rewards;
}

function TillNote({ children }: { children: ReactNode }) {
  return <p className="t-small mt-0.5 text-panel-muted">{children}</p>;
}

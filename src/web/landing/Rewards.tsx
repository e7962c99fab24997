import { Link } from 'react-router';
import { KeyRound, Store, Ticket } from 'lucide-react';
import type { ReactNode } from 'react';
import * as words from '#words/landingRewards.ts';
import { tierNames, tierRules } from '#words/tiers.ts';
import { paths } from '#web/paths.ts';
import { PlainButton } from '#web/ui/PlainButton.tsx';
import type { Icon } from '#web/ui/icon.ts';
import { Ring } from '#web/ui/Ring.tsx';
import { SwingTag } from '#web/ui/SwingTag.tsx';
import { TillNote } from './TillNote.tsx';
import { TagTerms } from './Terms.tsx';
import { TillTerms } from './Terms.tsx';

const EXAMPLE_CODE = 'RR-7KM4QD';

/** What a donor gets, and how a code turns into a saving at the till. */
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
        <AtTheTill />
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

function ExampleTag() {
  return (
    <SwingTag
      variant="hanging"
      code={EXAMPLE_CODE}
      // The bare code: an example must not open the till.
      qrValue={EXAMPLE_CODE}
      caption={words.exampleCode}
      className="mx-auto w-85 max-w-full rotate-[2.4deg] self-start on-white text-ink max-bar:mt-4"
    >
      <TagTerms />
    </SwingTag>
  );
}

function AtTheTill() {
  return (
    <div className="mt-14 border-t border-panel-muted/35 pt-9">
      <h3 className="t-2">{words.atTheTill}</h3>
      <ol className="mt-6 grid gap-x-8 gap-y-6 bar:grid-cols-3">
        <TillStep icon={Store} title={words.visitStore}>
          <TillTerms />
        </TillStep>
        <TillStep icon={Ticket} title={words.presentCode}>
          <TillNote>{words.howToPresent}</TillNote>
        </TillStep>
        <TillStep icon={KeyRound} title={words.enterPin}>
          <TillNote>{words.saved}</TillNote>
        </TillStep>
      </ol>
      <div className="mt-8 flex flex-wrap gap-3 max-tiny:flex-col max-tiny:items-start">
        <PlainButton asChild kind="wheat">
          <Link to={paths.discounts}>{words.viewStores}</Link>
        </PlainButton>
        <PlainButton asChild kind="panelOutline">
          <Link to={paths.status}>{words.checkStatus}</Link>
        </PlainButton>
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

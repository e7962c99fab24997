import { KeyRound, Store, Ticket } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { SiteInfo } from '#features/site/useSiteInfo.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import type { Icon } from '#web/ui/icon.ts';
import { Loops } from '#web/ui/Loops.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { SwingTag } from '#web/ui/SwingTag.tsx';

type Terms = SiteInfo['rewards'];

const EXAMPLE_CODE = 'RR-7KM4QD';

/** What a donor gets, and how a code turns into a saving at the till. */
export function Rewards({ terms }: { terms: Terms }) {
  return (
    <section id="rewards" aria-labelledby="rewards-title" className="on-panel bg-panel text-panel-ink">
      <div className="container-page section-y">
        <div className="grid grid-cols-1 gap-x-16 gap-y-12 bar:grid-cols-[minmax(0,1fr)_minmax(0,26.5rem)]">
          <div>
            <h2 id="rewards-title" className="t-1 max-w-[12ch]">
              What your donations earn
            </h2>
            <ul className="mt-9">
              <Tier
                name="Gold Giver"
                ring={<Ring percent={100} size={58} tone="panel" />}
                text="Six or more donations of at least 2.5 kg each in a calendar year."
              />
              <Tier
                name="Green Giver"
                ring={<Ring percent={75} size={58} tone="leaf" />}
                text="Monthly donations of any weight that do not qualify for Gold."
              />
            </ul>
          </div>
          <ExampleTag terms={terms} />
        </div>
        <AtTheTill terms={terms} />
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

function ExampleTag({ terms: { usesPerCode, daysValid } }: { terms: Terms }) {
  return (
    <SwingTag
      variant="hanging"
      code={EXAMPLE_CODE}
      // The bare code: an example must not open the till.
      qrValue={EXAMPLE_CODE}
      caption="Reward code, example"
      className="mx-auto w-85 max-w-full rotate-[2.4deg] self-start text-ink max-bar:mt-4"
    >
      <p className="flex items-center gap-2.5 font-[650] text-ink">
        <Loops total={usesPerCode} closed={0} label="" size={20} />
        {usesPerCode === 1 ? '1 use' : `${usesPerCode} uses`}, {daysValid} days
      </p>
    </SwingTag>
  );
}

function AtTheTill({ terms: { usesPerCode, daysValid } }: { terms: Terms }) {
  return (
    <div className="mt-14 border-t border-panel-muted/35 pt-9">
      <h3 className="t-2">At the till</h3>
      <ol className="mt-6 grid gap-x-8 gap-y-6 bar:grid-cols-3">
        <TillStep icon={Store} title="1. Visit a partner store">
          Each code can be used {times(usesPerCode)} within {daysValid} days.
        </TillStep>
        <TillStep icon={Ticket} title="2. Present your code">
          On your phone or printed, as text or QR.
        </TillStep>
        <TillStep icon={KeyRound} title="3. The partner enters its PIN">
          PIN entered, code validated, saving yours.
        </TillStep>
      </ol>
      <Button asChild kind="wheat" className="mt-8">
        <Link to={paths.status}>Check Your Status</Link>
      </Button>
    </div>
  );
}

function TillStep({ icon: StepIcon, title, children }: { icon: Icon; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <StepIcon size={28} className="shrink-0 text-wheat" aria-hidden />
      <div>
        <h4 className="t-4">{title}</h4>
        <p className="t-small mt-0.5 text-panel-muted">{children}</p>
      </div>
    </li>
  );
}

function times(count: number): string {
  if (count === 1) return 'once';
  return count === 2 ? 'twice' : `${count} times`;
}

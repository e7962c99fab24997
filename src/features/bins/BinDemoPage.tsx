import { FlaskConical, ScanQrCode, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { binDemo as words } from '#words/bins.tsx';
import { titles } from '#words/site.ts';
import { Bag } from '#web/art/Bag.tsx';
import { Bin } from '#web/art/Bin.tsx';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { PublicLayout } from '#web/layouts/PublicLayout.tsx';
import { paths } from '#web/paths.ts';
import { Button, type Icon } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { useIsHydrated } from '#web/ui/hydration.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import { Shelf } from '#web/ui/Shelf.tsx';
import { BinLocation } from './BinLocation.tsx';
import { binAddresses } from './rules.ts';
import { sampleBins } from './sampleBins.ts';

type SampleBin = (typeof sampleBins)[number];

export default function BinDemoPage() {
  const { email } = useSiteInfo().organization;
  return (
    <PublicLayout>
      <title>{titles.binDemo}</title>
      <meta name="description" content={words.description} />
      <div className="container-page pt-7 pb-16 bar:pt-12">
        <div className="flex items-end justify-between gap-10">
          <div className="max-w-[40rem]">
            <h1 className="t-1">{words.heading}</h1>
            <p className="t-lead mt-4.5">{words.lead}</p>
          </div>
          <Shelf thickness={8} className="w-75 shrink-0 max-bar:hidden" rowClassName="justify-center gap-5">
            <Bin size={128} />
            <Bag size={92} />
          </Shelf>
        </div>
        <Section id="dual" heading={words.dual}>
          <dl className={pairClasses}>
            <Explanation icon={ScanQrCode} name={words.log} text={words.logText} />
            <Explanation icon={TriangleAlert} name={words.report} text={words.reportText} />
          </dl>
        </Section>
        <Section id="samples" heading={words.tryIt}>
          <p className="mt-3 max-w-[65ch]">{words.tryItText}</p>
          <ul className="mt-7 grid gap-6 nav:grid-cols-2">
            {sampleBins.map((bin) => (
              <Card as="li" key={bin.binCode}>
                <SampleCard bin={bin} />
              </Card>
            ))}
          </ul>
        </Section>
        <Section id="help" heading={words.help}>
          <dl className={pairClasses}>
            <Explanation
              name={words.support}
              text={words.supportText(
                <a
                  href={`mailto:${email}`}
                  className="rounded-shelf font-semibold wrap-anywhere text-spruce underline underline-offset-4"
                >
                  {email}
                </a>,
              )}
            />
            <Explanation name={words.emergency} text={words.emergencyText(renderStrong)} />
          </dl>
        </Section>
      </div>
    </PublicLayout>
  );
}

const renderStrong = (text: string) => <b className="font-semibold text-ink">{text}</b>;

const pairClasses = 'mt-6 grid gap-x-16 gap-y-6 bar:grid-cols-2';

function Section({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-14 bar:mt-20">
      <h2 id={id} className="t-2">
        {heading}
      </h2>
      {children}
    </section>
  );
}

type ExplanationProps = { icon?: Icon; name: string; text: ReactNode };

function Explanation({ icon: ExplanationIcon, name, text }: ExplanationProps) {
  return (
    <div className="border-t-[1.5px] border-line pt-5">
      <dt className="t-4 flex items-center gap-3">
        {ExplanationIcon && <ExplanationIcon size={26} className="shrink-0 text-spruce" aria-hidden />}
        {name}
      </dt>
      <dd className="mt-1.5 text-muted">{text}</dd>
    </div>
  );
}

function SampleCard({ bin }: { bin: SampleBin }) {
  // The codes contain the page's origin, which only the browser knows.
  const addresses = useIsHydrated() ? binAddresses(window.location.origin, bin) : null;
  return (
    <article aria-label={bin.name}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="t-3">{bin.name}</h3>
        <Pill tone="wheat" icon={FlaskConical}>
          {words.sample}
        </Pill>
      </div>
      <BinLocation location={bin.location} className="mt-2" />
      <p className="mt-1 font-display text-base font-bold tracking-[.045em]">{bin.binCode}</p>
      <div className="mt-5 grid gap-x-6 gap-y-8 sm:grid-cols-2">
        <SampleCode title={words.log} binName={bin.name} address={addresses?.log}>
          <Button asChild className="w-full">
            <Link to={paths.logFromBin({ bin: bin.binCode, location: bin.location })}>
              {words.testDonation}
            </Link>
          </Button>
        </SampleCode>
        <SampleCode title={words.report} binName={bin.name} address={addresses?.report}>
          <Button asChild kind="outline" className="w-full">
            <Link to={paths.reportOverflowOf({ binId: bin.id, code: bin.binCode })}>{words.testReport}</Link>
          </Button>
        </SampleCode>
      </div>
    </article>
  );
}

type SampleCodeProps = { title: string; binName: string; address: string | undefined; children: ReactNode };

function SampleCode({ title, binName, address, children }: SampleCodeProps) {
  return (
    <div className="flex flex-col items-center gap-3">
      <h4 className="t-4">{title}</h4>
      {address === undefined ? (
        <span className="aspect-square w-55 max-w-full rounded-shelf bg-line/75" />
      ) : (
        <QrCode
          value={address}
          size={220}
          label={words.qrCode(title, binName)}
          className="h-auto max-w-full"
        />
      )}
      {children}
    </div>
  );
}

import { FlaskConical, ScanQrCode, TriangleAlert } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import * as titles from '#words/titles.ts';
import { useDonor } from '#web/api/useDonor.ts';
import { Bag } from '#web/art/Bag.tsx';
import { Bin } from '#web/art/Bin.tsx';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { PublicLayout } from '#web/layouts/PublicLayout.tsx';
import { paths } from '#web/paths.ts';
import { Card } from '#web/ui/Card.tsx';
import type { Icon } from '#web/ui/icon.ts';
import { Pill } from '#web/ui/Pill.tsx';
import { PlainButton } from '#web/ui/PlainButton.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import { Shelf } from '#web/ui/Shelf.tsx';
import { BinPlace } from './BinPlace.tsx';
import { binAddresses } from './rules.ts';
import { sampleBins } from './sampleBins.ts';

type SampleBin = (typeof sampleBins)[number];

const QR_WIDTH = 220;

export default function BinDemoPage() {
  const donor = useDonor();
  return (
    <PublicLayout donor={donor !== null}>
      <title>{titles.binDemo}</title>
      <meta
        name="description"
        content="Try the two QR codes of a ReRound drop bin on a sample: one logs a donation, one reports a full or damaged bin."
      />
      <div className="container-page pt-7 pb-16 bar:pt-12">
        <div className="flex items-end justify-between gap-10">
          <div className="max-w-[40rem]">
            <h1 className="t-1">Two codes on every bin</h1>
            <p className="t-lead mt-4.5">
              Each drop bin carries two QR codes: one to log what you give, one to tell us that the bin is
              full or damaged. Try both on these samples.
            </p>
          </div>
          <Shelf thickness={8} className="w-75 shrink-0 max-bar:hidden" rowClassName="justify-center gap-5">
            <Bin size={128} />
            <Bag size={92} />
          </Shelf>
        </div>
        <DualCodes />
        <Samples />
        <Help />
      </div>
    </PublicLayout>
  );
}

function DualCodes() {
  return (
    <section aria-labelledby="dual" className="mt-12 bar:mt-16">
      <h2 id="dual" className="t-2">
        The dual QR system
      </h2>
      <dl className="mt-6 grid gap-x-16 gap-y-6 bar:grid-cols-2">
        <Explained icon={ScanQrCode} name="Log Donation">
          Scan it when you drop something off. The log form opens with the bin filled in, so that you add only
          your student ID and a weight range.
        </Explained>
        <Explained icon={TriangleAlert} name="Report Issue">
          Scan it when the bin is full, broken or dirty. The report opens with the bin named; your name and a
          note are optional. It goes straight on the team’s list.
        </Explained>
      </dl>
    </section>
  );
}

type ExplainedProps = { icon: Icon; name: string; children: ReactNode };

function Explained({ icon: ExplainedIcon, name, children }: ExplainedProps) {
  return (
    <div className="border-t-[1.5px] border-line pt-5">
      <dt className="t-4 flex items-center gap-3">
        <ExplainedIcon size={26} className="shrink-0 text-spruce" aria-hidden />
        {name}
      </dt>
      <dd className="mt-1.5 text-muted">{children}</dd>
    </div>
  );
}

function Samples() {
  return (
    <section aria-labelledby="samples" className="mt-14 bar:mt-20">
      <h2 id="samples" className="t-2">
        Try it
      </h2>
      <p className="mt-3 max-w-[65ch]">
        Scan a code with your phone, or press its button. These bins are samples and stand nowhere. Test
        Donation opens the real log form: what you send there is logged. Test Report asks for a real bin
        before anything is sent.
      </p>
      <ul className="mt-7 grid gap-6 nav:grid-cols-2">
        {sampleBins.map((bin) => (
          <Card as="li" key={bin.binCode}>
            <Sample bin={bin} />
          </Card>
        ))}
      </ul>
    </section>
  );
}

function Sample({ bin }: { bin: SampleBin }) {
  const origin = useOrigin();
  const addresses = origin === null ? null : binAddresses(origin, bin);
  return (
    <article aria-label={bin.name}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="t-3">{bin.name}</h3>
        <Pill tone="wheat" icon={FlaskConical}>
          Sample
        </Pill>
      </div>
      <BinPlace location={bin.location} className="mt-2" />
      <p className="mt-1 font-display text-base font-bold tracking-[.045em]">{bin.binCode}</p>
      <div className="mt-5 grid gap-x-6 gap-y-8 sm:grid-cols-2">
        <Code title="Log Donation" bin={bin.name} address={addresses?.log}>
          <PlainButton asChild className="w-full">
            <Link to={paths.logFromBin({ bin: bin.binCode, location: bin.location })}>Test Donation</Link>
          </PlainButton>
        </Code>
        <Code title="Report Issue" bin={bin.name} address={addresses?.report}>
          <PlainButton asChild kind="outline" className="w-full">
            <Link to={paths.reportOverflowOf({ binId: bin.id, code: bin.binCode })}>Test Report</Link>
          </PlainButton>
        </Code>
      </div>
    </article>
  );
}

type CodeProps = { title: string; bin: string; address: string | undefined; children: ReactNode };

function Code({ title, bin, address, children }: CodeProps) {
  return (
    <div className="flex flex-col items-center gap-3">
      <h4 className="t-4">{title}</h4>
      {address === undefined ? (
        <span className="aspect-square w-55 max-w-full rounded-shelf bg-line/75" />
      ) : (
        <QrCode
          value={address}
          size={QR_WIDTH}
          label={`${title} QR code of ${bin}`}
          className="h-auto max-w-full"
        />
      )}
      {children}
    </div>
  );
}

function Help() {
  const { email } = useSiteInfo().organization;
  return (
    <section aria-labelledby="help" className="mt-14 bar:mt-20">
      <h2 id="help" className="t-2">
        Need a hand?
      </h2>
      <dl className="mt-6 grid gap-x-16 gap-y-6 bar:grid-cols-2">
        <div className="border-t-[1.5px] border-line pt-5">
          <dt className="t-4">Support</dt>
          <dd className="mt-1 text-muted">
            A code does not scan, or leads to the wrong place? Write to{' '}
            <a
              href={`mailto:${email}`}
              className="rounded-shelf font-semibold wrap-anywhere text-spruce underline underline-offset-4"
            >
              {email}
            </a>
            .
          </dd>
        </div>
        <div className="border-t-[1.5px] border-line pt-5">
          <dt className="t-4">Emergency contact</dt>
          <dd className="mt-1 text-muted">
            <b className="font-semibold text-ink">Campus Security.</b> If someone is hurt or something at a
            bin is dangerous, call them first and report the bin afterwards.
          </dd>
        </div>
      </dl>
    </section>
  );
}

const neverChanges = () => () => {};

/** Where the codes lead: the address that the page was opened at, which the prerendered page does not know. */
function useOrigin(): string | null {
  return useSyncExternalStore(
    neverChanges,
    () => window.location.origin,
    () => null,
  );
}

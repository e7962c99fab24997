import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isQualifying, weightLabels } from '#shared/weights.ts';
import { Teapot } from '#web/art/Teapot.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Loops } from '#web/ui/Loops.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import type { LoggedBody } from './LogDonationForm.tsx';
import { GOLD_DONATIONS } from './rules.ts';

type DonationLoggedProps = {
  body: LoggedBody;
  stats: { qualifyingDonations: number; nextGoal: string };
};

/** The loop closes: what was logged, and what happens next. */
export function DonationLogged({ body, stats }: DonationLoggedProps) {
  return (
    <div className="mx-auto w-full max-w-[430px] px-5 pt-9 pb-14">
      <title>Donation logged · ReRound</title>
      <div className="text-center">
        <Ring percent={100} size={196} weight={27} tone="spruce" closing>
          <Teapot size={104} />
        </Ring>
        <h1 ref={showFromTheTop} tabIndex={-1} className="t-2 mt-6 outline-none">
          Donation logged
        </h1>
        <p className="mt-2.5 text-lg leading-[1.55]">
          Thank you. An admin confirms it, usually within two days. Your codes then appear on your dashboard.
        </p>
      </div>
      <Card as="section" className="mt-6 !px-4.5 !py-0">
        <dl className="divide-y-[1.5px] divide-line">
          <Fact name="Donor ID">{body.studentId}</Fact>
          <Fact name="Weight">{weightWords(body.weight)}</Fact>
          <Fact name="Where">{body.binLocation ?? body.dropSite ?? 'Manual entry'}</Fact>
          <Fact name="Status">
            <StatusPill status="pending" />
          </Fact>
        </dl>
      </Card>
      <TowardGold {...stats} />
      <div className="mt-7 grid gap-2">
        <Button asChild size="large">
          <Link to={paths.status}>View Dashboard</Link>
        </Button>
        <Button asChild kind="ghost">
          <Link to={paths.home}>Back to home</Link>
        </Button>
      </div>
    </div>
  );
}

function TowardGold({ qualifyingDonations, nextGoal }: DonationLoggedProps['stats']) {
  const closed = Math.min(qualifyingDonations, GOLD_DONATIONS);
  return (
    <section className="mt-5">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="font-text text-[length:inherit] font-[650]">Toward Gold Giver</h2>
        <span className="text-muted tabular">
          {closed} of {GOLD_DONATIONS}
        </span>
      </div>
      <Loops
        total={GOLD_DONATIONS}
        closed={closed}
        label=""
        size={40}
        className="mt-1.5 w-full justify-between"
      />
      <p className="t-small mt-1.5 text-muted">{nextGoal}</p>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-4 py-3">
      <dt className="text-muted">{name}</dt>
      <dd className="self-center font-[650] wrap-anywhere">{children}</dd>
    </div>
  );
}

/** A band as the donor chose it: `2-3kg, qualifying`. */
function weightWords(band: LoggedBody['weight']): string {
  return isQualifying(band) ? `${band}, qualifying` : weightLabels[band];
}

/** The form that had focus is gone: the news takes it, from the top of the screen. */
function showFromTheTop(heading: HTMLElement | null) {
  if (!heading) return;
  heading.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}

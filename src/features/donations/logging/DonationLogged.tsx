import { Plus } from 'lucide-react';
import { bringDonorId } from '#features/auth/donorIdForSignIn.ts';
import { isQualifying, weightLabels } from '#shared/weights.ts';
import { Teapot } from '#web/art/Teapot.tsx';
import { paths } from '#web/paths.ts';
import { Fact, Facts } from '#web/ui/Facts.tsx';
import { Loops } from '#web/ui/Loops.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { PlainButton } from '#web/ui/PlainButton.tsx';
import { SuccessHead } from '#web/ui/SuccessHead.tsx';
import type { LoggedBody } from './logDonation.ts';
import { placeForDonor } from '#features/donations/donationWords.ts';
import { GOLD_DONATIONS } from '#features/donations/rules.ts';

type DonationLoggedProps = {
  body: LoggedBody;
  stats: { qualifyingDonations: number; nextGoal: string };
  onLogAnother: () => void;
};

/** The loop closes: what was logged, and what happens next. */
export function DonationLogged({ body, stats, onLogAnother }: DonationLoggedProps) {
  return (
    <div className="mx-auto w-full max-w-[430px] px-5 pt-9 pb-14">
      <title>Donation logged · ReRound</title>
      <SuccessHead object={<Teapot size={104} />} ringSize={196} title="Donation logged">
        Thank you. An admin confirms it, usually within two days. Your codes then appear on your dashboard.
      </SuccessHead>
      <Facts>
        <Fact name="Donor ID">{body.studentId}</Fact>
        <Fact name="Weight">{weightWords(body.weight)}</Fact>
        <Fact name="Where">{placeForDonor(body)}</Fact>
        <Fact name="Status">
          <StatusPill status="pending" />
        </Fact>
      </Facts>
      <TowardGold {...stats} />
      <div className="mt-7 grid gap-2">
        <PlainButton asChild size="large">
          <a href={paths.status} onClick={() => bringDonorId(body.studentId)}>
            View Dashboard
          </a>
        </PlainButton>
        <PlainButton kind="outline" size="large" icon={Plus} onClick={onLogAnother}>
          Log another
        </PlainButton>
        <PlainButton asChild kind="ghost">
          <a href={paths.home}>Back to home</a>
        </PlainButton>
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

/** A band as the donor chose it: `2-3kg, qualifying`. */
function weightWords(band: LoggedBody['weight']): string {
  return isQualifying(band) ? `${band}, qualifying` : weightLabels[band];
}

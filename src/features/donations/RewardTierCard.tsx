import { Check, Minus } from 'lucide-react';
import { GoldLoops } from './GoldLoops.tsx';
import { GOLD_DONATIONS, rewardTiers } from './rules.ts';
import { formatMonth } from '#words/formats.ts';
import { Card } from '#web/ui/Card.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { dashboard as words } from '#words/dashboard.tsx';
import { tierNames, tierRules } from '#words/rewards.tsx';
import type { DonorSummary } from './donorSummary.ts';

/** The donor's tier, the next goal, and the donations that count toward Gold. */
export function RewardTierCard({ summary }: { summary: DonorSummary }) {
  const qualifyingDays = summary.qualifyingDates.slice(0, GOLD_DONATIONS);
  const confirmed = qualifyingDays.length;
  const waiting = Math.min(summary.waiting.qualifyingThisYear, GOLD_DONATIONS - confirmed);
  return (
    <Card as="section" aria-labelledby="reward-tier">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="reward-tier" className="t-3">
          {words.rewardTier}
        </h2>
        {summary.rewardTier ? (
          <Pill tone="spruce" icon={Check}>
            {tierNames[summary.rewardTier]}
          </Pill>
        ) : (
          <Pill tone="sunk" icon={Minus}>
            {words.noTier}
          </Pill>
        )}
      </div>
      <p className="mt-1.5 text-muted">
        <TextWithBoldTiers text={summary.nextGoal} />
      </p>
      <GoldLoops
        confirmed={confirmed}
        waiting={waiting}
        size={36}
        label={words.goldLoopsLabel(confirmed, GOLD_DONATIONS, waiting)}
        captions={qualifyingDays.map((day) => formatMonth(day, 'short'))}
        className="mt-4 sm:px-3"
      />
      {waiting > 0 && (
        <p className="t-small mt-1 text-muted sm:px-3">
          {words.goldSoFar(confirmed, GOLD_DONATIONS, waiting)}
        </p>
      )}
      <details className="mt-1.5 -mb-2.5">
        <summary className="t-small flex min-h-11 w-fit cursor-pointer list-none items-center font-[650] text-spruce underline underline-offset-4 [&::-webkit-details-marker]:hidden">
          {words.howTiersWork}
        </summary>
        <dl className="t-small flex flex-col gap-2 pb-3">
          {rewardTiers.map((tier) => (
            <div key={tier}>
              <dt className="font-bold">{tierNames[tier]}</dt>
              <dd className="text-muted">{tierRules[tier]}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Card>
  );
}

const anyTierName = new RegExp(`(${Object.values(tierNames).join('|')})`);

function TextWithBoldTiers({ text }: { text: string }) {
  return text.split(anyTierName).map((part, index) =>
    // Splitting by a pattern with a group puts the matches at the odd indices.
    index % 2 === 1 ? (
      <b key={part} className="font-bold text-ink">
        {part}
      </b>
    ) : (
      part
    ),
  );
}

import { Card } from '#web/ui/Card.tsx';
import { dashboard as words } from '#words/dashboard.tsx';
import { formatCount } from '#words/formats.ts';
import type { DonorSummary } from './donorSummary.ts';

type TotalsProps = { totals: DonorSummary['totals']; className?: string | undefined };

export function Totals({ totals, className }: TotalsProps) {
  return (
    <Card flush className={className}>
      <dl className="grid grid-cols-3 divide-x-[1.5px] divide-line">
        <Figure label={words.total} value={totals.all} />
        <Figure label={words.confirmed} value={totals.confirmed} />
        <Figure label={words.pending} value={totals.pending} />
      </dl>
    </Card>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="min-w-0 px-4 py-3 max-tiny:px-2.5">
      <dt className="t-small text-muted max-tiny:text-[0.875rem]">{label}</dt>
      <dd className="t-figure tabular wrap-anywhere">{formatCount(value)}</dd>
    </div>
  );
}

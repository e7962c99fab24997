import { isDiscrepancy } from '#features/donations/rules.ts';
import { isQualifying } from '#shared/weights.ts';
import { dashboard } from '#words/dashboard.tsx';
import { weightRange } from '#words/formats.ts';
import type { DonorSummary } from './donorSummary.ts';

type Weighed = Pick<DonorSummary['recent'][number], 'weight' | 'actualWeight' | 'isConfirmed'>;

/** What a donor is told of a measured weight other than the claimed one, and what that does to their tier. */
export function measuredWords({ weight, actualWeight, isConfirmed }: Weighed): string | null {
  if (actualWeight === null || !isDiscrepancy(weight, actualWeight)) return null;
  const counts = isQualifying(actualWeight);
  const changesGold = isConfirmed && counts !== isQualifying(weight);
  return dashboard.measuredOtherwise(
    weightRange(weight),
    weightRange(actualWeight),
    changesGold ? counts : null,
  );
}

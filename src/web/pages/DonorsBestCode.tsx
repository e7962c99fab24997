import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { summaryQuery } from '#features/donations/donorSummary.ts';
import { BestCode } from '#features/rewards/RewardTag.tsx';
import { usableCodes } from '#features/rewards/rules.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';

type DonorsBestCodeProps = {
  className: string;
  /** Shown until the codes have loaded. */
  waiting: ReactNode;
  /** Shown if there is no code to use. */
  otherwise: ReactNode;
};

/** The signed-in donor's best code. Loaded apart from the page, since most visitors are not signed in. */
export function DonorsBestCode({ className, waiting, otherwise }: DonorsBestCodeProps) {
  const summary = useQuery(summaryQuery);
  const { timeZone } = useSiteInfo();
  const now = new Date(summary.dataUpdatedAt);
  const [best, ...others] = usableCodes(summary.data?.codes ?? [], now);
  if (summary.isPending) return waiting;
  if (!best) return otherwise;
  return (
    <BestCode
      code={best}
      hasOtherCodes={others.length > 0}
      now={now}
      timeZone={timeZone}
      className={className}
    />
  );
}

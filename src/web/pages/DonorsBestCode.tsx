import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { summaryQuery } from '#features/donations/donorSummary.ts';
import { BestCode } from '#features/rewards/RewardTag.tsx';
import { usableCodes } from '#features/rewards/rules.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';

type DonorsBestCodeProps = {
  className: string;
  /** Stands in its place until the codes have come. */
  waiting: ReactNode;
  /** Stands there where there is none to use. */
  otherwise: ReactNode;
};

/** The signed-in donor's best code. It comes apart from the page, which most people open without a session. */
export function DonorsBestCode({ className, waiting, otherwise }: DonorsBestCodeProps) {
  const summary = useQuery(summaryQuery);
  const { timeZone } = useSiteInfo();
  const now = new Date(summary.dataUpdatedAt);
  const [best, ...others] = usableCodes(summary.data?.codes ?? [], now);
  if (summary.isPending) return waiting;
  if (!best) return otherwise;
  return (
    <BestCode code={best} hasOthers={others.length > 0} now={now} timeZone={timeZone} className={className} />
  );
}

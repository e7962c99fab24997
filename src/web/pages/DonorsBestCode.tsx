import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { summaryQuery } from '#features/donations/donorSummary.ts';
import { BestCode } from '#features/rewards/RewardTag.tsx';
import { usableCodes } from '#features/rewards/rules.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';

type DonorsBestCodeProps = {
  className: string;
  /** Shown until the codes have loaded. */
  placeholder: ReactNode;
  /** Shown if no code can be used. */
  fallback: ReactNode;
};

/** The signed-in donor's best code. Loaded separately from the page, since most visitors are not signed in. */
export function DonorsBestCode({ className, placeholder, fallback }: DonorsBestCodeProps) {
  const summary = useQuery(summaryQuery);
  const { timeZone } = useSiteInfo();
  const now = new Date(summary.dataUpdatedAt);
  const [bestCode, ...otherCodes] = usableCodes(summary.data?.codes ?? [], now);
  if (summary.isPending) return placeholder;
  if (!bestCode) return fallback;
  return (
    <BestCode
      code={bestCode}
      hasOtherCodes={otherCodes.length > 0}
      now={now}
      timeZone={timeZone}
      className={className}
    />
  );
}

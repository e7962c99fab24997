import type { SiteInfo } from '#features/settings/contract.ts';
import { type Day } from '#shared/dates.ts';
import { monthGoal as words } from '#words/rewards.tsx';
import { percentOf } from '#web/ui/Ring.tsx';

type GoalCaptionProps = { today: Day; community: SiteInfo['community'] };

/** How far the month is, in words. */
export function GoalCaption({ today, community: { monthlyGoal, month } }: GoalCaptionProps) {
  const percent = percentOf(month.kg, monthlyGoal);
  if (month.kg < monthlyGoal) return words.soFar(today, percent, monthlyGoal);
  return words.reached(today, percent, month.kg, (text) => (
    <b className="block font-display text-[1.25rem] font-[750] tracking-[-0.012em] text-ink">{text}</b>
  ));
}

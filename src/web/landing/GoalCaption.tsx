import type { SiteInfo } from '#features/site/siteDefaults.ts';
import { type Day } from '#shared/dates.ts';
import { formatMonth } from '#words/dates.ts';
import { percentOf } from '#web/ui/progress.ts';
import { formatKilograms } from '#words/numbers.ts';

type GoalCaptionProps = { today: Day; community: SiteInfo['community'] };

/** How far the month is, in words. */
export function GoalCaption({ today, community: { monthlyGoal, month } }: GoalCaptionProps) {
  const monthName = formatMonth(today);
  const percent = percentOf(month.kg, monthlyGoal);
  if (month.kg < monthlyGoal) {
    return `${monthName} so far: ${percent}% of the community goal. At ${formatKilograms(monthlyGoal, 0)} kg the loop closes.`;
  }
  return (
    <>
      <b className="block font-display text-[1.25rem] font-[750] tracking-[-0.012em] text-ink">
        {monthName} is closed.
      </b>
      {formatKilograms(month.kg)} kg, {percent}% of the goal. What you give now still earns.
    </>
  );
}

import { siteInfo } from '#features/site/siteInfoAddress.ts';
import { completeSite, siteAtFirst } from '#features/site/siteAtFirst.ts';
import type { SiteInfo } from '#features/site/siteDefaults.ts';
import { type Day, formatMonth } from '#shared/dates.ts';
import { useAnswer } from '#web/api/useAnswer.ts';
import { ShopWindow } from '#web/art/ShopWindow.tsx';
import { formatKilograms, percentOf } from '#web/ui/progress.ts';

/** The month's kilograms as the sun in the shop window, which closes at the goal. */
export function GoalFigure() {
  const answer = useAnswer(siteInfo);
  const site = answer && completeSite(answer);
  const { monthlyGoal } = (site ?? siteAtFirst()).community;
  return (
    <figure className="mx-auto w-full max-w-[31.25rem]">
      <ShopWindow kilograms={site ? site.community.month.kg : null} goalKilograms={monthlyGoal} />
      <figcaption className="t-small mt-3 min-h-[2lh] text-center text-muted">
        {site?.today ? (
          <Caption today={site.today} community={site.community} />
        ) : (
          `At ${formatKilograms(monthlyGoal, 0)} kg a month the loop closes.`
        )}
      </figcaption>
    </figure>
  );
}

type CaptionProps = { today: Day; community: SiteInfo['community'] };

function Caption({ today, community: { monthlyGoal, month } }: CaptionProps) {
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

import { siteInfo } from '#features/site/siteInfoAddress.ts';
import { type LiveSite, siteDefaults } from '#features/site/siteDefaults.ts';
import { formatMonth } from '#shared/dates.ts';
import { useAnswer } from '#web/api/useAnswer.ts';
import { ShopWindow } from '#web/art/ShopWindow.tsx';
import { formatKilograms, percentOf } from '#web/ui/progress.ts';

/** The month's kilograms as the sun in the shop window, which closes at the goal. */
export function GoalFigure() {
  const site = useAnswer(siteInfo);
  const { monthlyGoal } = (site ?? siteDefaults).community;
  return (
    <figure className="mx-auto w-full max-w-[31.25rem]">
      <ShopWindow kilograms={site ? site.community.month.kg : null} goalKilograms={monthlyGoal} />
      <figcaption className="t-small mt-3 min-h-[2lh] text-center text-muted">
        {site ? caption(site) : `At ${formatKilograms(monthlyGoal, 0)} kg a month the loop closes.`}
      </figcaption>
    </figure>
  );
}

function caption({ community: { monthlyGoal, month }, today }: LiveSite): string {
  const monthName = formatMonth(today);
  const percent = percentOf(month.kg, monthlyGoal);
  const goal = formatKilograms(monthlyGoal, 0);
  return month.kg >= monthlyGoal
    ? `${monthName} reached its goal of ${goal} kg: the loop is closed. Thank you.`
    : `${monthName} so far: ${percent}% of the community goal. At ${goal} kg the loop closes.`;
}

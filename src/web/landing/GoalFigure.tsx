import { useSiteAnswer } from '#web/site/Visit.tsx';
import { completeSite, initialSite } from '#web/site/useSiteInfo.ts';
import { ShopWindow } from '#web/art/ShopWindow.tsx';
import { monthGoal } from '#words/rewards.tsx';
import { GoalCaption } from './GoalCaption.tsx';

/** The month's kilograms as the sun in the shop window, which closes at the goal. */
export function GoalFigure() {
  const answer = useSiteAnswer();
  const site = answer && completeSite(answer);
  const { monthlyGoal } = (site ?? initialSite()).community;
  return (
    <figure className="mx-auto w-full max-w-[31.25rem]">
      <ShopWindow kilograms={site ? site.community.month.kg : null} goalKilograms={monthlyGoal} />
      <figcaption className="t-small mt-3 min-h-[2lh] text-center text-muted">
        {site?.today ? (
          <GoalCaption today={site.today} community={site.community} />
        ) : (
          monthGoal.goalAhead(monthlyGoal)
        )}
      </figcaption>
    </figure>
  );
}

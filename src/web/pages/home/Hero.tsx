import { Link } from 'react-router';
import type { SiteInfo } from '#features/site/useSiteInfo.ts';
import { dayOf, formatMonth } from '#shared/dates.ts';
import { Bag } from '#web/art/Bag.tsx';
import { Books } from '#web/art/Books.tsx';
import { Duck } from '#web/art/Duck.tsx';
import { Frame } from '#web/art/Frame.tsx';
import { Lamp } from '#web/art/Lamp.tsx';
import { Mug } from '#web/art/Mug.tsx';
import { ShopWindow } from '#web/art/ShopWindow.tsx';
import { Teapot } from '#web/art/Teapot.tsx';
import { Vase } from '#web/art/Vase.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Mark } from '#web/ui/Mark.tsx';
import { formatKilograms, percentOf } from '#web/ui/progress.ts';
import { Shelf } from '#web/ui/Shelf.tsx';

type HeroProps = Pick<SiteInfo, 'community' | 'timeZone'>;

/** The shop front: slogan, the month seen through the window, and the shelf it all stands on. */
export function Hero({ community, timeZone }: HeroProps) {
  return (
    <section id="home" aria-labelledby="slogan">
      <div className="container-page grid items-center gap-x-14 gap-y-11 pt-9.5 bar:grid-cols-[minmax(0,1fr)_minmax(0,0.86fr)] bar:pt-16">
        <div>
          <Slogan />
          <p className="t-lead mt-6 max-w-[52ch] bar:mt-7.5">
            Give the household things you no longer use. We sort, refurbish and resell them in Manitoba, and
            you earn reward codes for partner thrift stores.
          </p>
          <div className="mt-8 flex flex-wrap gap-3 max-sm:*:flex-1">
            <Button asChild size="large">
              <Link to={paths.log}>Log Donation</Link>
            </Button>
            <Button asChild size="large" kind="outline">
              <Link to={paths.section('how-it-works')}>How It Works</Link>
            </Button>
          </div>
        </div>
        <figure className="mx-auto w-full max-w-[30.5rem]">
          <ShopWindow kilograms={community.month.kg} goalKilograms={community.monthlyGoal} />
          <figcaption className="t-small mt-5 text-center text-muted">
            {caption({ community, timeZone })}
          </figcaption>
        </figure>
      </div>
      <Objects />
    </section>
  );
}

/** The mark is the O of Open. It is read out as the words it stands for. */
function Slogan() {
  return (
    <h1 id="slogan" className="t-slogan">
      <span className="sr-only">Close the Loop. Open a Future.</span>
      <span aria-hidden="true" className="whitespace-nowrap">
        Close the Loop.
        <br />
        <Mark className="-mr-[0.03em] -ml-[0.04em] inline-block size-[0.84em] align-[-0.085em]" />
        pen a Future.
      </span>
    </h1>
  );
}

function Objects() {
  return (
    <Shelf
      className="mt-10 bar:mt-16"
      rowClassName="container-page justify-between gap-3 [&>*]:flex [&>*]:items-end [&>*]:gap-5 bar:[&>*]:gap-8"
    >
      <span>
        <Teapot className="size-21 bar:size-33" />
        <Books className="size-17 bar:size-28" />
      </span>
      <span>
        <Vase className="size-21 bar:size-33" />
        <Mug className="size-15 bar:size-24" />
      </span>
      <span className="max-bar:!hidden">
        <Frame className="size-28" />
        <Duck className="size-28" />
      </span>
      <span className="max-sm:!hidden">
        <Lamp className="size-21 bar:size-33" />
        <Bag className="size-18 bar:size-28" />
      </span>
    </Shelf>
  );
}

function caption({ community: { monthlyGoal, month }, timeZone }: HeroProps): string {
  const monthName = formatMonth(dayOf(new Date(), timeZone));
  const percent = percentOf(month.kg, monthlyGoal);
  const goal = formatKilograms(monthlyGoal, 0);
  return percent === 100
    ? `${monthName} reached its goal of ${goal} kg: the loop is closed. Thank you.`
    : `${monthName} so far: ${percent}% of the community goal. At ${goal} kg the loop closes.`;
}

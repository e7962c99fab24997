import { Link } from 'react-router';
import { Fragment } from 'react';
import { landingHero as words } from '#words/landing.tsx';
import { site } from '#words/site.ts';
import { Bag } from '#web/art/Bag.tsx';
import { Books } from '#web/art/Books.tsx';
import { Duck } from '#web/art/Duck.tsx';
import { Frame } from '#web/art/Frame.tsx';
import { Lamp } from '#web/art/Lamp.tsx';
import { Mug } from '#web/art/Mug.tsx';
import { ShopWindow, ShopWindowParts } from '#web/art/ShopWindow.tsx';
import { Teapot } from '#web/art/Teapot.tsx';
import { Vase } from '#web/art/Vase.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Logo } from '#web/ui/Wordmark.tsx';
import { Shelf } from '#web/ui/Shelf.tsx';
import { useSiteAnswer } from '#web/site/SiteData.tsx';
import { completeSite, initialSite } from '#web/site/useSiteInfo.ts';
import { communityGoal, goalFigure } from '#words/rewards.tsx';
import type { SiteInfo } from '#features/settings/contract.ts';
import type { Day } from '#shared/dates.ts';
import { percentOf } from '#web/ui/Ring.tsx';

/** The top of the landing page: the slogan, the month's goal in a shop window, and a shelf of objects. */
export function Hero() {
  return (
    // Links to this section scroll to the very top, so that the header is visible too.
    <section id="home" aria-labelledby="slogan" className="scroll-mt-20">
      <div className="container-page grid items-center gap-x-14 gap-y-9 pt-9.5 bar:grid-cols-[minmax(0,1fr)_minmax(0,0.88fr)] bar:pt-13">
        <div>
          <Slogan />
          <p className="t-lead mt-6 max-w-[52ch]">{words.lead}</p>
          <div className="mt-8 flex flex-wrap gap-3 [&>*]:whitespace-nowrap max-sm:[&>*]:grow max-sm:[&>*]:px-5">
            <Button asChild size="large">
              <Link to={paths.log}>{words.logDonation}</Link>
            </Button>
            <Button asChild size="large" kind="outline">
              <Link to={paths.section('how-it-works')}>{words.howItWorks}</Link>
            </Button>
          </div>
        </div>
        <ShopWindowParts />
        <GoalFigure />
      </div>
      <Objects />
    </section>
  );
}

/** The slogan, with the logo as the O of Open and of Ouvrons. Screen readers read the complete words. */
function Slogan() {
  return (
    <h1 id="slogan" className="t-slogan">
      <span className="sr-only">{site.slogan}</span>
      <span aria-hidden="true">
        {site.sloganLines.map((line, index) => (
          <Fragment key={line}>
            {index > 0 && <br />}
            {line.startsWith('O') ? (
              <>
                <span className="whitespace-nowrap">
                  <Logo className="-mr-[0.03em] -ml-[0.03em] inline-block size-[0.84em] align-[-0.085em]" />
                  {firstWord(line).slice(1)}
                </span>
                {line.slice(firstWord(line).length)}
              </>
            ) : (
              line
            )}
          </Fragment>
        ))}
      </span>
    </h1>
  );
}

const firstWord = (line: string) => line.split(' ', 1)[0] ?? '';

/**
 * The objects on the shelf, sized for 1280 px and shrunk with the screen. A phone shows four of them, a tablet six. The grid
 * fixes the place of each pair, because a browser may paint before it has read the last one.
 */
function Objects() {
  return (
    <Shelf
      className="mt-10 bar:mt-5.5"
      rowClassName="container-page !grid grid-cols-[minmax(0,341fr)_minmax(0,224fr)] sm:grid-cols-[minmax(0,308fr)_minmax(0,271fr)_minmax(0,253fr)] bar:grid-cols-[minmax(0,288fr)_minmax(0,251fr)_minmax(0,328fr)_minmax(0,253fr)] [--u:min(1px,100vw/630)] sm:[--u:calc(100vw/890)] bar:[--u:min(1px,100vw/1280)]"
    >
      <span className="-ml-[calc(var(--u)*12)] flex items-end">
        <Teapot className="size-[calc(var(--u)*132)]" />
        <Books className="ml-[calc(var(--u)*10)] size-[calc(var(--u)*121)]" />
      </span>
      <span className="flex items-end max-sm:-mr-[calc(var(--u)*12)]">
        <Vase className="size-[calc(var(--u)*148)]" />
        <Mug className="-ml-[calc(var(--u)*22)] size-[calc(var(--u)*88)] max-sm:ml-0" />
      </span>
      <span className="flex items-end max-bar:hidden">
        <Frame className="size-[calc(var(--u)*134)]" />
        <Duck className="ml-[calc(var(--u)*42)] size-[calc(var(--u)*116)]" />
      </span>
      <span className="-mr-[calc(var(--u)*10)] flex items-end max-sm:hidden">
        <Lamp className="size-[calc(var(--u)*152)]" />
        <Bag className="-ml-[calc(var(--u)*12)] size-[calc(var(--u)*123)]" />
      </span>
    </Shelf>
  );
}

/** The shop window with the month's goal, and its caption. */
function GoalFigure() {
  const answer = useSiteAnswer();
  const info = answer && completeSite(answer);
  const { monthlyGoal } = (info ?? initialSite()).community;
  return (
    <figure className="mx-auto w-full max-w-[31.25rem]">
      <ShopWindow kilograms={info ? info.community.month.kg : null} goalKilograms={monthlyGoal} />
      <figcaption className="t-small mt-3 min-h-[2lh] text-center text-muted">
        {info?.today ? (
          <>
            <GoalCaption today={info.today} community={info.community} />{' '}
            <WeighedShare share={info.community.month.weighedShare} />
          </>
        ) : (
          goalFigure.goalAhead(monthlyGoal)
        )}
      </figcaption>
    </figure>
  );
}

function WeighedShare({ share }: { share: number | null }) {
  const percent = percentOf(share ?? 0, 1);
  return percent > 0 && communityGoal.weighed(percent);
}

type GoalCaptionProps = { today: Day; community: SiteInfo['community'] };

/** The month's progress in words. */
function GoalCaption({ today, community: { monthlyGoal, month } }: GoalCaptionProps) {
  const percent = percentOf(month.kg, monthlyGoal);
  if (month.kg < monthlyGoal) return goalFigure.soFar(today, percent, monthlyGoal);
  return goalFigure.reached(today, percent, month.kg, (text) => (
    <b className="block font-display text-[1.25rem] font-[750] tracking-[-0.012em] text-ink">{text}</b>
  ));
}

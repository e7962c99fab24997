import { Link } from 'react-router';
import { ArrowRight } from 'lucide-react';
import { howItWorks as words } from '#words/landing.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { Rewards } from './Rewards.tsx';

/** The steps and the rewards. They are one section, so that the header underlines their link while either is in view. */
export function HowItWorks() {
  return (
    <section id="how-it-works" aria-labelledby="how-it-works-title">
      <FourSteps />
      <Rewards />
    </section>
  );
}

function FourSteps() {
  return (
    <div className="container-page section-y">
      <h2 id="how-it-works-title" className="t-1">
        {words.heading}
      </h2>
      <p className="t-lead mt-4 text-muted">{words.lead}</p>
      <ol className="mt-11 grid bar:mt-[54px] gap-x-8 bar:grid-cols-4">
        {words.steps.map(({ title, text }, index) => (
          <li
            key={title}
            className="group relative grid content-start grid-cols-[auto_minmax(0,1fr)] gap-x-4.5 max-bar:pb-8.5 max-bar:last:pb-0 bar:grid-cols-1"
          >
            <StepRing step={index + 1} stepCount={words.steps.length} />
            <div className="max-bar:pt-0.5 bar:mt-[18px]">
              <h3 className="t-3">{title}</h3>
              <p className="mt-2 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <div className="mt-10 flex flex-wrap items-center gap-1">
        <Button asChild>
          <Link to={paths.log}>{words.logDonation}</Link>
        </Button>
        <Button asChild kind="ghost" className="max-tiny:-ml-[22px]">
          <Link to={paths.guide}>
            {words.whatToGive} <ArrowRight size={18} aria-hidden="true" />
          </Link>
        </Button>
      </div>
    </div>
  );
}

/** A ring that is closed further at each step. Dots lead to the next step: down on a phone, across on a wide screen. */
function StepRing({ step, stepCount }: { step: number; stepCount: number }) {
  return (
    <>
      <Ring
        percent={(step / stepCount) * 100}
        weight={15}
        className="self-start [&_svg]:size-19 bar:-ml-px bar:justify-self-start bar:[&_svg]:size-26"
      >
        <span
          aria-hidden="true"
          className="font-display text-[1.625rem] leading-none font-extrabold bar:text-4xl"
        >
          {step}
        </span>
      </Ring>
      <span
        aria-hidden="true"
        className="absolute border-dotted border-edge/75 group-last:hidden max-bar:top-20 max-bar:bottom-2 max-bar:left-9 max-bar:border-l-3 bar:top-[3.125rem] bar:right-[-1.125rem] bar:left-[7.375rem] bar:border-t-3"
      />
    </>
  );
}

import { Link } from 'react-router';
import { ArrowRight, HandHeart, Truck, Wrench } from 'lucide-react';
import { community as words } from '#words/landing.tsx';
import { initialSite } from '#web/site/useSiteInfo.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { Testimonials } from './Testimonials.tsx';
import { PartnerList } from './PartnerList.tsx';

const tasks = [
  { icon: HandHeart, text: words.sort },
  { icon: Wrench, text: words.mend },
  { icon: Truck, text: words.drive },
];

const resources = [
  {
    title: words.accepted,
    text: words.acceptedText,
    href: paths.guidePart('accepted'),
  },
  {
    title: words.quality,
    text: words.qualityText,
    href: paths.guidePart('quality'),
  },
  {
    title: words.notAccepted,
    text: words.notAcceptedText,
    href: paths.guidePart('not-accepted'),
  },
];

export function Community() {
  return (
    <section id="community" aria-labelledby="community-title" className="container-page section-y">
      <div className="grid gap-x-18 gap-y-9 bar:grid-cols-2">
        <Volunteering />
        <Testimonials testimonials={initialSite().organization.testimonials} />
      </div>
      <div aria-hidden="true" className="my-15 flex items-center gap-6">
        <span className="h-0.5 flex-1 bg-line" />
        <Ring percent={50} size={44} weight={26} tone="spruce" />
        <span className="h-0.5 flex-1 bg-line" />
      </div>
      <div className="grid gap-x-18 gap-y-16 bar:grid-cols-2">
        <LearnToReuse />
        <PartnerStores />
      </div>
    </section>
  );
}

function Volunteering() {
  return (
    <div>
      <h2 id="community-title" className="t-1">
        {words.heading}
      </h2>
      <p className="t-lead mt-5 max-w-[46ch]">{words.lead}</p>
      <ul className="mt-4">
        {tasks.map(({ icon: TaskIcon, text }) => (
          <li key={text} className="flex min-h-10.5 items-center gap-3.5 font-semibold">
            <TaskIcon size={24} className="shrink-0 text-spruce" aria-hidden="true" />
            {text}
          </li>
        ))}
      </ul>
      <Button asChild kind="outline" className="mt-8">
        <Link to={paths.section('contact')}>{words.volunteer}</Link>
      </Button>
    </div>
  );
}

function LearnToReuse() {
  return (
    <div>
      <h3 className="t-2">{words.learnToReuse}</h3>
      <ul className="mt-5 divide-y-[1.5px] divide-line border-t-[1.5px] border-line">
        {resources.map(({ title, text, href }) => (
          <li key={title}>
            <Link to={href} className="group flex items-center justify-between gap-4 py-3.5">
              <span>
                <span className="block font-[650]">{title}</span>
                <span className="t-small block text-muted">{text}</span>
              </span>
              <span className="t-small flex items-center gap-2.5 font-[650] text-spruce group-hover:underline">
                {words.read}
                <ArrowRight size={18} aria-hidden="true" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function PartnerStores() {
  return (
    <div>
      <h3 className="t-2">{words.stores}</h3>
      <PartnerList />
      <Button asChild kind="outline" className="mt-6">
        <Link to={paths.discounts}>{words.viewStores}</Link>
      </Button>
    </div>
  );
}

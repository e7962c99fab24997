import { Link } from 'react-router';
import { ArrowRight, ExternalLink, HandHeart, Quote, Truck, Wrench } from 'lucide-react';
import { community as words, partnerStores, testimonials as testimonialWords } from '#words/landing.tsx';
import { initialSite } from '#web/site/useSiteInfo.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { PartnerLogo } from '#features/partners/PartnerLogo.tsx';
import type { SiteResponse } from '#features/settings/contract.ts';
import { useSiteAnswer } from '#web/site/SiteData.tsx';
import { Bag } from '#web/art/Bag.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { Skeleton, SkeletonBox } from '#web/ui/Skeleton.tsx';

const tasks = [
  { icon: HandHeart, text: words.sort },
  { icon: Wrench, text: words.repair },
  { icon: Truck, text: words.drive },
];

const resources = [
  {
    title: words.accepted,
    text: words.acceptedText,
    href: paths.guideSection('accepted'),
  },
  {
    title: words.quality,
    text: words.qualityText,
    href: paths.guideSection('quality'),
  },
  {
    title: words.notAccepted,
    text: words.notAcceptedText,
    href: paths.guideSection('not-accepted'),
  },
];

export function Community() {
  return (
    <section id="community" aria-labelledby="community-title" className="container-page section-y">
      <div className="grid gap-x-18 gap-y-9 bar:grid-cols-2">
        <Volunteering />
        <Testimonials />
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
      {/* As high as three stores from the start, so that nothing below moves. */}
      <div className="mt-5 min-h-63 border-t-[1.5px] border-line">
        <PartnerList />
      </div>
      <Button asChild kind="outline" className="mt-6">
        <Link to={paths.discounts}>{words.viewStores}</Link>
      </Button>
    </div>
  );
}

const grounds = ['bg-spruce-tint', 'bg-wheat-tint', 'bg-sky-tint'];

/** What people have said about ReRound. */
function Testimonials() {
  const { testimonials } = initialSite().organization;
  if (testimonials.length === 0) return null;
  return (
    <ul
      aria-label={testimonialWords.testimonials}
      className="grid content-start gap-4 sm:grid-cols-2 bar:grid-cols-1"
    >
      {testimonials.map(({ words: quote, from, example }, index) => (
        <li key={quote} className={`rounded-card p-7 ${grounds[index % grounds.length]}`}>
          <figure>
            {example && (
              <Pill tone="sunk" icon={Quote} size="small" onSelectedRow>
                {testimonialWords.example}
              </Pill>
            )}
            <blockquote className="mt-2 font-display text-[1.375rem] leading-[1.3] font-[650] tracking-[-0.012em]">
              <p>{testimonialWords.quoted(quote)}</p>
            </blockquote>
            <figcaption className="t-small mt-3 text-muted">{from}</figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}

type Partner = SiteResponse['partners'][number];

function PartnerList() {
  const site = useSiteAnswer();
  if (site?.partners) return <Stores partners={site.partners} />;
  if (site !== undefined) return <p className="pt-5">{partnerStores.elsewhere}</p>;
  return (
    <>
      <Skeleton className="noscript:hidden" row={skeletonRow} />
      <p className="hidden pt-5 noscript:block">{partnerStores.elsewhere}</p>
    </>
  );
}

const skeletonRow = (
  <>
    <SkeletonBox shape="free" className="size-13 shrink-0 rounded-full" />
    <SkeletonBox shape="block" className="w-2/5" />
  </>
);

function Stores({ partners }: { partners: readonly Partner[] }) {
  if (partners.length === 0) {
    return <EmptyState object={Bag} title={partnerStores.none} text={partnerStores.noneText} />;
  }
  return (
    <ul className="divide-y-[1.5px] divide-line">
      {partners.map(({ id, name, logo, link }) => (
        <li key={id} className="flex min-h-20 items-center gap-3.5 py-3.5">
          <PartnerLogo name={name} logo={logo} size="list" />
          <span className="min-w-0 flex-1 font-[650] wrap-anywhere">{name}</span>
          {link !== null && (
            <a
              href={link}
              target="_blank"
              rel="noreferrer"
              className="t-small inline-flex min-h-11 shrink-0 items-center gap-2 font-[650] text-spruce underline decoration-2 underline-offset-[5px] hover:decoration-transparent"
            >
              {partnerStores.visitWebsite}
              <span className="sr-only">{partnerStores.whoseWebsite(name)}</span>
              <ExternalLink size={17} aria-hidden="true" />
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

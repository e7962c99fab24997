import { Link } from 'react-router';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { services as words } from '#words/landing.tsx';
import { Bin } from '#web/art/Bin.tsx';
import { Frame } from '#web/art/Frame.tsx';
import { Lamp } from '#web/art/Lamp.tsx';
import { Mug } from '#web/art/Mug.tsx';
import { Teapot } from '#web/art/Teapot.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Bay, bayFrame, type BayTint } from '#web/ui/Shelf.tsx';
import { Pip } from '#web/ui/Pip.tsx';

interface Service {
  title: string;
  text: string;
  /** The text and the address of its link. */
  action: string;
  href: string;
  tint: BayTint;
  objects: ReactNode;
}

const services: readonly Service[] = [
  {
    title: words.collection,
    text: words.collectionText,
    action: words.learnMore,
    href: paths.pickupRequest,
    tint: 'sky',
    objects: <Bin className="size-32 bar:size-34" />,
  },
  {
    title: words.processing,
    text: words.processingText,
    action: words.learnMore,
    href: paths.guide,
    tint: 'wheat',
    objects: (
      <>
        <Lamp className="size-30 bar:size-33" />
        <Mug className="size-17 bar:size-18.5" />
      </>
    ),
  },
  {
    title: words.store,
    text: words.storeText,
    action: words.visitStore,
    href: paths.discounts,
    tint: 'spruce',
    objects: (
      <>
        <Frame className="size-25 bar:size-28" />
        <Teapot className="size-25 bar:size-28" />
      </>
    ),
  },
];

export function Services() {
  return (
    <section id="services" aria-labelledby="services-title" className="bg-sunk">
      <div className="container-page section-y">
        <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-3">
          <h2 id="services-title" className="t-1">
            {words.heading}
          </h2>
          <Stages />
        </div>
        <ul className={`mt-9 grid gap-[2.5px] md:grid-cols-3 ${bayFrame}`}>
          {services.map((service) => (
            <li key={service.title}>
              <ServiceBay {...service} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The stages that a donated item goes through. */
function Stages() {
  return (
    <ol className="t-4 flex flex-wrap gap-x-1.5 gap-y-1 max-bar:text-[clamp(0.8125rem,3.7vw,1.1875rem)] bar:gap-x-4">
      {words.stages.map((stage, index) => (
        <li key={stage} className="flex items-center gap-1.5 bar:gap-4">
          {stage}
          {index < words.stages.length - 1 && (
            <Pip closed={false} size={20} className="max-bar:size-[0.95em]" />
          )}
        </li>
      ))}
    </ol>
  );
}

function ServiceBay({ title, text, action, href, tint, objects }: Service) {
  return (
    <Bay tint={tint} objects={objects}>
      <div className="flex flex-1 flex-col items-start px-6.5 pt-6 pb-4">
        <h3 className="t-3">{title}</h3>
        <p className="mt-2 mb-3 text-muted">{text}</p>
        <Button asChild kind="ghost" className="mt-auto -ml-[22px]">
          <Link to={href}>
            {action}
            <span className="sr-only">{words.aboutService(title)}</span>
            <ArrowRight size={18} aria-hidden="true" />
          </Link>
        </Button>
      </div>
    </Bay>
  );
}

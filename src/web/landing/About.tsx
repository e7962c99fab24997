import type { ReactNode } from 'react';
import { Prairie } from '#web/art/Prairie.tsx';
import { siteAtFirst } from '#features/site/siteAtFirst.ts';
import { telephone } from '#web/content/telephone.ts';
import { paths } from '#web/paths.ts';
import { TextLink } from './TextLink.tsx';

export function About() {
  const { organization, isRegisteredNonprofit } = siteAtFirst();
  const { addressLines, email, phone } = organization;
  return (
    <section id="about" aria-labelledby="about-title" className="pt-15 bar:pt-24">
      <div className="container-page grid items-start gap-x-18 gap-y-9 bar:grid-cols-[minmax(0,1fr)_minmax(0,31.25rem)]">
        <div>
          <h2 id="about-title" className="t-1">
            Run by students,
            <br />
            for Manitoba
          </h2>
          <p className="t-lead mt-5 max-w-[60ch]">
            ReRound is a student-led nonprofit. We collect household items that still have years in them, put
            them right, and sell them on, so that less is thrown out and more people can furnish a first home.
          </p>
          <p className="mt-4.5 text-muted">
            {isRegisteredNonprofit ? 'We are a registered nonprofit, kept' : 'We are kept'} going by
            volunteers who sort, mend and price after class.
          </p>
        </div>
        <dl className="divide-y-[1.5px] divide-line bar:-mt-2">
          <Fact name="Who we are">Student-led, {isRegisteredNonprofit && 'registered '}nonprofit</Fact>
          <Fact name="Where">{addressLines.at(-1)}</Fact>
          <Fact name="Write to us">
            <TextLink href={`mailto:${email}`}>{email}</TextLink>
          </Fact>
          {phone !== null && (
            <Fact name="Call us">
              <TextLink href={telephone(phone)}>{phone}</TextLink>
            </Fact>
          )}
          <Fact name="Visit">{addressLines.join(', ')}</Fact>
          <Fact name="Free pickup">
            <TextLink href={paths.pickupRequest}>Request one</TextLink>, we reply in 1-2 business days
          </Fact>
        </dl>
      </div>
      <Prairie className="mt-9 h-20 bar:mt-14 bar:h-27.5" />
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="py-4 leading-[1.75] sm:grid sm:grid-cols-[10.875rem_minmax(0,1fr)]">
      <dt className="font-[650]">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

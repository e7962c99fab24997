import type { ReactNode } from 'react';
import { about as words } from '#words/landing.tsx';
import { Prairie } from '#web/art/Prairie.tsx';
import { initialSite } from '#web/site/useSiteInfo.ts';
import { telephoneUrl } from '#web/content/telephone.ts';
import { paths } from '#web/paths.ts';
import { TextLink } from './TextLink.tsx';

export function About() {
  const { organization, isRegisteredNonprofit } = initialSite();
  const { addressLines, email, phone } = organization;
  return (
    <section id="about" aria-labelledby="about-title" className="pt-15 bar:pt-24">
      <div className="container-page grid items-start gap-x-18 gap-y-9 bar:grid-cols-[minmax(0,1fr)_minmax(0,31.25rem)]">
        <div>
          <h2 id="about-title" className="t-1">
            {words.headingLines[0]}
            <br />
            {words.headingLines[1]}
          </h2>
          <p className="t-lead mt-5 max-w-[60ch]">{words.lead}</p>
          <p className="mt-4.5 text-muted">{words.volunteers(isRegisteredNonprofit)}</p>
        </div>
        <dl className="divide-y-[1.5px] divide-line bar:-mt-2">
          <Fact name={words.who}>{words.whoWeAre(isRegisteredNonprofit)}</Fact>
          <Fact name={words.where}>{addressLines.at(-1)}</Fact>
          <Fact name={words.write}>
            <TextLink href={`mailto:${email}`}>{email}</TextLink>
          </Fact>
          {phone !== null && (
            <Fact name={words.callUs}>
              <TextLink href={telephoneUrl(phone)}>{phone}</TextLink>
            </Fact>
          )}
          <Fact name={words.visit}>{addressLines.join(', ')}</Fact>
          <Fact name={words.pickup}>
            {words.requestPickup((text) => (
              <TextLink href={paths.pickupRequest}>{text}</TextLink>
            ))}
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

import { type ReactNode, useId } from 'react';
import type { Day } from '#shared/dates.ts';
import { reachUs, textPage } from '#words/pages.tsx';
import { PublicLayout } from '#web/layouts/PublicLayout.tsx';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { telephoneUrl } from '#web/content/telephone.ts';

type TextPageProps = {
  title: string;
  lead: string;
  /** The day when somebody last checked that every sentence is true. */
  checkedOn: Day;
  children: ReactNode;
};

/** A page of text, with a heading, an introduction and sections. */
export function TextPage({ title, lead, checkedOn, children }: TextPageProps) {
  return (
    <PublicLayout>
      <article className="container-page pt-9 pb-16 bar:pt-13 bar:pb-24">
        <h1 className="t-1">{title}</h1>
        <p className="t-lead mt-4 max-w-[58ch]">{lead}</p>
        <p className="t-small mt-3 text-muted">
          {textPage.lastChecked(checkedOn, (text) => (
            <time dateTime={checkedOn}>{text}</time>
          ))}
        </p>
        <div className="mt-10 flex flex-col gap-11 bar:mt-13 bar:gap-13">{children}</div>
      </article>
    </PublicLayout>
  );
}

/** A section whose heading stands beside its text, or above it on a phone. */
export function TextSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-3 border-t-[1.5px] border-line pt-6 bar:grid-cols-[minmax(0,17rem)_minmax(0,62ch)]"
    >
      <h2 id={id} className="t-3">
        {title}
      </h2>
      <div className="flex flex-col gap-3.5">{children}</div>
    </section>
  );
}

export function TextList({ items }: { items: readonly string[] }) {
  return (
    <ul className="flex list-disc flex-col gap-2 ps-5 marker:text-spruce">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

/** Terms with their explanations. */
export function Terms({ terms }: { terms: readonly { term: string; text: ReactNode }[] }) {
  return (
    <dl className="flex flex-col gap-4">
      {terms.map(({ term, text }) => (
        <div key={term}>
          <dt className="font-bold">{term}</dt>
          <dd className="mt-0.5">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How to reach the organisation. */
export function HowToReachUs() {
  const { email, phone, addressLines } = useSiteInfo().organization;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5">
      <dt className="text-muted">{reachUs.email}</dt>
      <dd className="wrap-anywhere">
        <ContactLink href={`mailto:${email}`}>{email}</ContactLink>
      </dd>
      {phone !== null && (
        <>
          <dt className="text-muted">{reachUs.phone}</dt>
          <dd>
            <ContactLink href={telephoneUrl(phone)}>{phone}</ContactLink>
          </dd>
        </>
      )}
      <dt className="text-muted">{reachUs.post}</dt>
      <dd>{addressLines.join(', ')}</dd>
    </dl>
  );
}

function ContactLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      className="-my-2.5 inline-block rounded-shelf py-2.5 font-semibold text-spruce underline underline-offset-4"
    >
      {children}
    </a>
  );
}

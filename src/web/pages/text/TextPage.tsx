import { useId, type ReactNode } from 'react';
import { type Day } from '#shared/dates.ts';
import { textPage } from '#words/pages.tsx';
import { PublicLayout } from '#web/layouts/PublicLayout.tsx';

type TextPageProps = {
  title: string;
  lead: string;
  /** When somebody last checked that every sentence holds. */
  checkedOn: Day;
  children: ReactNode;
};

/** A page that is read: a heading, what it is about, and sections. */
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

/** A heading beside its text, above it on a phone. */
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

/** What is meant, and what is said of it. */
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

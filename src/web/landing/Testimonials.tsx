import { Quote } from 'lucide-react';
import type { Organization } from '#shared/organization.ts';
import { testimonials as words } from '#words/landing.tsx';
import { Pill } from '#web/ui/Pill.tsx';

const grounds = ['bg-spruce-tint', 'bg-wheat-tint', 'bg-sky-tint'];

/** What people said of it, as long as anybody has. */
export function Testimonials({ testimonials }: Pick<Organization, 'testimonials'>) {
  if (testimonials.length === 0) return null;
  return (
    <ul aria-label={words.testimonials} className="grid content-start gap-4 sm:grid-cols-2 bar:grid-cols-1">
      {testimonials.map(({ words: said, from, example }, index) => (
        <li key={said} className={`rounded-card p-7 ${grounds[index % grounds.length]}`}>
          <figure>
            {example && (
              <Pill tone="sunk" icon={Quote} size="small" onSelectedRow>
                {words.example}
              </Pill>
            )}
            <blockquote className="mt-2 font-display text-[1.375rem] leading-[1.3] font-[650] tracking-[-0.012em]">
              <p>{words.quoted(said)}</p>
            </blockquote>
            <figcaption className="t-small mt-3 text-muted">{from}</figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}

import { Clock, Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Duck } from '#web/art/Duck.tsx';
import { Mug } from '#web/art/Mug.tsx';
import { Vase } from '#web/art/Vase.tsx';
import { siteAtFirst } from '#features/site/siteAtFirst.ts';
import { telephone } from '#web/content/telephone.ts';
import type { Icon } from '#web/ui/icon.ts';
import { Shelf } from '#web/ui/Shelf.tsx';
import { Island } from '#web/documents/islands.tsx';
import { TextLink } from './TextLink.tsx';

export function Contact() {
  const { addressLines, email, phone, hours } = siteAtFirst().organization;
  return (
    <section
      id="contact"
      aria-labelledby="contact-title"
      className="on-field bg-field pt-15 pb-15 text-field-ink bar:pt-24 bar:pb-0"
    >
      <div className="container-page grid items-center gap-x-18 gap-y-9 bar:grid-cols-[minmax(0,1fr)_minmax(0,34.5rem)]">
        <div>
          <h2 id="contact-title" className="t-1">
            Come by, or write
          </h2>
          <address className="t-lead mt-5 grid gap-5 font-medium not-italic">
            <Way icon={MapPin} name="Address">
              {addressLines.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </Way>
            <Way icon={Mail} name="Email">
              <TextLink href={`mailto:${email}`}>{email}</TextLink>
            </Way>
            {phone !== null && (
              <Way icon={Phone} name="Phone">
                <TextLink href={telephone(phone)}>{phone}</TextLink>
              </Way>
            )}
            {hours.length > 0 && (
              <Way icon={Clock} name="Hours">
                {hours.map(({ days, time }) => (
                  <span key={days} className="block">
                    {days} {time}
                  </span>
                ))}
              </Way>
            )}
          </address>
        </div>
        <div className="rounded-card bg-raised p-5.5 text-ink sm:p-8.5">
          <h3 className="t-2">
            Letters from the
            <br />
            sorting table
          </h3>
          <p className="mt-1.5 text-muted">News, openings and bin locations, now and then.</p>
          <Island name="newsletter" />
          <p className="mt-5 hidden noscript:block">
            This form needs JavaScript. Write to {email} and we put you on the list.
          </p>
        </div>
      </div>
      <Shelf thickness={0} className="mt-8 max-bar:hidden" rowClassName="container-page">
        <Vase size={133} className="-ml-1" />
        <Mug size={85} className="ml-3" />
        <Duck size={112} />
      </Shelf>
    </section>
  );
}

function Way({ icon: WayIcon, name, children }: { icon: Icon; name: string; children: ReactNode }) {
  return (
    <div className="flex gap-4">
      <WayIcon size={24} className="mt-0.5 shrink-0" aria-hidden />
      <div className="min-w-0 wrap-anywhere">
        <span className="sr-only">{name}: </span>
        {children}
      </div>
    </div>
  );
}

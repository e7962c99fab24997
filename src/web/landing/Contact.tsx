import { contactWays, landingContact as words } from '#words/landing.tsx';
import { Duck } from '#web/art/Duck.tsx';
import { Mug } from '#web/art/Mug.tsx';
import { Vase } from '#web/art/Vase.tsx';
import { initialSite } from '#web/site/useSiteInfo.ts';
import { Shelf } from '#web/ui/Shelf.tsx';
import { NewsletterForm } from './NewsletterForm.tsx';
import { Clock, Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Organization } from '#shared/organization.ts';
import { telephoneUrl } from '#web/content/telephone.ts';
import type { Icon } from '#web/ui/Button.tsx';
import { TextLink } from './TextLink.tsx';

export function Contact() {
  const { organization } = initialSite();
  return (
    <section
      id="contact"
      aria-labelledby="contact-title"
      className="on-field bg-field pt-15 pb-15 text-field-ink bar:pt-24 bar:pb-0"
    >
      <div className="container-page grid items-center gap-x-18 gap-y-9 bar:grid-cols-[minmax(0,1fr)_minmax(0,34.5rem)]">
        <div>
          <h2 id="contact-title" className="t-1">
            {words.heading}
          </h2>
          <ContactWays {...organization} />
        </div>
        <div className="rounded-card bg-raised p-5.5 text-ink sm:p-8.5">
          <h3 className="t-2">
            {words.newsletterLines[0]}
            <br />
            {words.newsletterLines[1]}
          </h3>
          <p className="mt-1.5 text-muted">{words.newsletterText}</p>
          <NewsletterForm />
          <p className="mt-5 hidden noscript:block">{words.withoutScript(organization.email)}</p>
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

/** The organisation's address, contacts and opening hours. */
function ContactWays({ addressLines, email, phone, hours }: Organization) {
  return (
    <address className="t-lead mt-5 grid gap-5 font-medium not-italic">
      <Way icon={MapPin} name={contactWays.address}>
        {addressLines.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </Way>
      <Way icon={Mail} name={contactWays.email}>
        <TextLink href={`mailto:${email}`}>{email}</TextLink>
      </Way>
      {phone !== null && (
        <Way icon={Phone} name={contactWays.phone}>
          <TextLink href={telephoneUrl(phone)}>{phone}</TextLink>
        </Way>
      )}
      {hours.length > 0 && (
        <Way icon={Clock} name={contactWays.hours}>
          {hours.map(({ days, time }) => (
            <span key={`${days} ${time}`} className="block">
              {days} {time}
            </span>
          ))}
        </Way>
      )}
    </address>
  );
}

type WayProps = { icon: Icon; name: string; children: ReactNode };

function Way({ icon: WayIcon, name, children }: WayProps) {
  return (
    <div className="flex gap-4">
      <WayIcon size={24} className="mt-0.5 shrink-0" aria-hidden />
      <div className="min-w-0 wrap-anywhere">
        <span className="sr-only">{contactWays.label(name)}</span>
        {children}
      </div>
    </div>
  );
}

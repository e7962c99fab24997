import { landingContact as words } from '#words/landing.tsx';
import { Duck } from '#web/art/Duck.tsx';
import { Mug } from '#web/art/Mug.tsx';
import { Vase } from '#web/art/Vase.tsx';
import { initialSite } from '#web/site/useSiteInfo.ts';
import { Shelf } from '#web/ui/Shelf.tsx';
import { ContactWays } from './ContactWays.tsx';
import { NewsletterForm } from './NewsletterForm.tsx';

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
          <ContactWays organization={organization} className="t-lead mt-5" />
        </div>
        <div className="rounded-card bg-raised p-5.5 text-ink sm:p-8.5">
          <h3 className="t-2">
            {words.lettersLines[0]}
            <br />
            {words.lettersLines[1]}
          </h3>
          <p className="mt-1.5 text-muted">{words.lettersText}</p>
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

import * as titles from '#words/titles.ts';
import * as words from '#words/landingHero.ts';
import { SiteFooter } from '#web/layouts/SiteFooter.tsx';
import { SkipLink } from '#web/layouts/SkipLink.tsx';
import { paths } from '#web/paths.ts';
import { About } from './About.tsx';
import { Community } from './Community.tsx';
import { Contact } from './Contact.tsx';
import { Hero } from './Hero.tsx';
import { HowItWorks } from './HowItWorks.tsx';
import { Island } from '#web/documents/islands.tsx';
import { Services } from './Services.tsx';

/** The site's front, rendered at build. What lives on it are its islands. */
export function LandingPage() {
  return (
    <div className="flex min-h-dvh flex-col bg-paper">
      <title>{titles.home}</title>
      <meta name="description" content={words.description} />
      <SkipLink />
      <Island name="header" />
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col">
        <Hero />
        <HowItWorks />
        <About />
        <Services />
        <Community />
        <Contact />
      </main>
      <SiteFooter here={paths.home} />
      <Island name="toasts" />
    </div>
  );
}

import { useDonor } from '#web/site/SiteData.tsx';
import { landingHero as words } from '#words/landing.tsx';
import { titles } from '#words/site.ts';
import { SiteFooter } from '#web/layouts/SiteFooter.tsx';
import { SiteHeader } from '#web/layouts/SiteHeader.tsx';
import { SkipLink } from '#web/layouts/SkipLink.tsx';
import { paths } from '#web/paths.ts';
import { About } from './About.tsx';
import { Community } from './Community.tsx';
import { Contact } from './Contact.tsx';
import { Hero } from './Hero.tsx';
import { HowItWorks } from './HowItWorks.tsx';
import { Services } from './Services.tsx';
import { useEffect, useState } from 'react';

export default function LandingPage() {
  return (
    <div className="flex min-h-dvh flex-col bg-paper">
      <title>{titles.home}</title>
      <meta name="description" content={words.description} />
      <SkipLink />
      <LandingHeader />
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col">
        <Hero />
        <HowItWorks />
        <About />
        <Services />
        <Community />
        <Contact />
      </main>
      <SiteFooter here={paths.home} />
    </div>
  );
}

/** A component of its own, so that scrolling rerenders the header only. */
function LandingHeader() {
  const section = useVisibleSection();
  const here = section ? `${paths.home}#${section}` : paths.home;
  return <SiteHeader kind={useDonor() ? 'donor' : 'visitor'} here={here} />;
}

/** The id of the section at the middle of the window. */
function useVisibleSection(): string | null {
  const [section, setSection] = useState<string | null>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) if (isIntersecting) setSection(target.id);
      },
      // Observes only the line at half height, which one section at a time crosses.
      { rootMargin: '-50% 0px' },
    );
    for (const element of document.querySelectorAll('main > section[id]')) observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return section;
}

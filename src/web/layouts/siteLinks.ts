import { siteLinks as words } from '#words/site.ts';
import { paths } from '#web/paths.ts';

export type SiteLink = { label: string; to: string };

/** The links of the header and of the drawer, in order. */
export const siteLinks: readonly SiteLink[] = [
  { label: words.home, to: paths.section('home') },
  { label: words.howItWorks, to: paths.section('how-it-works') },
  { label: words.guide, to: paths.guide },
  { label: words.bins, to: paths.dropOff },
  { label: words.services, to: paths.section('services') },
  { label: words.community, to: paths.section('community') },
  { label: words.contact, to: paths.section('contact') },
];

/** The `aria-current` of a link at the current path and hash. A section's link is current only at its own hash. */
export function currentLink(to: string, here: string): 'page' | 'location' | undefined {
  if (!to.includes('#')) return here.replace(/#.*/, '') === to ? 'page' : undefined;
  // Without a hash the landing page shows its first section.
  return (here === paths.home ? paths.section('home') : here) === to ? 'location' : undefined;
}

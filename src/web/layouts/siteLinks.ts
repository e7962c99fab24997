import { siteLinks as words } from '#words/site.ts';
import { paths } from '#web/paths.ts';

export type SiteLink = { label: string; to: string };

/** The bar and the drawer, in order. */
export const siteLinks: readonly SiteLink[] = [
  { label: words.home, to: paths.section('home') },
  { label: words.howItWorks, to: paths.section('how-it-works') },
  { label: words.guide, to: paths.guide },
  { label: words.services, to: paths.section('services') },
  { label: words.community, to: paths.section('community') },
  { label: words.contact, to: paths.section('contact') },
];

// Apart from the header's links: the landing page needs code for those alone.
import { footerLinks as words, siteLinks } from '#words/site.ts';
import { paths } from '#web/paths.ts';
import type { SiteLink } from './siteLinks.ts';

export type FooterGroup = { title: string; links: readonly SiteLink[] };

export const footerGroups: readonly FooterGroup[] = [
  {
    title: words.donors,
    links: [
      { label: words.log, to: paths.log },
      { label: words.whatToGive, to: paths.guide },
      { label: words.dashboard, to: paths.status },
      { label: words.discounts, to: paths.discounts },
      { label: words.pickup, to: paths.pickupRequest },
    ],
  },
  {
    title: words.aboutReRound,
    links: [
      { label: siteLinks.howItWorks, to: paths.section('how-it-works') },
      { label: words.about, to: paths.section('about') },
      { label: siteLinks.services, to: paths.section('services') },
      { label: siteLinks.community, to: paths.section('community') },
      { label: siteLinks.contact, to: paths.section('contact') },
    ],
  },
  {
    title: words.staff,
    links: [
      { label: words.redeem, to: paths.redeem },
      { label: words.adminLogin, to: paths.adminLogin },
    ],
  },
];

/** Along the footer's lower edge. */
export const smallPrintLinks: readonly SiteLink[] = [
  { label: words.privacy, to: paths.privacy },
  { label: words.accessibility, to: paths.accessibility },
];

import { paths } from '#web/paths.ts';

export type SiteLink = { label: string; to: string };

/** The bar and the drawer, in order. */
export const siteLinks: readonly SiteLink[] = [
  { label: 'Home', to: paths.section('home') },
  { label: 'How It Works', to: paths.section('how-it-works') },
  { label: "What's Bric-a-Brac?", to: paths.guide },
  { label: 'Services', to: paths.section('services') },
  { label: 'Community', to: paths.section('community') },
  { label: 'Contact', to: paths.section('contact') },
];

export type FooterGroup = { title: string; links: readonly SiteLink[] };

export const footerGroups: readonly FooterGroup[] = [
  {
    title: 'Donors',
    links: [
      { label: 'Log a donation', to: paths.log },
      { label: 'What you can give', to: paths.guide },
      { label: 'Your dashboard', to: paths.status },
      { label: 'Partner discounts', to: paths.discounts },
      { label: 'Free pickup', to: paths.pickupRequest },
    ],
  },
  {
    title: 'About ReRound',
    links: [
      { label: 'How It Works', to: paths.section('how-it-works') },
      { label: 'About', to: paths.section('about') },
      { label: 'Services', to: paths.section('services') },
      { label: 'Community', to: paths.section('community') },
      { label: 'Contact', to: paths.section('contact') },
    ],
  },
  {
    title: 'Staff',
    links: [
      { label: 'Partner stores: redeem a code', to: paths.redeem },
      { label: 'Admin login', to: paths.adminLogin },
    ],
  },
];

/** Along the footer's lower edge. */
export const smallPrintLinks: readonly SiteLink[] = [
  { label: 'Privacy', to: paths.privacy },
  { label: 'Accessibility', to: paths.accessibility },
];

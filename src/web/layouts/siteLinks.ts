import { paths } from '#web/paths.ts';

export type SiteLink = { label: string; to: string };

/** The bar and the drawer, in order. */
export const siteLinks: readonly SiteLink[] = [
  { label: 'Home', to: paths.home },
  { label: 'How It Works', to: paths.section('how-it-works') },
  { label: 'Rewards', to: paths.section('rewards') },
];

export type FooterGroup = { title: string; links: readonly SiteLink[] };

export const footerGroups: readonly FooterGroup[] = [
  {
    title: 'Donors',
    links: [
      { label: 'Log a donation', to: paths.log },
      { label: 'Your dashboard', to: paths.status },
    ],
  },
  {
    title: 'On the home page',
    links: siteLinks.filter(({ to }) => to !== paths.home),
  },
  {
    title: 'Staff',
    links: [
      { label: 'Partner stores: redeem a code', to: paths.redeem },
      { label: 'Admin login', to: paths.adminLogin },
    ],
  },
];

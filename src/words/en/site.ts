// What the whole site says: its frame, its titles, and what any page says of a load or a failure.
import type { Language } from '#shared/languages.ts';

/** The language that this build of the site speaks. */
export const language: Language = 'en';

// What any page says where the site is out of reach.

/** No answer came. */
export const networkError = 'Network error';

// What any page says of a call that failed, where it has no words of its own.

/** Above what went wrong. */
export const errorTitle = 'Error';
export const unknownError = 'Unknown error';

// What is shown while something loads.
export const loading = 'Loading…';

export const print = 'Print';

export const skip = 'Skip to content';

// What every status is called, wherever it is shown.
export const statusWords = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  rejected: 'Rejected',
  active: 'Active',
  used: 'Used',
  expired: 'Expired',
  revoked: 'Revoked',
  inactive: 'Inactive',
  overflow: 'Overflow',
  scheduled: 'Scheduled',
  completed: 'Completed',
  cancelled: 'Cancelled',
  sent: 'Sent',
  waiting: 'Waiting',
  failed: 'Failed',
  suppressed: 'Suppressed',
  unsubscribed: 'Unsubscribed',
  qualifying: 'Qualifying',
};

/** What the picture beside a code is. */
export const qrCodeFor = (code: string) => `QR code for ${code}`;

/** What the site says of itself in more than one place. */
export const site = {
  slogan: 'Close the Loop. Open a Future.',

  /** Its first sentence, and its second. */
  sloganCall: 'Close the Loop.',
  sloganPromise: 'Open a Future.',

  /** The lines in which it is painted large. The mark takes the place of an O that a line begins with. */
  sloganLines: ['Close the Loop.', 'Open a Future.'],
};

/** What the document itself says, before any page is in it. The English ones stand in `src/web/index.html`, too. */
export const shell = {
  description: `${site.slogan} Give household things you no longer use and earn reward codes for partner thrift stores in Manitoba.`,

  /** The file that says what a phone installs. */
  manifest: '/site.webmanifest',

  /** What stands where an address of the site is shared. */
  socialCard: '/social-card.png',
};

/** What stands in the browser's tab, by the names of `#shared/screens.ts`. The console has its own in `#web/console/titles.ts`. */
export const titles = {
  home: `ReRound · ${site.slogan}`,
  log: 'Log a donation · ReRound',
  redeem: 'Redeem a code · ReRound',
  guide: 'What’s Bric-a-Brac? · ReRound',
  pickupRequest: 'Request a free pickup · ReRound',
  discounts: 'Partner discounts · ReRound',
  privacy: 'Privacy · ReRound',
  accessibility: 'Accessibility · ReRound',
  binDemo: 'Two codes on every bin · ReRound',
  donorLogin: 'Donor login · ReRound',
  reportOverflow: 'Report a bin · ReRound',
  sharedStatus: 'Donation status · ReRound',
  dashboard: 'Your dashboard · ReRound',
  offline: 'You are offline · ReRound',
  mailLink: 'This link does not work · ReRound',
  storeStatement: 'Statement · ReRound',
  pickup: 'Your pickup · ReRound',
  notFound: 'Page not found · ReRound',
};

/** The header of every page for visitors and donors, and its menu. */
export const siteHeader = {
  homeLink: 'ReRound, home',
  mainNavigation: 'Main',
  logDonation: 'Log Donation',
  donorLogin: 'Donor Login',
  dashboard: 'Dashboard',

  menu: 'Menu',
  menuName: 'Menu of ReRound',
  closeMenu: 'Close menu',
};

/** What the links of the header are called; the footer has some of them too. */
export const siteLinks = {
  home: 'Home',
  howItWorks: 'How It Works',
  guide: "What's Bric-a-Brac?",
  services: 'Services',
  community: 'Community',
  contact: 'Contact',
};

/** The footer of every page for visitors and donors. */
export const siteFooter = {
  whatWeAre: 'A student-led nonprofit reuse programme in Manitoba, Canada.',
  madeBy: 'Made by students in Manitoba',

  copyright: (year: number, organization: string, isRegisteredNonprofit: boolean) =>
    `© ${year} ${organization}${isRegisteredNonprofit ? ', a registered nonprofit' : ''}`,
};

/** What the links of the footer are called, beside those of the header. */
export const footerLinks = {
  donors: 'Donors',
  log: 'Log a donation',
  whatToGive: 'What you can give',
  dashboard: 'Your dashboard',
  discounts: 'Partner discounts',
  pickup: 'Free pickup',

  aboutReRound: 'About ReRound',
  about: 'About',

  staff: 'Staff',
  redeem: 'Partner stores: redeem a code',
  adminLogin: 'Admin login',

  privacy: 'Privacy',
  accessibility: 'Accessibility',
};

export const languageSwitch = {
  /** The other language, as it calls itself. */
  otherLanguage: 'fr' as Language,
  otherName: 'Français',

  /** The same where there is little room. */
  otherShort: 'FR',
};

/** Around every page for visitors and donors. */
export const publicFrame = {
  noConnection: 'No connection',

  /** Goes on after `noConnection`. */
  nothingIsLost: '. Nothing you typed is lost while this page stays open: send it once you are back online.',
};

/** A screen that failed to load, or broke. */
export const routeFailure = {
  networkError: 'Network error',
  networkErrorText: 'There is no connection just now. Check it, then try again.',
  newVersion: 'A new version is out',
  newVersionText: 'The page is loading it now. If nothing happens, press Retry.',
  broken: 'Something went wrong',

  /** @param requestId by which the call can be found in the server's log, where there was one. */
  brokenText: (requestId: string | undefined) =>
    `This page could not be shown. Trying again often helps.${requestId === undefined ? '' : ` Reference: ${requestId}.`}`,
  retry: 'Retry',
  goHome: 'Go home',
};

/** An address that no page has. */
export const notFound = {
  heading: "We couldn't find that page",
  text: 'Someone may have taken it home. The rest of the shelf is still here.',
  goHome: 'Go home',
};

/** What a browser without a connection shows in place of a page. */
export const offline = {
  description: 'There is no connection just now.',
  heading: 'You are offline',
  text: 'Pages open once there is a connection. A donation that waits on this device is sent then.',
  tryAgain: 'Try again',
};

/** What a link in a mail leads to where it does not work. */
export const mailLink = {
  description: 'A link from a mail that this site has sent.',
  heading: 'This link does not work',
  text: 'It may have been cut short. Please open it from the mail again, or copy the whole of it.',

  /** The button, until the server puts what it does in. */
  goOn: 'Go on',
};

/** A load that failed, and the way to try again. */
export const retrying = {
  retry: 'Retry',
  retrying: 'Retrying…',
  formBroken: 'This form stopped working.',
};

export const toast = {
  close: 'Close',
  region: 'Notifications',
};

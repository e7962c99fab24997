// Words of every page: the frame, the titles, loading and failures.
import type { Language } from '#shared/languages.ts';

/** The language that this build of the site speaks. */
export const language: Language = 'en';

/** The message if a call gets no answer. */
export const networkError = 'Network error';

/** The title of a toast about a failure. */
export const errorTitle = 'Error';
export const unknownError = 'Unknown error';

export const loading = 'Loading…';

export const print = 'Print';

export const skip = 'Skip to content';

/** The name of every status that a pill can show. */
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

/** The name of a QR code, for screen readers. */
export const qrCodeFor = (code: string) => `QR code for ${code}`;

/** The slogan, in several forms. */
export const site = {
  slogan: 'Close the Loop. Open a Future.',

  /** The slogan's first sentence, and its second. */
  sloganCall: 'Close the Loop.',
  sloganPromise: 'Open a Future.',

  /** The lines of the large slogan. The logo replaces an O at the start of a line. */
  sloganLines: ['Close the Loop.', 'Open a Future.'],
};

/** Texts and addresses in the HTML document's head. `src/web/index.html` repeats the English ones. */
export const shell = {
  description: `${site.slogan} Give household things you no longer use and earn reward codes for partner thrift stores in Manitoba.`,

  /** The manifest of the installed app. */
  manifest: '/site.webmanifest',

  /** The picture in previews of shared links. */
  socialCard: '/social-card.png',
};

/** The document titles, by the names of `#shared/screens.ts`. The console's are in `#web/console/titles.ts`. */
export const titles = {
  home: `ReRound · ${site.slogan}`,
  log: 'Log a donation · ReRound',
  redeem: 'Redeem a code · ReRound',
  guide: 'What’s Bric-a-Brac? · ReRound',
  dropOff: 'Where to drop off · ReRound',
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

/** The links of the header. The footer has some of them too. */
export const siteLinks = {
  home: 'Home',
  howItWorks: 'How It Works',
  guide: "What's Bric-a-Brac?",
  bins: 'Bins',
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

/** The footer's headings, and its links that the header lacks or names otherwise. */
export const footerLinks = {
  donors: 'Donors',
  log: 'Log a donation',
  whatToGive: 'What you can give',
  bins: 'Where to drop off',
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
  /** The other language, and its own name. */
  otherLanguage: 'fr' as Language,
  otherName: 'Français',

  /** The short name of the other language, for narrow bars. */
  otherShort: 'FR',
};

/** The frame of every page for visitors and donors. */
export const publicFrame = {
  noConnection: 'No connection',

  /** Continues `noConnection`. */
  nothingIsLost: '. Nothing you typed is lost while this page stays open: send it once you are back online.',
};

/** A screen that failed to load or broke. */
export const routeFailure = {
  networkErrorText: 'There is no connection just now. Check it, then try again.',
  newVersion: 'A new version is out',
  newVersionText: 'The page is loading it now. If nothing happens, press Retry.',
  broken: 'Something went wrong',

  /** @param requestId of the call in the server's log, if a call failed. */
  brokenText: (requestId: string | undefined) =>
    `This page could not be shown. Trying again often helps.${requestId === undefined ? '' : ` Reference: ${requestId}.`}`,
  retry: 'Retry',
  goHome: 'Go home',
};

/** An unknown address. */
export const notFound = {
  heading: "We couldn't find that page",
  text: 'Someone may have taken it home. The rest of the shelf is still here.',
  goHome: 'Go home',
};

/** The page that replaces every page while there is no connection. */
export const offline = {
  description: 'There is no connection just now.',
  heading: 'You are offline',
  text: 'Pages open once there is a connection. A donation that waits on this device is sent then.',
  tryAgain: 'Try again',
};

/** The page of a mail's link that does not work. For other links the server replaces its words. */
export const mailLink = {
  description: 'A link from a mail that this site has sent.',
  heading: 'This link does not work',
  text: 'It may have been cut short. Please open it from the mail again, or copy the whole of it.',

  /** The text of the button. */
  goOn: 'Go on',
};

/** A failed load, and the button to try again. */
export const retrying = {
  retry: 'Retry',
  retrying: 'Retrying…',
  formBroken: 'This form stopped working.',
};

export const toast = {
  close: 'Close',
  region: 'Notifications',
};

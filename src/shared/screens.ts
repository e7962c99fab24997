import { ADMIN_CONSOLE_PATH } from './adminPath.ts';

export interface Screen {
  /** `:name` stands for a part that differs from address to address. */
  readonly path: string;
  /** Stands in the browser's tab, unless what the screen shows has a better name. */
  readonly title: string;
  /** Search engines may list it. */
  readonly isListed?: true;
  /** For anyone, and so rendered at build: it shows before any script has run. */
  readonly isPrerendered?: true;
  /** A document of its own, `src/web/documents/NAME.tsx`, which starts without the app's router. */
  readonly document?: string;
  /**
   * Parts of the query by which a page looks another way even before its code has come; `donor` where the browser may know
   * which donor it is, for which the page has `data-donor`.
   */
  readonly shownParts?: readonly string[];
}

const listed = { isListed: true, isPrerendered: true } as const;
const forAnyone = { isPrerendered: true } as const;

const donorLogin = { path: '/donor-login', title: 'Donor login · ReRound', ...forAnyone } as const;
const dashboard = { path: '/dashboard', title: 'Your dashboard · ReRound' } as const;

/** Every screen of the site. A new one has its line here; what else it needs the compiler asks for. */
export const screens = {
  home: { path: '/', title: 'ReRound · Close the Loop. Open a Future.', document: 'landing', ...listed },
  log: {
    path: '/log',
    title: 'Log a donation · ReRound',
    document: 'log',
    shownParts: ['bin', 'location', 'donor'],
    ...listed,
  },
  redeem: { path: '/redeem', title: 'Redeem a code · ReRound', document: 'redeem', ...listed },
  tillGuide: {
    path: '/redeem/guide',
    title: 'Till guide · ReRound',
    document: 'tillGuide',
    ...forAnyone,
  },
  guide: { path: '/bric-a-brac', title: 'What’s Bric-a-Brac? · ReRound', ...listed },
  pickupRequest: { path: '/pickup-request', title: 'Request a free pickup · ReRound', ...listed },
  discounts: {
    path: '/discounts',
    title: 'Partner discounts · ReRound',
    shownParts: ['donor'],
    ...listed,
  },
  privacy: { path: '/privacy', title: 'Privacy · ReRound', ...listed },
  accessibility: { path: '/accessibility', title: 'Accessibility · ReRound', ...listed },
  binDemo: { path: '/bin-demo', title: 'Two codes on every bin · ReRound', ...forAnyone },
  donorLogin,
  login: { ...donorLogin, path: '/login' },
  reportOverflow: { path: '/report-overflow', title: 'Report a bin · ReRound', ...forAnyone },
  sharedStatus: { path: '/p/:shareToken', title: 'Donation status · ReRound' },
  dashboard,
  status: { ...dashboard, path: '/status' },
  /** What a browser without a connection shows for a page that it has not seen. */
  offline: { path: '/offline', title: 'You are offline · ReRound', document: 'offline' },
  /** What a link in a mail leads to where it does not work; those that do have their own words put in. */
  mailLink: { path: '/mail/link', title: 'This link does not work · ReRound', document: 'mailLink' },
  /** A store's own account of its months, by the link that the office gave it. */
  storeStatement: { path: '/statement/:token', title: 'Statement · ReRound' },
  adminLogin: { path: '/admin-login', title: 'Admin login · ReRound' },
  console: { path: ADMIN_CONSOLE_PATH, title: 'Console · ReRound' },
  consoleProcess: {
    path: `${ADMIN_CONSOLE_PATH}/pending/process`,
    title: 'Process donations · Console · ReRound',
  },
  consolePartner: { path: `${ADMIN_CONSOLE_PATH}/partners/:id`, title: 'Partner · Console · ReRound' },
  consoleIntake: { path: `${ADMIN_CONSOLE_PATH}/intake`, title: 'Quick intake · Console · ReRound' },
  consolePhotos: { path: `${ADMIN_CONSOLE_PATH}/photos`, title: 'Photos · Console · ReRound' },
  consoleBins: { path: `${ADMIN_CONSOLE_PATH}/bins`, title: 'Bins · Console · ReRound' },
  consoleBinPrint: {
    path: `${ADMIN_CONSOLE_PATH}/bins/print`,
    title: 'Bin sheets · Console · ReRound',
  },
  /** My account: its tab with the password keeps the address that it had before there were others. */
  consolePassword: { path: `${ADMIN_CONSOLE_PATH}/password`, title: 'My account · Console · ReRound' },
  consoleAccount: { path: `${ADMIN_CONSOLE_PATH}/account`, title: 'My account · Console · ReRound' },
} as const satisfies Record<string, Screen>;

type Screens = typeof screens;
export type ScreenName = keyof Screens;

/** The screens that are documents of their own. */
export type DocumentName = Extract<Screens[ScreenName], { document: string }>['document'];

/** The screens that the app's router draws. */
export type AppScreenName = {
  [Name in ScreenName]: Screens[Name] extends { document: string } ? never : Name;
}[ScreenName];

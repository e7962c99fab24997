/** Where the console lives, on the server and in the browser. */
export const ADMIN_CONSOLE_PATH = '/reround-admin-843';

export interface Screen {
  /** `:name` stands for a part that differs from address to address. */
  readonly path: string;
  /** Search engines may list it. */
  readonly isListed?: true;
  /** For anyone, and so rendered on the server: it shows before any script has run. */
  readonly isRendered?: true;
  /** HTML alone: it works without a script, and is sent without one. */
  readonly isStill?: true;
  /**
   * Parts of the query by which a page looks another way even before its code has come; `donor` where the browser may know
   * which donor it is, for which the page has `data-donor`.
   */
  readonly shownParts?: readonly string[];
  /** The organisation's own, which speaks English alone; every other screen has a French address too. */
  readonly isInEnglishOnly?: true;
}

const listed = { isListed: true, isRendered: true } as const;
const forAnyone = { isRendered: true } as const;

const donorLogin = { path: '/donor-login', ...forAnyone } as const;
const dashboard = { path: '/dashboard' } as const;
const ofConsole = { isInEnglishOnly: true } as const;

/** Every screen of the site. A new one has its line here; what else it needs the compiler asks for. */
export const screens = {
  home: { path: '/', ...listed },
  log: { path: '/log', shownParts: ['bin', 'location', 'donor'], ...listed },
  redeem: { path: '/redeem', ...listed },
  guide: { path: '/bric-a-brac', ...listed },
  pickupRequest: { path: '/pickup-request', ...listed },
  discounts: { path: '/discounts', shownParts: ['donor'], ...listed },
  privacy: { path: '/privacy', ...listed },
  accessibility: { path: '/accessibility', ...listed },
  binDemo: { path: '/bin-demo', ...forAnyone },
  donorLogin,
  login: { ...donorLogin, path: '/login' },
  reportOverflow: { path: '/report-overflow', ...forAnyone },
  sharedStatus: { path: '/p/:shareToken' },
  dashboard,
  status: { ...dashboard, path: '/status' },
  /** What a browser without a connection shows in place of a page. */
  offline: { path: '/offline', isRendered: true, isStill: true },
  /** What a link in a mail leads to where it does not work; those that do have their own words put in. */
  mailLink: { path: '/mail/link', isRendered: true, isStill: true },
  /** A store's own account of its months, by the link that the office gave it. */
  storeStatement: { path: '/statement/:token' },
  /** What was agreed about a pickup, for whoever asked for it. */
  pickup: { path: '/pickup/:token' },
  adminLogin: { path: '/admin-login', ...ofConsole },
  console: { path: ADMIN_CONSOLE_PATH, ...ofConsole },
  consoleProcess: { path: `${ADMIN_CONSOLE_PATH}/pending/process`, ...ofConsole },
  consolePartner: { path: `${ADMIN_CONSOLE_PATH}/partners/:id`, ...ofConsole },
  consolePerson: { path: `${ADMIN_CONSOLE_PATH}/people/:id`, ...ofConsole },
  consoleIntake: { path: `${ADMIN_CONSOLE_PATH}/intake`, ...ofConsole },
  consolePhotos: { path: `${ADMIN_CONSOLE_PATH}/photos`, ...ofConsole },
  consoleBins: { path: `${ADMIN_CONSOLE_PATH}/bins`, ...ofConsole },
  consoleBinPrint: { path: `${ADMIN_CONSOLE_PATH}/bins/print`, ...ofConsole },
  /** My account: its tab with the password keeps the address that it had before there were others. */
  consolePassword: { path: `${ADMIN_CONSOLE_PATH}/password`, ...ofConsole },
  consoleAccount: { path: `${ADMIN_CONSOLE_PATH}/account`, ...ofConsole },
} as const satisfies Record<string, Screen>;

export type ScreenName = keyof typeof screens;

export const ADMIN_CONSOLE_PATH = '/reround-admin-843';

export interface Screen {
  /** `:name` stands for a parameter. */
  readonly path: string;
  /** It is in the sitemap. */
  readonly isInSitemap?: true;
  /** Rendered on the server, so that it shows before any script has run. */
  readonly isRendered?: true;
  /** Sent as plain HTML: its scripts are left out, so nothing is hydrated. */
  readonly hasNoScript?: true;
  /** What changes the first paint: query parameters, and `donor`, which stands for a cookie that names a donor. */
  readonly firstPaintParameters?: readonly string[];
  /** It has no French address, like all screens of the organisation's own people. */
  readonly isInEnglishOnly?: true;
}

const listed = { isInSitemap: true, isRendered: true } as const;
const rendered = { isRendered: true } as const;

const consoleScreen = { isInEnglishOnly: true } as const;

/** Every screen of the site. The compiler asks for whatever else a new screen needs. */
export const screens = {
  home: { path: '/', ...listed },
  log: { path: '/log', firstPaintParameters: ['bin', 'location', 'donor'], ...listed },
  redeem: { path: '/redeem', ...listed },
  guide: { path: '/bric-a-brac', ...listed },
  dropOff: { path: '/bins', ...listed },
  pickupRequest: { path: '/pickup-request', ...listed },
  discounts: { path: '/discounts', firstPaintParameters: ['donor'], ...listed },
  privacy: { path: '/privacy', ...listed },
  accessibility: { path: '/accessibility', ...listed },
  binDemo: { path: '/bin-demo', ...rendered },
  donorLogin: { path: '/donor-login', ...rendered },
  /** Another address of the donors' sign-in. */
  login: { path: '/login', ...rendered },
  reportOverflow: { path: '/report-overflow', ...rendered },
  sharedStatus: { path: '/p/:shareToken' },
  dashboard: { path: '/dashboard' },
  /** Another address of the dashboard. */
  status: { path: '/status' },
  /** The page that a browser shows without a connection. */
  offline: { path: '/offline', isRendered: true, hasNoScript: true },
  /** The page of a broken link in a mail. The server puts other words in for links that work. */
  mailLink: { path: '/mail/link', isRendered: true, hasNoScript: true },
  /** A store's statements, by a link from the office. */
  storeStatement: { path: '/statement/:token' },
  /** A pickup, for the person who asked for it. */
  pickup: { path: '/pickup/:token' },
  adminLogin: { path: '/admin-login', ...consoleScreen },
  console: { path: ADMIN_CONSOLE_PATH, ...consoleScreen },
  consoleDesk: { path: `${ADMIN_CONSOLE_PATH}/desk`, ...consoleScreen },
  consolePartner: { path: `${ADMIN_CONSOLE_PATH}/partners/:id`, ...consoleScreen },
  consolePerson: { path: `${ADMIN_CONSOLE_PATH}/people/:id`, ...consoleScreen },
  consoleIntake: { path: `${ADMIN_CONSOLE_PATH}/intake`, ...consoleScreen },
  consolePhotos: { path: `${ADMIN_CONSOLE_PATH}/photos`, ...consoleScreen },
  consoleToday: { path: `${ADMIN_CONSOLE_PATH}/today`, ...consoleScreen },
  consoleBins: { path: `${ADMIN_CONSOLE_PATH}/bins`, ...consoleScreen },
  consoleBinPrint: { path: `${ADMIN_CONSOLE_PATH}/bins/print`, ...consoleScreen },
  /** The tab with the password in My account. */
  consolePassword: { path: `${ADMIN_CONSOLE_PATH}/password`, ...consoleScreen },
  consoleAccount: { path: `${ADMIN_CONSOLE_PATH}/account`, ...consoleScreen },
} as const satisfies Record<string, Screen>;

export type ScreenName = keyof typeof screens;

import { ADMIN_CONSOLE_PATH } from '#shared/adminPath.ts';

export type LandingSection =
  | 'home'
  | 'how-it-works'
  | 'rewards'
  | 'about'
  | 'services'
  | 'community'
  | 'contact';

/** What can be linked to on the guide. */
export type GuidePart = 'accepted' | 'quality' | 'not-accepted';

export type ConsoleTab =
  | 'pending'
  | 'rejected'
  | 'confirmed'
  | 'search'
  | 'activity'
  | 'participants'
  | 'bins'
  | 'codes'
  | 'partners'
  | 'pickups';

/** Every address of the site. A link names its screen here instead of spelling the address. */
export const paths = {
  home: '/',
  section: (section: LandingSection) => `/#${section}` as const,
  log: '/log',
  logFromBin: ({ bin, location }: { bin: string; location: string }) => withQuery('/log', { bin, location }),
  donorLogin: '/donor-login',
  login: '/login',
  dashboard: '/dashboard',
  status: '/status',
  sharedStatus: (shareToken: string) => `/p/${encodeURIComponent(shareToken)}`,
  redeem: '/redeem',
  redeemCode: (code: string) => withQuery('/redeem', { code }),
  discounts: '/discounts',
  privacy: '/privacy',
  accessibility: '/accessibility',
  guide: '/bric-a-brac',
  guidePart: (part: GuidePart) => `/bric-a-brac#${part}` as const,
  pickupRequest: '/pickup-request',
  reportOverflow: '/report-overflow',
  reportOverflowOf: ({ binId, code }: { binId: number; code: string }) =>
    withQuery('/report-overflow', { bin: String(binId), code }),
  binDemo: '/bin-demo',
  adminLogin: '/admin-login',
  console: ADMIN_CONSOLE_PATH,
  consoleTab: (tab: ConsoleTab) => withQuery(ADMIN_CONSOLE_PATH, { tab }),
  consoleParticipants: (q: string) => withQuery(ADMIN_CONSOLE_PATH, { tab: 'participants', q }),
  addPartner: withQuery(ADMIN_CONSOLE_PATH, { tab: 'partners', add: 'partner' }),
  consoleIntake: `${ADMIN_CONSOLE_PATH}/intake`,
  consoleBins: `${ADMIN_CONSOLE_PATH}/bins`,
  consoleBinAlerts: `${ADMIN_CONSOLE_PATH}/bins?tab=alerts`,
  consoleBinPrint: `${ADMIN_CONSOLE_PATH}/bins/print`,
  consoleBinPrintOf: (binId: number) =>
    withQuery(`${ADMIN_CONSOLE_PATH}/bins/print`, { bins: String(binId) }),
  consolePhotos: `${ADMIN_CONSOLE_PATH}/photos`,
  consolePassword: `${ADMIN_CONSOLE_PATH}/password`,
} as const;

function withQuery(path: string, query: Record<string, string>): string {
  return `${path}?${new URLSearchParams(query).toString()}`;
}

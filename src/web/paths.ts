import { type ScreenName, screens } from '#shared/screens.ts';
import type { ConsoleTab } from '#web/console/consoleTabs.ts';

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

const screenPaths = Object.fromEntries(Object.entries(screens).map(([name, { path }]) => [name, path])) as {
  readonly [Name in ScreenName]: (typeof screens)[Name]['path'];
};

/** Every address of the site. A link names its screen here instead of spelling the address. */
export const paths = {
  ...screenPaths,
  section: (section: LandingSection) => `/#${section}` as const,
  logFromBin: ({ bin, location }: { bin: string; location: string }) =>
    withQuery(screenPaths.log, { bin, location }),
  sharedStatus: (shareToken: string) =>
    screenPaths.sharedStatus.replace(':shareToken', encodeURIComponent(shareToken)),
  redeemCode: (code: string) => withQuery(screenPaths.redeem, { code }),
  guidePart: (part: GuidePart) => `${screenPaths.guide}#${part}` as const,
  reportOverflowOf: ({ binId, code }: { binId: number; code: string }) =>
    withQuery(screenPaths.reportOverflow, { bin: String(binId), code }),
  consoleTab: (tab: ConsoleTab) => withQuery(screenPaths.console, { tab }),
  consoleBin: (binId: number) => withQuery(screenPaths.console, { tab: 'bins', bin: String(binId) }),
  consoleBinAlerts: `${screenPaths.consoleBins}?tab=alerts`,
} as const;

function withQuery(path: string, query: Record<string, string>): string {
  return `${path}?${new URLSearchParams(query).toString()}`;
}

import { pathIn } from '#shared/languages.ts';
import { type Screen, type ScreenName, screens } from '#shared/screens.ts';
import { language } from '#words/site.ts';
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

/** The paths of the screens in this language, `:name` for what differs. To the compiler they are the English ones. */
export const screenPaths = Object.fromEntries(
  Object.entries<Screen>(screens).map(([name, { path, isInEnglishOnly }]) => [
    name,
    isInEnglishOnly ? path : pathIn(language, path),
  ]),
) as { readonly [Name in ScreenName]: (typeof screens)[Name]['path'] };

/** Every address of the site in this build's language. A link names its screen here instead of spelling the address. */
export const paths = {
  ...screenPaths,
  section: (section: LandingSection) => `${screenPaths.home}#${section}` as const,
  logFromBin: ({ bin, location }: { bin: string; location: string }) =>
    withQuery(screenPaths.log, { bin, location }),
  sharedStatus: (shareToken: string) =>
    screenPaths.sharedStatus.replace(':shareToken', encodeURIComponent(shareToken)),
  tillHelp: `${screenPaths.redeem}#help`,
  redeemCode: (code: string) => withQuery(screenPaths.redeem, { code }),
  guidePart: (part: GuidePart) => `${screenPaths.guide}#${part}` as const,
  reportOverflowOf: ({ binId, code }: { binId: number; code: string }) =>
    withQuery(screenPaths.reportOverflow, { bin: String(binId), code }),
  consoleTab: (tab: ConsoleTab) => withQuery(screenPaths.console, { tab }),
  consolePerson: (id: number) => screenPaths.consolePerson.replace(':id', String(id)),
  consoleBin: (binId: number) => withQuery(screenPaths.console, { tab: 'bins', bin: String(binId) }),
  consoleOwnMail: `${screenPaths.consoleAccount}?tab=mail`,
  consoleSessions: `${screenPaths.consoleAccount}?tab=sessions`,
  consoleBinAlerts: `${screenPaths.consoleBins}?tab=alerts`,
} as const;

function withQuery(path: string, query: Record<string, string>): string {
  return `${path}?${new URLSearchParams(query).toString()}`;
}

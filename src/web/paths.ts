import { pathIn } from '#shared/languages.ts';
import { type Screen, type ScreenName, screens } from '#shared/screens.ts';
import { language } from '#words/site.ts';
import type { ConsoleTab } from '#web/console/consoleTabs.ts';

type LandingSection = 'home' | 'how-it-works' | 'rewards' | 'about' | 'services' | 'community' | 'contact';

/** The sections of the guide that links lead to. */
type GuideSection = 'accepted' | 'quality' | 'not-accepted';

/** The screens' paths in this language, with `:name` for parameters. The types say the English paths. */
export const screenPaths = Object.fromEntries(
  Object.entries<Screen>(screens).map(([name, { path, isInEnglishOnly }]) => [
    name,
    isInEnglishOnly ? path : pathIn(language, path),
  ]),
) as { readonly [Name in ScreenName]: (typeof screens)[Name]['path'] };

/** Every address of the site in this build's language. Links use these instead of spelling addresses. */
export const paths = {
  ...screenPaths,
  section: (section: LandingSection) => `${screenPaths.home}#${section}` as const,
  logFromBin: ({ bin, location }: { bin: string; location: string }) =>
    withQuery(screenPaths.log, { bin, location }),
  sharedStatus: (shareToken: string) =>
    screenPaths.sharedStatus.replace(':shareToken', encodeURIComponent(shareToken)),
  tillHelp: `${screenPaths.redeem}#help`,
  redeemCode: (code: string) => withQuery(screenPaths.redeem, { code }),
  guideSection: (section: GuideSection) => `${screenPaths.guide}#${section}` as const,
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

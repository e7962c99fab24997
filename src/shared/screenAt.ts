// Kept apart from screens.ts, because every page loads that and few need this.
import { ADMIN_CONSOLE_PATH, type Screen, screens } from './screens.ts';
import { languageAndPath } from './languages.ts';

const patterns = Object.values(screens).map((screen: Screen) => ({
  screen,
  pattern: new RegExp(`^${screen.path.replace(/:\w+/, '[^/]+')}$`),
}));

/** The screen at an address in either language, given without its query. A slash at the end makes no difference. */
export function screenAt(address: string): Screen | undefined {
  const { language, path } = languageAndPath(withoutSlash(address));
  const screen = patterns.find(({ pattern }) => pattern.test(path))?.screen;
  return language === 'fr' && screen?.isInEnglishOnly ? undefined : screen;
}

/** Whether an address, given without its query, is sent with `x-robots-tag: noindex`. */
export function isNoindex(address: string): boolean {
  const screen = screenAt(address);
  return (
    `${address}/`.startsWith(`${ADMIN_CONSOLE_PATH}/`) ||
    screen === screens.sharedStatus ||
    screen === screens.storeStatement ||
    screen === screens.pickup
  );
}

/** A path without slashes at its end. A loop, because a regular expression takes quadratic time for many slashes. */
export function withoutSlash(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end) || '/';
}

// Apart from the table: every page has that, and few ask which screen an address is.
import { ADMIN_CONSOLE_PATH, type Screen, screens } from './screens.ts';
import { languageAndPath } from './languages.ts';

/** Each screen with the addresses that it is at. */
const patterns = Object.values(screens).map((screen: Screen) => ({
  screen,
  pattern: new RegExp(`^${screen.path.replace(/:\w+/, '[^/]+')}$`),
}));

/** The screen at an address without its query, if there is one, in either language. A slash at its end makes no difference. */
export function screenAt(address: string): Screen | undefined {
  const { language, path } = languageAndPath(withoutSlash(address));
  const screen = patterns.find(({ pattern }) => pattern.test(path))?.screen;
  return language === 'fr' && screen?.isInEnglishOnly ? undefined : screen;
}

/** Whether an address, without its query, is meant for those who were given it and no search engine. */
export function isUnlisted(address: string): boolean {
  const path = withoutSlash(address);
  const screen = screenAt(path);
  return (
    `${path}/`.startsWith(`${ADMIN_CONSOLE_PATH}/`) ||
    screen === screens.sharedStatus ||
    screen === screens.storeStatement ||
    screen === screens.pickup
  );
}

/** A path as the table spells it. A loop, since an expression for the slashes at the end takes the square of their number. */
export function withoutSlash(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end) || '/';
}

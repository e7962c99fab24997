/** The languages of the site, that of today's addresses first. */
export const languages = ['en', 'fr'] as const;

export type Language = (typeof languages)[number];

/** How `lang` and `hreflang` name it: as Canada speaks it. */
export function languageTag(language: Language): string {
  return `${language}-CA`;
}

/** The cookie with the language that somebody chose by a switch. */
export const LANGUAGE_COOKIE = 'lang';

const FRENCH = '/fr';

/** The path of the same page in a language: English at the site's own addresses, French at `/fr` and below it. */
export function pathIn(language: Language, path: string): string {
  if (language === 'en') return path;
  return path === '/' ? FRENCH : FRENCH + path;
}

/** The language of an address, which alone decides it, and the path that the page has in English. */
export function languageAndPath(address: string): { language: Language; path: string } {
  if (address === FRENCH) return { language: 'fr', path: '/' };
  if (address.startsWith(`${FRENCH}/`)) return { language: 'fr', path: address.slice(FRENCH.length) };
  return { language: 'en', path: address };
}

/** The languages of the site, the default first. */
export const languages = ['en', 'fr'] as const;

export type Language = (typeof languages)[number];

/** A language's name in `lang` and `hreflang`. */
export function languageTag(language: Language): string {
  return `${language}-CA`;
}

/** The cookie with the language that a visitor chose. */
export const LANGUAGE_COOKIE = 'lang';

const FRENCH = '/fr';

/** The path of a page in a language: French ones begin with `/fr`. */
export function pathIn(language: Language, path: string): string {
  if (language === 'en') return path;
  return path === '/' ? FRENCH : FRENCH + path;
}

/** The language of an address, and its page's English path. */
export function languageAndPath(address: string): { language: Language; path: string } {
  if (address === FRENCH) return { language: 'fr', path: '/' };
  if (address.startsWith(`${FRENCH}/`)) return { language: 'fr', path: address.slice(FRENCH.length) };
  return { language: 'en', path: address };
}

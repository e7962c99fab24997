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

/** The language of an address, and its page's English path, with the query if the address has one. */
export function languageAndPath(address: string): { language: Language; path: string } {
  const rest = address.slice(FRENCH.length);
  const isFrench = address.startsWith(FRENCH) && ['', '/', '?'].includes(rest.charAt(0));
  if (!isFrench) return { language: 'en', path: address };
  return { language: 'fr', path: rest.startsWith('/') ? rest : `/${rest}` };
}

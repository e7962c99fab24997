import type { Language } from '#shared/languages.ts';

/** The other language, as it calls itself. */
export const otherLanguage: Language = 'en';
export const otherName = 'English';

/** The same where there is little room. */
export const otherShort = 'EN';

import type { Language } from '#shared/languages.ts';

/** The other language, as it calls itself. */
export const otherLanguage: Language = 'fr';
export const otherName = 'Français';

/** The same where there is little room. */
export const otherShort = 'FR';

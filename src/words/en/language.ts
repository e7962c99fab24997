import type { Language } from '#shared/languages.ts';

/** The language that this build of the site speaks. */
export const language: Language = 'en';

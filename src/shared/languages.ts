/** The languages of the site, that of today's addresses first (beyond, section 5). */
export const languages = ['en', 'fr'] as const;

export type Language = (typeof languages)[number];

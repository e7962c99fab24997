/**
 * The pages that are documents of their own, without the app's router and schemas: each with the entry of the
 * build that brings it to life.
 */
export const documentEntries: Readonly<Record<string, string>> = {
  '/': 'landing',
  '/log': 'log',
  '/redeem': 'redeem',
};

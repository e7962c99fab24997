/** The pages for anyone, which search engines may list. */
export const listedPages = [
  '/',
  '/log',
  '/redeem',
  '/bric-a-brac',
  '/pickup-request',
  '/discounts',
  '/privacy',
  '/accessibility',
] as const;

/** Every page that is rendered at build; its address is its path. */
export const prerenderedPages = [
  ...listedPages,
  '/bin-demo',
  '/donor-login',
  '/login',
  '/report-overflow',
] as const;

/** Stands in the build where the site's own address will; a social card and a canonical link need it whole. */
export const PUBLIC_URL_PLACEHOLDER = 'https://public-url.invalid';

/** What a browser without a connection shows for a page that it has not seen. */
export const OFFLINE_PAGE = '/offline';

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

/**
 * Where the build puts a page and the server finds it, in the folder of the built front end: `/prerendered/log.html`.
 *
 * @param shown what `shownQuery` says of the page's address.
 */
export function prerenderedFile(page: string, shown = ''): string {
  const name = page === '/' ? '/index' : page;
  return `/prerendered${[name, ...shown.split(' ').filter(Boolean)].join('.')}.html`;
}

import { ADMIN_CONSOLE_PATH } from './adminPath.ts';

/** Every address that has a screen: the server answers 404 for any other page, as the browser shows it. */
export const screenPaths = [
  '/',
  '/log',
  '/donor-login',
  '/login',
  '/dashboard',
  '/status',
  '/redeem',
  '/discounts',
  '/bric-a-brac',
  '/pickup-request',
  '/report-overflow',
  '/bin-demo',
  '/privacy',
  '/accessibility',
  '/offline',
  '/admin-login',
  ADMIN_CONSOLE_PATH,
  `${ADMIN_CONSOLE_PATH}/intake`,
  `${ADMIN_CONSOLE_PATH}/photos`,
  `${ADMIN_CONSOLE_PATH}/bins`,
  `${ADMIN_CONSOLE_PATH}/bins/print`,
  `${ADMIN_CONSOLE_PATH}/password`,
] as const;

/** What a share link leads to. */
const sharedStatus = /^\/p\/[^/]+$/;

/** Whether an address, without its query, is a screen's. A slash at its end makes no difference. */
export function isScreen(path: string): boolean {
  const trimmed = withoutSlash(path);
  return (screenPaths as readonly string[]).includes(trimmed) || sharedStatus.test(trimmed);
}

/** Whether an address, without its query, is meant for those who were given it and no search engine. */
export function isUnlisted(path: string): boolean {
  const trimmed = withoutSlash(path);
  return `${trimmed}/`.startsWith(`${ADMIN_CONSOLE_PATH}/`) || sharedStatus.test(trimmed);
}

/** A path as the lists here spell it. */
export function withoutSlash(path: string): string {
  return path.replace(/\/+$/, '') || '/';
}

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
  '/admin-login',
  ADMIN_CONSOLE_PATH,
  `${ADMIN_CONSOLE_PATH}/intake`,
  `${ADMIN_CONSOLE_PATH}/photos`,
  `${ADMIN_CONSOLE_PATH}/bins`,
  `${ADMIN_CONSOLE_PATH}/bins/print`,
] as const;

/** Whether an address, without its query, is a screen's. A slash at its end makes no difference. */
export function isScreen(path: string): boolean {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, '') : path;
  return (screenPaths as readonly string[]).includes(trimmed || '/');
}

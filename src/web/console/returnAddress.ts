import { paths } from '#web/paths.ts';

const PARAMETER = 'returnTo';

/** A page before the console: where an admin logs in, or chooses another password. */
type Door = typeof paths.adminLogin | typeof paths.consolePassword;

/** The address of a door that leads on to an address of the console. */
export function doorTo(door: Door, address: string): string {
  if (address === paths.console) return door;
  // A door that is itself where one wanted to go leads on by its own query.
  if (address.startsWith(door)) return address;
  return `${door}?${new URLSearchParams({ [PARAMETER]: address }).toString()}`;
}

/** Where a door leads on to: an address of the console and no other, since anybody can make up a link. */
export function returnAddress(searchParams: URLSearchParams): string {
  return consoleAddress(searchParams.get(PARAMETER) ?? '') ?? paths.console;
}

/** The address that the browser shows now. */
export function addressShown(): string {
  return consoleAddress(window.location.href) ?? paths.console;
}

/** An address of the console without its site; null for any other. It is judged as the browser will read it. */
function consoleAddress(text: string): string | null {
  const site = window.location.origin;
  const url = URL.canParse(text, site) ? new URL(text, site) : null;
  if (url?.origin !== site || !`${url.pathname}/`.startsWith(`${paths.console}/`)) return null;
  return url.pathname + url.search + url.hash;
}

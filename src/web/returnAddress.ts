import { parseAddress } from '#shared/publicUrl.ts';
import { paths } from './paths.ts';

const PARAMETER = 'returnTo';

/** The pages that one kind of sign-in opens. */
interface Area {
  /** The page after a sign-in without a return address. */
  home: string;
  includes: (path: string) => boolean;
}

const adminArea: Area = {
  home: paths.console,
  includes: (path) => `${path}/`.startsWith(`${paths.console}/`),
};

const donorArea: Area = {
  home: paths.dashboard,
  includes: (path) => path === paths.dashboard || path === paths.status,
};

/** The area behind each sign-in page. The pages for password and second factor count as sign-in pages. */
const areaOf = {
  [paths.adminLogin]: adminArea,
  [paths.consolePassword]: adminArea,
  [paths.consoleAccount]: adminArea,
  [paths.donorLogin]: donorArea,
} as const;

type SignInPath = keyof typeof areaOf;

/** The address of a sign-in page that leads back to an address of its area. */
export function withReturnTo(signInPath: SignInPath, address: string): string {
  // A donor's status is the dashboard by another name.
  if (address === areaOf[signInPath].home || address === paths.status) return signInPath;
  // An address of the sign-in page itself keeps its own query.
  if (address.startsWith(signInPath)) return address;
  return `${signInPath}?${new URLSearchParams({ [PARAMETER]: address }).toString()}`;
}

/** Where a sign-in page leads back to. Addresses outside its area are ignored, since anybody can make up a link. */
export function returnAddress(signInPath: SignInPath, searchParams: URLSearchParams): string {
  const requested = searchParams.get(PARAMETER);
  return requested === null ? areaOf[signInPath].home : addressInArea(signInPath, requested);
}

/** The address of a sign-in page that leads back to the current address. */
export function withReturnHere(signInPath: SignInPath): string {
  const { pathname, search } = window.location;
  // A second refused call of the page before must not lose the return address of the first.
  if (pathname === signInPath) return signInPath + search;
  return withReturnTo(signInPath, addressInArea(signInPath, window.location.href));
}

/** An address without its origin, or the area's home if it is outside. Parsed in the same way as by the browser. */
function addressInArea(signInPath: SignInPath, text: string): string {
  const { home, includes } = areaOf[signInPath];
  const site = window.location.origin;
  const url = parseAddress(text, site);
  return url?.origin === site && includes(url.pathname) ? url.pathname + url.search + url.hash : home;
}

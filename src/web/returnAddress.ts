import { parseAddress } from '#shared/publicUrl.ts';
import { paths } from './paths.ts';

const PARAMETER = 'returnTo';

/** Pages that need a sign-in: where to go by default, and which pages belong to it. */
type Area = { home: string; includes: (path: string) => boolean };

const ofAdmins: Area = {
  home: paths.console,
  includes: (path) => `${path}/`.startsWith(`${paths.console}/`),
};

const ofDonors: Area = {
  home: paths.dashboard,
  includes: (path) => path === paths.dashboard || path === paths.status,
};

/** The pages in front of an area: to sign in, change the password or set up a second factor. */
const doors = {
  [paths.adminLogin]: ofAdmins,
  [paths.consolePassword]: ofAdmins,
  [paths.consoleAccount]: ofAdmins,
  [paths.donorLogin]: ofDonors,
} as const;

type Door = keyof typeof doors;

/** The address of a door that leads on to an address behind it. */
export function doorTo(door: Door, address: string): string {
  // A donor's status is the dashboard by another name.
  if (address === doors[door].home || address === paths.status) return door;
  // An address of the door itself has its own query.
  if (address.startsWith(door)) return address;
  return `${door}?${new URLSearchParams({ [PARAMETER]: address }).toString()}`;
}

/** Where a door leads to. Only an address behind it, since anybody can make up a link. */
export function returnAddress(door: Door, searchParams: URLSearchParams): string {
  const asked = searchParams.get(PARAMETER);
  return asked === null ? doors[door].home : addressBehind(door, asked);
}

/** The door, with the way back to the current address. */
export function doorToHere(door: Door): string {
  return doorTo(door, addressBehind(door, window.location.href));
}

/** An address without its origin, or home if it is not behind the door. Parsed as the browser will parse it. */
function addressBehind(door: Door, text: string): string {
  const { home, includes } = doors[door];
  const site = window.location.origin;
  const url = parseAddress(text, site);
  return url?.origin === site && includes(url.pathname) ? url.pathname + url.search + url.hash : home;
}

import { parseAddress } from '#shared/publicUrl.ts';
import { paths } from './paths.ts';

const PARAMETER = 'returnTo';

/** Pages that are not for anyone: the one to go to by default, and which others there are. */
type Area = { home: string; includes: (path: string) => boolean };

const ofAdmins: Area = {
  home: paths.console,
  includes: (path) => `${path}/`.startsWith(`${paths.console}/`),
};

const ofDonors: Area = {
  home: paths.dashboard,
  includes: (path) => path === paths.dashboard || path === paths.status,
};

/** The pages before an area, where one signs in, chooses another password or sets up a second factor, and what each leads on to. */
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
  // A door that is itself where one wanted to go leads on by its own query.
  if (address.startsWith(door)) return address;
  return `${door}?${new URLSearchParams({ [PARAMETER]: address }).toString()}`;
}

/** Where a door leads on to: an address behind it and no other, since anybody can make up a link. */
export function returnAddress(door: Door, searchParams: URLSearchParams): string {
  const asked = searchParams.get(PARAMETER);
  return asked === null ? doors[door].home : addressBehind(door, asked);
}

/** The door that leads back to the address that the browser shows now. */
export function doorToHere(door: Door): string {
  return doorTo(door, addressBehind(door, window.location.href));
}

/** An address without its site, or home where that is none behind the door. It is judged as the browser will read it. */
function addressBehind(door: Door, text: string): string {
  const { home, includes } = doors[door];
  const site = window.location.origin;
  const url = parseAddress(text, site);
  return url?.origin === site && includes(url.pathname) ? url.pathname + url.search + url.hash : home;
}

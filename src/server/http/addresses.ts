import ipaddr from 'ipaddr.js';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';

/** Some proxies write a port into X-Forwarded-For, and then brackets around what has colons of its own. */
const withPort = /^(?:\[(?<bracketed>[^\]]*)\]|(?<plain>[^:[]*))(?::\d{1,5})?$/;

/** All who come from what is no address are one caller: a text that anyone may choose tells nobody apart. */
const NO_ADDRESS = 'no address';

/** The address in what a connection or a trusted proxy says, in its usual spelling; null if there is none. */
export function clientAddress(text: string): string | null {
  return parse(text)?.toString() ?? null;
}

/** The least that a household has for itself: one IPv4 address, or a whole /64 of IPv6 ones. */
export function clientNetwork(text: string): string {
  return network(text, 4);
}

/** The most that one subscriber is usually given: one IPv4 address, or an IPv6 /48 with 65,536 networks in it. */
export function widestNetwork(text: string): string {
  return network(text, 3);
}

/** Whether a caller is in a network: an address, alone or with the length of its prefix. */
export function isInNetwork(text: string, given: string): boolean {
  const address = clientAddress(text);
  if (address === null) return false;
  const [base = '', prefix] = given.split('/');
  const list = new BlockList();
  if (prefix === undefined) list.addAddress(base, familyOf(base));
  else list.addSubnet(base, Number(prefix), familyOf(base));
  return list.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

function network(text: string, groups: number): string {
  const address = parse(text);
  if (!address) return NO_ADDRESS;
  if (address instanceof ipaddr.IPv4) return address.toString();
  return address.parts
    .slice(0, groups)
    .map((part) => part.toString(16))
    .join(':');
}

function parse(text: string) {
  const { bracketed, plain } = withPort.exec(text)?.groups ?? {};
  const [address = ''] = (bracketed ?? plain ?? text).split('%');
  // Asked first, since the parser takes octal, hexadecimal and shortened IPv4 addresses as well.
  return isIP(address) > 0 ? ipaddr.process(address) : null;
}

/** Where a call comes from, and by which number its line in the process's log is found. */
interface CallOrigin {
  address: string | null;
  requestId: string;
}

const origins = new AsyncLocalStorage<CallOrigin>();

/** Does what a call asks for. All that it awaits knows of which call it is. */
export function duringCall<Result>({ ip, id }: FastifyRequest, work: () => Result): Result {
  return origins.run({ address: clientAddress(ip), requestId: id }, work);
}

/** The call that is answered here; nothing of it outside of any, as in a command. */
export function presentCall(): CallOrigin | { address: null; requestId: null } {
  return origins.getStore() ?? { address: null, requestId: null };
}

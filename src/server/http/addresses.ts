import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

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

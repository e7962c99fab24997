import ipaddr from 'ipaddr.js';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** Some proxies write a port into X-Forwarded-For, and then brackets around an IPv6 address. */
const withPort = /^(?:\[(?<bracketed>[^\]]*)\]|(?<plain>[^:[]*))(?::\d{1,5})?$/;

/** Callers whose address is unreadable count as one, because they could choose that text. */
const NO_ADDRESS = 'no address';

/** An address of a connection or a trusted proxy in its usual spelling; null if it is none. */
export function clientAddress(text: string): string | null {
  return parse(text)?.toString() ?? null;
}

/** The smallest network of one household: an IPv4 address or an IPv6 /64. */
export function clientNetwork(text: string): string {
  return network(text, 4);
}

/** The largest network of one subscriber: an IPv4 address or an IPv6 /48, which holds 65,536 networks of /64. */
export function widestNetwork(text: string): string {
  return network(text, 3);
}

/** Whether a caller is in a network, given as an address with or without a prefix length. */
export function isInNetwork(text: string, given: string): boolean {
  const address = clientAddress(text);
  if (address === null) return false;
  const [base = '', prefix] = given.split('/');
  const networks = new BlockList();
  if (prefix === undefined) networks.addAddress(base, familyOf(base));
  else networks.addSubnet(base, Number(prefix), familyOf(base));
  return networks.check(address, familyOf(address));
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
  // The parser alone would also take octal, hexadecimal and shortened IPv4 addresses.
  return isIP(address) > 0 ? ipaddr.process(address) : null;
}

// What has to stand in the DNS, so that receivers believe a mail is from whom it says.
import { createPublicKey } from 'node:crypto';
import { isIP } from 'node:net';
import type { MailSettings } from '#server/env.ts';
import { addressOf } from '#server/mail.ts';

/** A record of the type TXT. */
export interface DnsRecord {
  name: string;
  value: string;
}

type Dkim = NonNullable<MailSettings['dkim']>;

/** The public half of the key that mails are signed with (RFC 6376). */
export function dkimRecord({ domainName, keySelector, privateKey }: Dkim): DnsRecord {
  const key = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
  return { name: `${keySelector}._domainkey.${domainName}`, value: `v=DKIM1; k=rsa; p=${key}` };
}

/** Who may send for the domain of the sender (RFC 7208), by what they sign, and what to do with others' (RFC 7489). */
export function dnsRecords({ smtpUrl, from, dkim }: MailSettings): DnsRecord[] {
  const domain = domainOf(from);
  return [
    { name: domain, value: `v=spf1 ${serverInSpf(smtpUrl)} ~all` },
    ...(dkim ? [dkimRecord(dkim)] : []),
    { name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' },
  ];
}

/** A mail server as SPF names it: by its name, or by the network address that stands for one. */
function serverInSpf(smtpUrl: string): string {
  const { hostname } = new URL(smtpUrl);
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  const version = isIP(address);
  return version === 0 ? `a:${hostname}` : `ip${version}:${address}`;
}

/** A record as a zone file has it: a string of it holds 255 characters. */
export function zoneLine({ name, value }: DnsRecord): string {
  const strings = value.match(/.{1,255}/g) ?? [];
  return `${name}. TXT ${strings.map((part) => `"${part}"`).join(' ')}`;
}

/** The part of a sender's address after the @. */
export function domainOf(from: string): string {
  const address = addressOf(from);
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

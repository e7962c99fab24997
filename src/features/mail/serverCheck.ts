import { createPrivateKey } from 'node:crypto';
import type { Environment } from '#server/env.ts';
import { type Organization, placeholderOrganization } from '#shared/organization.ts';
import { domainOf } from './serverDnsRecords.ts';

/** Of an RSA key, below which receivers take a signature for none (RFC 8301). */
const SAFE_KEY_BITS = 2048;

/**
 * What keeps mail from going out, from arriving or from being allowed, as far as that can be known without the network: a
 * sentence each. The organisation is undefined where it could not be read.
 */
export function missingForMail(
  { mail, publicUrl }: Pick<Environment, 'mail' | 'publicUrl'>,
  organization: Pick<Organization, 'addressLines' | 'email'> | undefined,
): string[] {
  return [
    ...(mail ? missingInSettings(mail) : ['SMTP_URL and MAIL_FROM are not set: mail is off.']),
    !publicUrl.startsWith('https://') &&
      `PUBLIC_URL is ${publicUrl}: the links in mails need an address that begins with https://.`,
    organization?.addressLines.join() === placeholderOrganization.addressLines.join() &&
      "The postal address is still the one of a new site: every mail has to name the organisation's own. The console's Settings tab has it.",
    organization?.email === placeholderOrganization.email &&
      "The email address that readers are told to write to is still the one of a new site. The console's Settings tab has it.",
  ].filter((sentence) => sentence !== false);
}

function missingInSettings({ smtpUrl, from, dkim }: NonNullable<Environment['mail']>): string[] {
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const isForced = searchParams.get('requireTLS') === 'true';
  const domain = domainOf(from);
  return [
    protocol === 'smtp:' &&
      !isHere &&
      !isForced &&
      'SMTP_URL lets mail go out in the clear where the server offers no encryption: let it begin with smtps://, or end with ?requireTLS=true.',
    !dkim &&
      'DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY are not set: mails are signed by nobody, unless the mail server does so.',
    dkim &&
      !isAligned(dkim.domainName.toLowerCase(), domain) &&
      `DKIM_DOMAIN is ${dkim.domainName}, and MAIL_FROM is of ${domain}: such a signature says nothing of the sender.`,
    dkim &&
      keyBits(dkim.privateKey) < SAFE_KEY_BITS &&
      `DKIM_PRIVATE_KEY has ${keyBits(dkim.privateKey)} bits: it takes ${SAFE_KEY_BITS} to be believed.`,
  ].filter((sentence): sentence is string => typeof sentence === 'string');
}

/** As DMARC has it unless told to be strict. */
function isAligned(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

function keyBits(privateKey: string): number {
  return createPrivateKey(privateKey).asymmetricKeyDetails?.modulusLength ?? 0;
}

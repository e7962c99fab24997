// Mail on its way out of the house: one SMTP server, one message at a time.
import { createTransport } from 'nodemailer';
import type { Environment } from './env.ts';

/** What a message says, and to whom. */
export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  date: Date;
  /** Where to switch such mail off by one press, without a sign-in (RFC 8058). Sign-in codes have none. */
  unsubscribeUrl?: string | undefined;
  /** An entry of a calendar, as text/calendar. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; text: string } | undefined;
}

/** What came of a try. */
export type Outcome =
  | { result: 'sent'; code: number; answer: string }
  /** `refused` will not get better by itself: the server does not take mail for this address, or not this one. */
  | { result: 'refused' | 'failed'; code: number | null; answer: string };

/** Where mail goes out. */
export interface Post {
  /** Who writes, as in MAIL_FROM. */
  from: string;
  /** The part of addresses and message IDs after the @. */
  domain: string;
  /** Tries to send a message, until it is told to stop. It does not throw: what went wrong is the outcome. */
  send: (message: Message, stopping?: AbortSignal) => Promise<Outcome>;
}

/** Less than a lease together, so that nobody sends what is still being sent. */
const CONNECT_MILLISECONDS = 10_000;
const SILENCE_MILLISECONDS = 15_000;
const WHOLE_MILLISECONDS = 45_000;

/** The longest answer of a mail server that is kept. */
const MOST_ANSWER_CHARACTERS = 500;

/** What is signed beside nodemailer's own list: without it a one-press unsubscribe is nobody's word. */
const SIGNED_HEADERS = [
  'From',
  'Sender',
  'Reply-To',
  'Subject',
  'Date',
  'Message-ID',
  'To',
  'Cc',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'Auto-Submitted',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
].join(':');

/**
 * The post that the settings name, or null where mail is off.
 *
 * @param wholeMilliseconds how long sending may take as a whole.
 */
export function openPost(
  { mail }: Pick<Environment, 'mail'>,
  wholeMilliseconds = WHOLE_MILLISECONDS,
): Post | null {
  if (!mail) return null;
  const { smtpUrl, from, dkim } = mail;
  const address = addressOf(from);
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const send = async (message: Message, stopping?: AbortSignal): Promise<Outcome> => {
    const transport = createTransport(
      {
        url: smtpUrl,
        connectionTimeout: CONNECT_MILLISECONDS,
        greetingTimeout: CONNECT_MILLISECONDS,
        socketTimeout: SILENCE_MILLISECONDS,
        disableFileAccess: true,
        disableUrlAccess: true,
        ...(dkim && { dkim: { ...dkim, headerFieldNames: SIGNED_HEADERS } }),
      },
      { from },
    );
    // A server that sends a byte now and then is never silent, and would be listened to for ever.
    const tooLong = AbortSignal.timeout(wholeMilliseconds);
    try {
      const { to, subject, text, html, messageId, date, unsubscribeUrl, calendar } = message;
      const { response } = await transport.sendMail({
        to,
        subject: onOneLine(subject),
        text,
        html,
        messageId,
        date,
        signal: stopping ? AbortSignal.any([tooLong, stopping]) : tooLong,
        envelope: { from: address, to },
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl && {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        ...(calendar && { icalEvent: { method: calendar.method, content: calendar.text } }),
      });
      return { result: 'sent', code: codeIn(response) ?? 250, answer: shortened(response) };
    } catch (error) {
      return outcomeOf(error);
    } finally {
      transport.close();
    }
  };
  return { from, domain, send };
}

/** That there was no connection to a mail server, whose name may be wrong. */
export class UnreachedMailServer extends Error {}

/**
 * Signs in to the mail server as every mail does, and sends none.
 *
 * @throws UnreachedMailServer where there was no connection, else Error: with what kept it from that, in the mail server's words
 * or its driver's.
 */
export async function signInToMailServer(
  { smtpUrl }: NonNullable<Environment['mail']>,
  milliseconds: number,
): Promise<void> {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: milliseconds,
    greetingTimeout: milliseconds,
    socketTimeout: milliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.verify();
  } catch (error) {
    const { response, message } = error as { response?: string; message?: string };
    const told = shortened(response ?? message ?? String(error));
    throw isWithoutConnection(error)
      ? new UnreachedMailServer(told, { cause: error })
      : new Error(told, { cause: error });
  } finally {
    transport.close();
  }
}

/** By what nodemailer says of a name that it does not find, and the system of a connection that does not come about. */
function isWithoutConnection(error: unknown): boolean {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  return code === 'EDNS' || syscall === 'connect' || message === 'Connection timeout';
}

/**
 * A text for a header: one line that reads as it is written, whatever a name in it has. `=?` begins what mail programs decode,
 * to line breaks too.
 */
export function onOneLine(text: string): string {
  return text
    .replaceAll(/(?:[^\S\u00a0]|[\p{Cc}\p{Bidi_Control}])+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim();
}

/** The address in `Name <address>`, or the whole where there is no name. */
export function addressOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
}

/** In what answers to these a server refuses the address or the message itself, rather than whoever sends it. */
const ofRecipientOrMessage = new Set(['RCPT TO', 'DATA']);

/** RFC 3463: 5.4 is of networks and routing, 5.7 of security and policy. Neither says that there is no such address. */
const aboutSenderOrRoute = /^5\d\d[ -]5\.[47]\.\d/;

function outcomeOf(error: unknown): Outcome {
  const { responseCode, response, command, message } = error as {
    responseCode?: number;
    response?: string;
    command?: string;
    message?: string;
  };
  const code = responseCode ?? null;
  const isForGood =
    code !== null &&
    code >= 500 &&
    ofRecipientOrMessage.has(command ?? '') &&
    !aboutSenderOrRoute.test(response ?? '');
  return {
    result: isForGood ? 'refused' : 'failed',
    code,
    answer: shortened(response ?? message ?? String(error)),
  };
}

function codeIn(response: string): number | null {
  const code = Number(/^\d{3}/.exec(response)?.[0]);
  return Number.isInteger(code) && code > 0 ? code : null;
}

function shortened(answer: string): string {
  return answer.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_ANSWER_CHARACTERS);
}

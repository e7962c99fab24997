// Mail on its way out: one SMTP server, one message at a time.
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
  /** `refused` will not get better by itself: the server does not take mail for this address, or not this message. */
  | { result: 'refused' | 'failed'; code: number | null; answer: string };

/** Where mail goes out. */
export interface Post {
  /** Who writes, as in MAIL_FROM. */
  from: string;
  /** The part of addresses and message IDs after the @. */
  domain: string;
  /** Tries to send a message, until `stopping` aborts. Does not throw: what went wrong is the outcome. */
  send: (message: Message, stopping?: AbortSignal) => Promise<Outcome>;
}

/** Together less than a lease, so that nobody sends what is still being sent. */
const CONNECT_MILLISECONDS = 10_000;
const SILENCE_MILLISECONDS = 15_000;
const WHOLE_MILLISECONDS = 45_000;

const ANSWER_CHARACTERS = 500;

/** nodemailer's own list lacks the last two, without which nobody vouches for a one-press unsubscribe (RFC 8058). */
const SIGNED_HEADERS =
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding:Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post';

/**
 * The post of the settings, or null if mail is off.
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
  return {
    from,
    domain: address.slice(address.lastIndexOf('@') + 1),
    send: async (message, stopping) => {
      const transport = openTransport(smtpUrl, {
        connect: CONNECT_MILLISECONDS,
        silence: SILENCE_MILLISECONDS,
      });
      // A server that sends a byte now and then is never silent.
      const tooLong = AbortSignal.timeout(wholeMilliseconds);
      try {
        const { to, subject, text, html, messageId, date, unsubscribeUrl, calendar } = message;
        const { response } = await transport.sendMail({
          from,
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
          ...(dkim && { dkim: { ...dkim, headerFieldNames: SIGNED_HEADERS } }),
        });
        return { result: 'sent', code: Number.parseInt(response, 10) || 250, answer: shortened(response) };
      } catch (error) {
        return outcomeOf(error);
      } finally {
        transport.close();
      }
    },
  };
}

function openTransport(smtpUrl: string, { connect, silence }: { connect: number; silence: number }) {
  return createTransport({
    url: smtpUrl,
    connectionTimeout: connect,
    greetingTimeout: connect,
    socketTimeout: silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * Signs in to the mail server as every mail does, and sends none.
 *
 * @throws Error with what kept it from that, in the mail server's words or its driver's.
 */
export async function signInToMailServer(
  { smtpUrl }: NonNullable<Environment['mail']>,
  milliseconds: number,
): Promise<void> {
  const transport = openTransport(smtpUrl, { connect: milliseconds, silence: milliseconds });
  try {
    await transport.verify();
  } catch (error) {
    const { response, message } = error as { response?: string; message?: string };
    throw new Error(shortened(response ?? message ?? String(error)), { cause: error });
  } finally {
    transport.close();
  }
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

/** The address in `Name <address>`, or the whole if there is no name. */
export function addressOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
}

/** RFC 3463: 5.4 is of networks and routing, 5.7 of security and policy. Neither says that there is no such address. */
const isAboutSenderOrRoute = /^5\d\d[ -]5\.[47]\.\d/;

function outcomeOf(error: unknown): Outcome {
  const { responseCode, response, command, message } = error as {
    responseCode?: number;
    response?: string;
    command?: string;
    message?: string;
  };
  // In answers to other commands a server refuses whoever sends it.
  const isOfRecipientOrMessage = command === 'RCPT TO' || command === 'DATA';
  const isForGood =
    isOfRecipientOrMessage && (responseCode ?? 0) >= 500 && !isAboutSenderOrRoute.test(response ?? '');
  return {
    result: isForGood ? 'refused' : 'failed',
    code: responseCode ?? null,
    answer: shortened(response ?? message ?? String(error)),
  };
}

function shortened(answer: string): string {
  return answer.replaceAll(/\s+/g, ' ').trim().slice(0, ANSWER_CHARACTERS);
}

import { createTransport } from 'nodemailer';
import { addressOf, type Environment } from './env.ts';

export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  date: Date;
  /** Where to switch such mail off by one press, without a sign-in (RFC 8058). */
  unsubscribeUrl?: string | undefined;
  /** An entry of a calendar, as text/calendar. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; text: string } | undefined;
}

/** The result of trying to send. */
export type Outcome =
  | { result: 'sent'; code: number; answer: string }
  /** `refused` is final: the server does not take mail for this address, or not this message. */
  | { result: 'refused' | 'failed'; code: number | null; answer: string };

/** Sends mail through the server in the settings. */
export interface Mailer {
  /** The sender, as in MAIL_FROM. */
  from: string;
  /** The part of addresses and message IDs after the @. */
  domain: string;
  /** Tries to send a message until `stopping` aborts. Does not throw: failures are outcomes. */
  send: (message: Message, stopping?: AbortSignal) => Promise<Outcome>;
}

const CONNECT_MILLISECONDS = 10_000;
const SILENCE_MILLISECONDS = 15_000;
/** Less than a lease of the outbox, so that no mail is sent twice at once. */
const WHOLE_MILLISECONDS = 45_000;

const ANSWER_CHARACTERS = 500;

/** The headers that a DKIM signature covers. The last two are required by a one-press unsubscribe (RFC 8058). */
const SIGNED_HEADERS =
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding:Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post';

/**
 * Creates the mailer of the settings. Null if mail is off.
 *
 * @param wholeMilliseconds how long sending one message may take.
 */
export function createMailer(
  { mail }: Pick<Environment, 'mail'>,
  wholeMilliseconds = WHOLE_MILLISECONDS,
): Mailer | null {
  if (!mail) return null;
  const { smtpUrl, from, dkim } = mail;
  const address = addressOf(from);
  return {
    from,
    domain: address.slice(address.lastIndexOf('@') + 1),
    send: async (message, stopping) => {
      const transport = openTransport(smtpUrl, CONNECT_MILLISECONDS, SILENCE_MILLISECONDS);
      // The limit of silence never ends a server that sends a byte now and then.
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

function openTransport(smtpUrl: string, connect: number, silence: number) {
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
 * Signs in to the mail server without sending anything.
 *
 * @throws Error with the words of the mail server or its driver.
 */
export async function signInToMailServer(
  { smtpUrl }: NonNullable<Environment['mail']>,
  milliseconds: number,
): Promise<void> {
  const transport = openTransport(smtpUrl, milliseconds, milliseconds);
  try {
    await transport.verify();
  } catch (error) {
    const { response, message } = error as { response?: string; message?: string };
    throw new Error(shortened(response ?? message ?? String(error)), { cause: error });
  } finally {
    transport.close();
  }
}

/** A text for a header, on one line. Mail programs would decode what follows `=?`, even into line breaks. */
export function onOneLine(text: string): string {
  return text
    .replaceAll(/(?:[^\S\u00a0]|[\p{Cc}\p{Bidi_Control}])+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim();
}

/** RFC 3463: 5.3 and 5.4 are about systems and routing, 5.6 about content, 5.7 about policy. None means a wrong address. */
const isNotAboutAddress = /^5\d\d[ -]5\.[3467]\.\d/;

function outcomeOf(error: unknown): Outcome {
  const { responseCode, response, command, message } = error as {
    responseCode?: number;
    response?: string;
    command?: string;
    message?: string;
  };
  // Refusals of other commands are about the sender.
  const isOfRecipientOrMessage = command === 'RCPT TO' || command === 'DATA';
  const isPermanent =
    isOfRecipientOrMessage && (responseCode ?? 0) >= 500 && !isNotAboutAddress.test(response ?? '');
  return {
    result: isPermanent ? 'refused' : 'failed',
    code: responseCode ?? null,
    answer: shortened(response ?? message ?? String(error)),
  };
}

function shortened(answer: string): string {
  return answer.replaceAll(/\s+/g, ' ').trim().slice(0, ANSWER_CHARACTERS);
}

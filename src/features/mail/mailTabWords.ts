import { dayOf, type Day } from '#shared/dates.ts';
import { formatInstantDay, formatTime } from '#words/dates.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import type { MailRow } from './contract.ts';

/** When a mail went or will be tried: the time of day on the day itself, else the day. */
export function whenWords(mail: MailRow, today: Day, timeZone: TimeZone): string {
  const at = new Date(mail.nextTryAt ?? mail.endedAt ?? mail.createdAt);
  const words = dayOf(at, timeZone) === today ? formatTime(at, timeZone) : formatInstantDay(at, timeZone);
  return mail.nextTryAt ? `next try ${words}` : words;
}

/** What mail servers mean by the numbers that they refuse with most. */
const refusals = new Map([
  [550, 'The address does not exist'],
  [551, 'The address is not of that server'],
  [552, 'The mailbox is full'],
  [553, 'The address is not written as addresses are'],
  [554, 'The server took it for unwanted'],
]);

/** What a mark is, and how it goes. */
const liftWords = 'It is marked: “Send again” lifts the mark if the mail arrives.';

/** Why a mail did not arrive, in words first, the server's number in brackets. Null for one that did, or was not tried. */
export function failureWords({ status, answer, answerCode, isMarked }: MailRow): string | null {
  if (status === 'suppressed') {
    return answer ?? `Not sent: the address was refused for good before.${isMarked ? ` ${liftWords}` : ''}`;
  }
  if (status !== 'failed' && (status !== 'waiting' || answer === null)) return null;
  if (answer === null) return 'It came to be too late to send it.';
  if (answerCode === null) return `The mail server gave no answer: ${answer}`;
  const known = refusals.get(answerCode);
  if (!known) return answer;
  return `${known} (${answerCode}).${isMarked ? ` ${liftWords}` : ''}`;
}

const ordinals = ['none', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

/** At which try a mail went, or how many it has had. */
export function tryWords({ tries }: MailRow): string {
  if (tries === 0) return 'not tried yet';
  return `${ordinals[tries] ?? `${tries}th`} try`;
}

import type { EndpointResponse } from '#shared/endpoint.ts';
import { participantName } from './participantName.ts';
import type { contract } from './contract.ts';
import { MERGE_UNDO_DAYS } from './rules.ts';

/** What a participant has. */
export type Holdings = EndpointResponse<typeof contract.mergePreview>;

/** The participant's number that someone typed, `118` or `#118`, or null. */
export function numberIn(text: string): number | null {
  const digits = /^#?([1-9]\d{0,8})$/.exec(text.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}

/** What a merge does, in words, for the last question before it. */
export function mergeSentence(moving: Holdings, staying: Holdings): string {
  const parts = [
    counted(moving.donations, 'donation'),
    counted(moving.codes, 'reward code'),
    counted(moving.studentIds.length, 'donor ID'),
  ].filter((part) => part !== null);
  const [from, to] = [nameAndNumber(moving), nameAndNumber(staying)];
  const one = moving.donations + moving.codes + moving.studentIds.length === 1;
  const moved =
    parts.length === 0
      ? `${from} is removed`
      : `${listed(parts)} ${one ? 'moves' : 'move'} to ${to}, and ${from} is removed`;
  return `${moved}. It can be taken back for ${MERGE_UNDO_DAYS} days.`;
}

/** What the target lacks and the source has: a merge fills it in. */
export function filledFields(moving: Holdings, staying: Holdings): string[] {
  return (['displayName', 'email', 'phone'] as const)
    .filter((field) => staying.participant[field] === null)
    .map((field) => moving.participant[field])
    .filter((value) => value !== null);
}

/** A participant by name and number, for there may be two of the name. */
export function nameAndNumber({ participant, studentIds }: Holdings): string {
  return `${participantName({ ...participant, studentIds })} (No. ${participant.id})`;
}

function counted(count: number, noun: string): string | null {
  if (count === 0) return null;
  return `${count.toLocaleString('en-CA')} ${noun}${count === 1 ? '' : 's'}`;
}

function listed(parts: string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

import type { SubscriberStatus } from './contract.ts';

/** What a state is called. Where the site sends no mail, nobody waits for a link. */
export function stateWords(status: SubscriberStatus, isMailOn: boolean): string {
  if (status === 'confirmed') return 'Confirmed';
  if (status === 'unsubscribed') return 'Unsubscribed';
  return isMailOn ? 'Waiting' : 'Not confirmed';
}

/** The page that somebody subscribed on. */
export function sourceName(source: string | null): string {
  return source === '/' ? 'Home page' : (source ?? 'Unknown');
}

/** Who gets letters, and what the file of a list so filtered holds. */
export function whatCounts(status: SubscriberStatus | '', isMailOn: boolean): string {
  if (status === 'unsubscribed') {
    return 'Nobody here gets letters. In listmonk, import the export in the mode Blocklist, before each letter.';
  }
  const letters = 'Letters are sent with listmonk: export and import there.';
  if (!isMailOn) {
    const counts =
      'This site sends no mail, so nobody is asked to confirm: every address counts until it unsubscribes.';
    return status === 'waiting' ? `${counts} The export of all holds these, too.` : `${counts} ${letters}`;
  }
  if (status === 'waiting')
    return 'Only confirmed addresses get letters, so those that wait are not exported.';
  return `Only confirmed addresses get letters. ${letters} The export holds no others.`;
}

import { paths } from '#web/paths.ts';

/** All that was done about a person, in the audit log. */
export function personActivity(id: number): string {
  return `${paths.consoleTab('activity')}&participantId=${id}`;
}

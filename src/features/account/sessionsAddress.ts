import { paths } from '#web/paths.ts';

/** Where My account shows the sessions. Without the tab it shows the second factor. */
export const sessionsAddress = `${paths.consoleAccount}?tab=sessions`;

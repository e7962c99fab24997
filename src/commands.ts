import type { Command } from '#server/commandLine.ts';

/** The commands for operators, in the order of the help. */
export const commands: Readonly<Record<string, () => Promise<{ command: Command }>>> = {
  check: () => import('#features/health/checkCommand.ts'),
  admin: () => import('#features/staff/adminCommand.ts'),
  mail: () => import('#features/mail/mailCommand.ts'),
  key: () => import('#features/partners/keyCommand.ts'),
  backup: () => import('#server/backup/backupCommand.ts'),
  restore: () => import('#server/backup/restoreCommand.ts'),
};

const HEAD = `npm start      installs and builds what is missing or stale, then serves on http://localhost:3000
npm run demo   a year of a made-up organisation, thrown away at the end: npm run demo -- --help`;

const FOOT = `CONTRIBUTING.md has what develops and measures the site.
Commands also run without npm: node_modules/.bin/node --run NAME -- … (in a container: node --run NAME -- …).
They read the site's settings (README.md), and end with 0, with 1 where they failed, with 2 for a wrong call.`;

/** What `npm run help` prints. */
export async function help(): Promise<string> {
  const parts: string[] = [];
  for (const [name, load] of Object.entries(commands)) {
    const { summary, usage } = (await load()).command;
    parts.push(`${name}: ${summary}\n${usage.replaceAll(/^(?=.)/gm, '  ')}`);
  }
  return [HEAD, ...parts, FOOT].join('\n\n');
}

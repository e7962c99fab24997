import type { Command } from '#server/commandLine.ts';

/** A script of package.json that is no command: what it is for, and how its options are written, a line for each. */
type Script = Pick<Command, 'summary' | 'usage'>;

type Load = () => Promise<{ command: Command }>;

/** THE LIST of what can be typed after `npm run`, in the groups and the order of the help. A command is loaded when it is asked for. */
export const groups: Readonly<Record<string, Readonly<Record<string, Load | Script>>>> = {
  'Run it': {
    start: script('Installs and builds what is missing or stale, then serves on http://localhost:3000.'),
    demo: script(
      'A year of a made-up organisation, thrown away at the end: what the site is like to use.',
      `npm run demo -- --port=3100   where it listens, PORT or 3000 unless told
npm run demo -- --seed=7      another year: the same number makes the same people and donations
npm run demo -- --days=60     the last days of one: ready sooner`,
    ),
    help: script(
      'Everything that can be typed, with its options.',
      'npm run help -- NAME   one of it; a command says the same after --help',
    ),
  },
  'Look after it': {
    check: () => import('#features/health/checkCommand.ts'),
    admin: () => import('#features/admins/adminCommand.ts'),
    totals: () => import('#server/totals/totalsCommand.ts'),
    mail: () => import('#features/mail/mailCommand.ts'),
    key: () => import('#features/partners/keyCommand.ts'),
  },
  'Move it': {
    backup: () => import('#server/backup/backupCommand.ts'),
    restore: () => import('#server/backup/restoreCommand.ts'),
  },
  'Develop it': {
    dev: script(
      'The server, restarted on each change, and Vite in front of it.',
      'npm run dev -- --mode french   in French, at /fr',
    ),
    build: script('Builds what users get, whether it is stale or not.'),
    test: script(
      'Types, lint, format, unit and HTTP tests, and one path through the site in a browser.',
      'npm test -- pickups   the tests of one room',
    ),
    'test:all': script('What CI runs: the tests above, those of processes and the browser.'),
    'test:full': script('All of that, with slow tests and Lighthouse.'),
    typecheck: script('Browser, server, shared and browser tests, each as a project of its own.'),
    lint: script('oxlint, with the rules on who may import whom.'),
    format: script('oxfmt on every file.'),
    map: script('Every screen and endpoint with its file.'),
    'migrate:generate': script(
      'The migration that brings a database to src/server/schema.ts.',
      'npm run migrate:generate -- --name what_it_adds',
    ),
    pictures: script("The README's pictures, the social cards and the icons, made anew."),
    fonts: script('The fonts of src/web/fonts, made anew.'),
  },
  'Measure it': {
    bench: script(
      'How long the main calls take among 100,000 donations; ends with 1 where one misses its aim.',
      `npm run bench -- --postgres=URL   in a new database of this server, dropped at the end
npm run bench -- --seconds=5      how long each is measured`,
    ),
  },
};

function script(summary: string, usage = ''): Script {
  return { summary, usage };
}

/** What the list says of a name; undefined if it is not in it. */
export async function find(name: string): Promise<Command | Script | undefined> {
  const found = new Map(Object.values(groups).flatMap((group) => Object.entries(group))).get(name);
  return typeof found === 'function' ? (await found()).command : found;
}

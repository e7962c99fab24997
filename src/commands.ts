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
    audit: () => import('#features/audit/auditCommand.ts'),
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
    mails: script('One of each mail in each language, and pictures of it, in test-results/mails.'),
    pictures: script("The README's pictures, the social cards and the icons, made anew."),
    fonts: script('The fonts of src/web/fonts, made anew.'),
  },
  'Measure it': {
    bench: script(
      'How fast the app is, beside a bare server that does the same SQL; a whole run writes docs/evidence/performance.md.',
      `npm run bench -- --sizes=10000,100000 --databases=postgres,embedded   those alone
npm run bench -- --only=NAME --only=NAME                              these operations alone
npm run bench -- --rounds=3 --seconds=1                               how often and how long each is measured`,
    ),
    'bench:lists': script("How long the console's lists take on PostgreSQL; writes docs/evidence/lists.md."),
    'bench:exports': script(
      'How fast lists leave as CSV, and who waits meanwhile; a whole run writes docs/evidence/exports.md.',
      'npm run bench:exports -- --sizes=10000 --databases=postgres   those alone',
    ),
    'bench:scaling': script(
      'What a second process on the same PostgreSQL gains.',
      'npm run bench:scaling -- --donations=100000 --rounds=5 --seconds=4',
    ),
    'bench:statements': script(
      "The ledger's list and the stores' accounts among a year; writes docs/evidence/statements.md.",
    ),
    'bench:writes': script(
      'What a donation and a use of a code cost PostgreSQL, and what that buys; a whole run writes docs/evidence/writes.md.',
      'npm run bench:writes -- --donations=100000 --rounds=3',
    ),
    'bench:mechanisms': script(
      'What mechanisms of our own earn; a whole run writes docs/evidence/mechanisms.md.',
      'npm run bench:mechanisms -- --donations=100000 --rounds=41',
    ),
    'bench:small': script(
      'How much memory the embedded site takes at work, under a limit; writes docs/evidence/small-machine.md.',
      'npm run bench:small -- --donations=100000 --limit=512   in MB',
    ),
    'bench:sign-ins': script(
      'Whether the time of a sign-in tells who has given here.',
      'npm run bench:sign-ins -- --calls=1000',
    ),
    'bench:browser': script(
      'How fast the site is in a browser; a whole run writes docs/evidence/browser-speed.md.',
      `npm run bench:browser -- --only=phone,tabs,scrolling,typing,delivery   those sections alone
npm run bench:browser -- --donations=100000 --rounds=5`,
    ),
    'bench:scan': script(
      "From a code in the camera's view to the verdict; a whole run writes docs/evidence/scanning.md.",
      'npm run bench:scan -- --rounds=25',
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

// `node bench/performance/report.ts`: makes docs/evidence/performance.md of the parts that `npm run bench` measured.
import { writeFile } from 'node:fs/promises';
import { databaseKinds, databaseNames } from '../database.ts';
import { type InstallSize, type Made, type Part, readInstallSize, readParts, type Row } from './parts.ts';
import { growthOf, median, partOf, ratioOf, reasons, type Target, targets, whole } from './targets.ts';

const FILE = 'docs/evidence/performance.md';

/** The sizes of a whole run. */
export const sizes = [10_000, 100_000, 1_000_000] as const;

/**
 * Writes the document from the parts that were kept.
 *
 * @throws Error if one is missing.
 */
export async function writeReport(): Promise<void> {
  const all = await readParts();
  const parts = databaseKinds.flatMap((kind) => sizes.map((donations) => partOf(all, kind, donations)));
  if (parts.includes(undefined)) {
    const missing = parts.flatMap((part, index) => (part ? [] : [nameOfPart(index)]));
    throw new Error(`There is no report yet: ${missing.join(', ')} were not measured.`);
  }
  await writeFile(FILE, report(parts as Part[], await readInstallSize()));
}

function nameOfPart(index: number): string {
  const kind = databaseKinds[Math.floor(index / sizes.length)] ?? 'postgres';
  return `${whole(sizes[index % sizes.length] ?? 0)} donations on ${databaseNames[kind]}`;
}

const columns = [
  'operation',
  'conn.',
  'a second',
  'p50 ms',
  'p99 ms',
  'CPU ms',
  'MB',
  'limit a second',
  'limit p50 ms',
  'limit CPU ms',
  'ratio',
  'refused',
];

/** A row of figures, as in the document's tables. */
export function lineOf(row: Row): string {
  const { operation, connections, app, limit } = row;
  const refused = app.refused + limit.refused;
  const cells = [
    operation,
    connections,
    whole(app.perSecond),
    milliseconds(app.p50),
    milliseconds(app.p99),
    milliseconds(app.cpu),
    megabytes(app.resident),
    whole(limit.perSecond),
    milliseconds(limit.p50),
    milliseconds(limit.cpu),
    ratioOf(row).toFixed(2),
    refused === 0 ? '0' : `**${app.refused} by the app, ${limit.refused} by the limit**`,
  ];
  return `| ${cells.join(' | ')} |`;
}

function tableOf(head: readonly string[], lines: readonly string[]): string {
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [`| ${head.join(' | ')} |`, `| ${rule.join(' | ')} |`, ...lines].join('\n');
}

function report(parts: readonly Part[], install: InstallSize | undefined): string {
  return `# How fast it is

${introduction(parts)}

## What was to be reached

${targets(parts, install).map(targetLine).join('\n')}

${reasonLines(targets(parts, install)).join('\n')}

## How it grows

Milliseconds of the middle request (p50) with the fewest and the most donations, and how many times as long it takes with the most, at one connection and at 32. Of each
operation both were measured in turn, round by round, like the app and its limit; here the quickest round counts: of three times as many, but for redeem, confirm and the CSV. The CSV's are
milliseconds for each row.${farPages(parts)}${loggedMeanwhile(parts)}

${databaseKinds.map((kind) => growthTable(parts, kind)).join('\n\n')}

## Start and idle memory

From the start of the process that \`npm start\` runs to the first 200 for \`GET /healthz\`, and the memory that it
holds once it has done what it does after a start: the middle of ${parts[0]?.start.ready.length ?? 0} starts, and the range.

${startTable(parts)}

## What an installation takes

${installSection(install)}

${parts.map(partSection).join('\n\n')}
`;
}

function introduction(parts: readonly Part[]): string {
  const mades = parts.map(({ made }) => made);
  const [made] = mades;
  if (!made) return '';
  const days = [...new Set(mades.map(({ day }) => day))].toSorted();
  const isOneRun = isSame(mades, (one) => JSON.stringify(one));
  return `Made by \`npm run bench\` on ${days.join(' and ')}, Node ${made.node}, ${made.machine}.${
    isOneRun ? '' : whatDiffers(mades)
  }
The app runs as \`npm start\` runs it, with \`RATE_LIMITS=off\` and its usual log. Beside it runs *the limit*: a bare \`node:http\`
server that sends the same SQL, recorded while the app answered, through the same driver to the same rows, in the same
transactions, each statement by itself, prepared where the app prepares it, and answers what came back. The limit signs nobody in beyond that SQL, checks nothing and shapes nothing. For the landing
page it answers the same bytes from memory, and for what the app keeps for a second (site info, community summary) it reads one prepared row each time. App, limit, PostgreSQL and the client that loads them share the machine; the database keeps
each commit (\`fsync\` on). Rounds: ${made.rounds} of ${made.seconds} s each, app and limit in turn; the one in the middle counts. *Ratio* is the app's
requests a second over the limit's. *CPU* is the server process's own time for each request, on the embedded database the database's
included. *MB* is its resident memory at the end of the round.`;
}

function isSame(mades: readonly Made[], what: (made: Made) => string): boolean {
  return new Set(mades.map(what)).size === 1;
}

/** What a reader must know of parts that were not measured in one go. */
function whatDiffers(mades: readonly Made[]): string {
  const differences = [
    isSame(mades, ({ build }) => build) ? 'of one build' : '**of builds that differ**',
    ...(isSame(mades, ({ machine, node }) => machine + node)
      ? []
      : ['**on machines or versions of Node that differ**']),
    ...(isSame(mades, ({ rounds, seconds }) => `${rounds} ${seconds}`)
      ? []
      : ['**with rounds that differ**']),
  ];
  return `\nThe parts were measured one by one, with \`--databases\` and \`--sizes\`, ${differences.join(', ')}, and put together by \`node bench/performance/report.ts\`.`;
}

function targetLine({ sentence, isMet, found }: Target): string {
  const verdict = isMet === null ? 'Unknown' : isMet ? 'Met' : '**Not met**';
  return `- ${verdict}: ${sentence} — ${found}.`;
}

function reasonLines(all: readonly Target[]): string[] {
  const operations = new Set(all.flatMap(({ missedBy = [] }) => missedBy));
  const known = [...operations].filter((operation) => reasons[operation] !== undefined);
  if (operations.size === 0) return [];
  const unknown = [...operations].filter((operation) => reasons[operation] === undefined);
  return [
    'Why, as profiles and plans say:',
    '',
    ...known.map((operation) => `- *${operation}*: ${reasons[operation]}`),
    ...unknown.map(
      (operation) =>
        `- *${operation}*: not looked into. One run differs from the next by a tenth or two; more than that has a cause.`,
    ),
  ];
}

/** Where a page is not the same at each size, its growth is that of the offset too. */
function farPages(parts: readonly Part[]): string {
  const notes = parts.flatMap(({ donations, rows }) =>
    rows.flatMap(({ note }) => (note ? [`${note} with ${whole(donations)} donations`] : [])),
  );
  const told = [...new Set(notes)].map((note) => ` ${note}.`).join('');
  return told && `\nA list has too few rows for page 200 there:${told}`;
}

/** The fewest become more by what is logged into them. */
function loggedMeanwhile(parts: readonly Part[]): string {
  const counts = databaseKinds.flatMap((kind) => {
    const { growth = [] } = partOf(parts, kind, sizes[2]) ?? {};
    const logged = growth.filter(({ operation }) => operation === 'log a donation');
    return logged.length > 0 ? [logged.reduce((sum, one) => sum + one.smallRequests, 0)] : [];
  });
  if (counts.length === 0) return '';
  return ` Where redeem and confirm were measured, ${whole(Math.min(...counts))} donations or more had been logged to the ${whole(sizes[0])}.`;
}

function growthTable(parts: readonly Part[], kind: Part['database']): string {
  const largest = partOf(parts, kind, sizes[2]);
  const alone = largest?.growth?.filter(({ connections }) => connections === 1) ?? [];
  const lines = alone.map(({ operation, small, large }) => {
    const growths = [1, 32].map(
      (connections) => growthOf(largest, operation, connections)?.toFixed(2) ?? '–',
    );
    return `| ${[operation, milliseconds(small.p50), milliseconds(large.p50), ...growths].join(' | ')} |`;
  });
  const head = [`on ${databaseNames[kind]}`, whole(sizes[0]), whole(sizes[2]), 'growth', 'growth at 32'];
  return tableOf(head, lines);
}

function startTable(parts: readonly Part[]): string {
  const lines = parts.map(({ database, donations, start }) => {
    const seconds = start.ready.map((time) => time / 1000);
    const range = `${Math.min(...seconds).toFixed(2)} to ${Math.max(...seconds).toFixed(2)}`;
    const idle = `${megabytes(Math.min(...start.idle))} to ${megabytes(Math.max(...start.idle))}`;
    const cells = [whole(donations), median(seconds).toFixed(2), range, megabytes(median(start.idle)), idle];
    return `| ${[databaseNames[database], ...cells].join(' | ')} |`;
  });
  return tableOf(['on', 'donations', 'ready after s', 'range', 'idle MB', 'range'], lines);
}

function installSection(install: InstallSize | undefined): string {
  if (!install) return 'Not measured: `node bench/performance/installSize.ts` does it.';
  const lines = install.largest.map(({ name, bytes }) => `| ${name} | ${(bytes / 1e6).toFixed(1)} |`);
  return `\`npm ci --omit=dev\` into an empty folder on ${install.platform}, ${install.day}, by \`node bench/performance/installSize.ts\`: ${(install.total / 1e6).toFixed(0)} MB in
${install.packages} packages, Node itself included. The largest:

${tableOf(['package', 'MB'], lines)}`;
}

function partSection({ database, donations, rows, made, fillSeconds }: Part): string {
  const notes = [...new Set(rows.flatMap(({ note }) => note ?? []))];
  const few = rows.filter((row) => row.kind !== 'rows' && isFew(row)).map(({ operation }) => operation);
  if (few.length > 0) notes.push(`Too few answers in a round to say much: ${[...new Set(few)].join(', ')}`);
  const name = databaseNames[database];
  return `## ${name.slice(0, 1).toUpperCase()}${name.slice(1)}, ${whole(donations)} donations

Measured on ${made.day}; filled in ${whole(fillSeconds)} s.${notes.map((note) => ` ${note}.`).join('')}

${tableOf(columns, rows.map(lineOf))}`;
}

function isFew({ app, limit, connections }: Row): boolean {
  return Math.min(app.requests, limit.requests) < 2 * connections;
}

function milliseconds(time: number | null): string {
  if (time === null) return '–';
  return time < 0.1 ? time.toFixed(4) : time.toFixed(2);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

if (import.meta.main) await writeReport();

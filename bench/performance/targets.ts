import { databaseNames } from '../database.ts';
import type { InstallSize, Part, Row } from './parts.ts';

/** Something that was to be reached, and whether the figures say that it was. */
export interface Target {
  sentence: string;
  /** Null where it was not measured. */
  isMet: boolean | null;
  /** What it says in figures. */
  found: string;
  /** The operations that miss it. */
  missedBy?: string[];
}

const deepPage =
  'It passes over the 9,950 rows before it in an index; with a million donations that no longer fits the caches that it fits with ten thousand.';

const uncertain =
  'With 100,000 donations 13,300 fit, which is near what the sample can tell from 10,000. It is drawn anew every ten minutes: by one draw “more than 10,000” is proven and nothing is counted, by another it is counted, which takes most of the time. The limit repeats what was recorded by a draw of before: where one counts and the other does not, the ratio is a tenth or ten.';

const throughSample =
  'The app looks through its sample, builds the statement anew, reads each row into values and writes it by its schema; the limit passes on what the database sent.';

/** Why an operation takes longer than was hoped, as profiles and plans say. */
export const reasons: Readonly<Record<string, string>> = {
  'CSV of everything, by row':
    'Each row becomes an object, its instants become dates and are written out again, and each cell is guarded against formulas and quoted. The limit joins what PostgreSQL sent.',
  'admin summary':
    'The answer tells of fifty donations and two hundred bins. Each of their columns becomes a value of an object and is written by its schema; the limit passes on the text that PostgreSQL sent. With a million donations the fifty names are looked up in an index that is a level deeper, and PostgreSQL plans the statement of the figures anew at each call; with ten thousand it keeps a plan.',
  'audit page':
    'Fifty rows with an instant and a JSON document each: both are read into values and written again, which the limit does not.',
  'participants by total':
    'Each row gets the donor IDs that another statement finds. The limit passes on what the statements gave.',
  redeem:
    'Beside the statements the app hashes the PIN, signs a cookie that makes the browser a till, reads the request by its schema and writes a line of log. With a million donations on the embedded database the limit takes longer, too; three rounds tell it, and it was not looked into.',
  'donor summary': 'Four lists are read into values and written by their schema; the limit passes them on.',
  'search with a donor ID and dates':
    'With a hundred times the donors 111 times as many donor IDs hold these figures. Half of the time the index takes to find their donations, and half goes to reading each to see its date. Each row on the page is read into values and written by its schema; the limit passes it on.',
  'search with a street and dates': uncertain,
  'search with a street and dates, page 200': uncertain,
  'codes of a common name': throughSample,
  'log entries of a common action':
    'The log begins with some 1,950 entries of other actions, 1,750 of which the app wrote at its first start. The limit repeats the walk that was recorded before, embedded on a copy without them; the app chooses its way by its sample, and with ten thousand donations gathers what is behind them.',
  'search, page 200': deepPage,
  'participants of a common name': throughSample,
};

/** The targets for speed hold at this size. */
const DONATIONS = 100_000;
const CONNECTIONS = 32;
const READ_RATIO = 0.8;
const WRITE_RATIO = 0.7;
const KEPT_RATIO = 0.7;
const EMBEDDED_RATIO = 0.7;
const GROWTH = 1.5;
const INSTALL_BYTES = 450e6;
const ready = { postgres: 1000, embedded: 2500 } as const;
const idle = { postgres: 200e6, embedded: 350e6 } as const;

/** Every target, judged by what was measured. */
export function targets(parts: readonly Part[], install: InstallSize | undefined): Target[] {
  const postgres = partOf(parts, 'postgres', DONATIONS);
  const embedded = partOf(parts, 'embedded', DONATIONS);
  const isWrite = ({ kind }: Row) => kind === 'write';
  const isKept = ({ kind }: Row) => kind === 'kept';
  const isRead = (row: Row) => !isWrite(row) && !isKept(row);
  const where = `with ${whole(DONATIONS)} donations and ${CONNECTIONS} connections`;
  return [
    speedTarget(
      `On PostgreSQL ${where}, each read reaches ${READ_RATIO} of the limit`,
      postgres,
      isRead,
      READ_RATIO,
    ),
    speedTarget(
      `On PostgreSQL ${where}, each write reaches ${WRITE_RATIO} of the limit`,
      postgres,
      isWrite,
      WRITE_RATIO,
    ),
    speedTarget(
      `On PostgreSQL ${where}, what is kept for a second reaches ${KEPT_RATIO} of a bare server that reads one prepared row`,
      postgres,
      isKept,
      KEPT_RATIO,
    ),
    speedTarget(
      `Embedded ${where}, each operation reaches ${EMBEDDED_RATIO} of the limit`,
      embedded,
      () => true,
      EMBEDDED_RATIO,
    ),
    ...(['postgres', 'embedded'] as const).map((kind) => growthTarget(parts, kind)),
    ...[postgres, embedded].flatMap((part) => (part ? startTargets(part) : [])),
    installTarget(install),
    refusedTarget(parts),
  ];
}

/** How long an operation takes with the most donations, over how long with the fewest; null if unknown. */
export function growthOf(part: Part | undefined, operation: string, connections: number): number | null {
  const found = part?.growth?.find((one) => one.operation === operation && one.connections === connections);
  return found?.small.p50 && found.large.p50 ? found.large.p50 / found.small.p50 : null;
}

export function partOf(parts: readonly Part[], kind: Part['database'], donations: number): Part | undefined {
  return parts.find((part) => part.database === kind && part.donations === donations);
}

/** The app's requests each second over the limit's. */
export function ratioOf({ app, limit }: Row): number {
  return app.perSecond / limit.perSecond;
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export function whole(count: number): string {
  return Math.round(count).toLocaleString('en-CA');
}

function speedTarget(
  sentence: string,
  part: Part | undefined,
  isMeant: (row: Row) => boolean,
  least: number,
): Target {
  // A file is sent on one connection.
  const rows = part?.rows.filter(
    (row) => isMeant(row) && (row.connections === CONNECTIONS || row.kind === 'rows'),
  );
  if (!rows || rows.length === 0) return unmeasured(sentence);
  const below = rows.filter((row) => !(ratioOf(row) >= least));
  const lowest = Math.min(...rows.map(ratioOf)).toFixed(2);
  const named = below.map((row) => `${row.operation} ${ratioOf(row).toFixed(2)}`).join(', ');
  return {
    sentence,
    isMet: below.length === 0,
    missedBy: below.map(({ operation }) => operation),
    found:
      below.length === 0 ? `the lowest is ${lowest}` : `${below.length} of ${rows.length} do not: ${named}`,
  };
}

function growthTarget(parts: readonly Part[], kind: Part['database']): Target {
  const sentence = `On ${databaseNames[kind]}, nothing takes more than ${GROWTH} times as long with 1,000,000 donations as with 10,000`;
  const largest = partOf(parts, kind, 1_000_000);
  const measured = largest?.growth?.filter(({ connections }) => connections === 1) ?? [];
  const grown = measured.map(({ operation }) => ({ operation, growth: growthOf(largest, operation, 1) }));
  if (grown.length === 0) return unmeasured(sentence);
  // What is unknown is not met.
  const above = grown.filter(({ growth }) => growth === null || growth > GROWTH);
  const named = above.map(({ operation, growth }) => `${operation} ${growth?.toFixed(2) ?? 'unknown'}`);
  const most = Math.max(...grown.map(({ growth }) => growth ?? Infinity)).toFixed(2);
  return {
    sentence: `${sentence}, at one connection`,
    isMet: above.length === 0,
    missedBy: above.map(({ operation }) => operation),
    found:
      above.length === 0
        ? `the most is ${most} times`
        : `${above.length} of ${grown.length} do: ${named.join(', ')}`,
  };
}

function startTargets({ database, start }: Part): Target[] {
  const where = `With ${whole(DONATIONS)} donations on ${databaseNames[database]}`;
  const milliseconds = median(start.ready);
  const bytes = median(start.idle);
  return [
    {
      sentence: `${where}, the server answers within ${ready[database] / 1000} s of its start`,
      isMet: milliseconds <= ready[database],
      found: `it takes ${(milliseconds / 1000).toFixed(2)} s`,
    },
    {
      sentence: `${where}, the idle server holds at most ${idle[database] / 1e6} MB`,
      isMet: bytes <= idle[database],
      found: `it holds ${(bytes / 1e6).toFixed(0)} MB`,
    },
  ];
}

function installTarget(install: InstallSize | undefined): Target {
  const sentence = `An installation by npm start takes less than ${INSTALL_BYTES / 1e6} MB, Node included`;
  if (!install) return unmeasured(sentence);
  return {
    sentence,
    isMet: install.total < INSTALL_BYTES,
    found: `it takes ${(install.total / 1e6).toFixed(0)} MB`,
  };
}

function refusedTarget(parts: readonly Part[]): Target {
  const refused = parts
    .flatMap(({ rows, growth = [] }) => [
      ...rows.map(({ app, limit }) => app.refused + limit.refused),
      ...growth.map(({ small, large }) => small.refused + large.refused),
    ])
    .filter((count) => count > 0);
  return {
    sentence: 'No request was refused, on either side',
    isMet: refused.length === 0,
    found:
      refused.length === 0
        ? 'none was'
        : `some were in ${refused.length} rows, marked below: they say nothing`,
  };
}

function unmeasured(sentence: string): Target {
  return { sentence, isMet: null, found: 'it was not measured' };
}

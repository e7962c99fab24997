import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { uploadName } from '#shared/fields.ts';
import { getTableName } from 'drizzle-orm';
import { backups } from '#server/schema.ts';
import { tablesOfTotals } from '#server/totals/checkTotals.ts';

/** What a backup file holds. A restore takes these names and no others, whoever made the file. */

export const FORMAT = 1;
/** The first entry: what the file is and what it belongs to. */
export const ABOUT_NAME = 'reround-backup.json';
export const KEY_NAME = 'secret.key';
export const COUNTS_NAME = 'counts.json';
/** Says which key the other rows belong to. */
export const SITE_KEY_TABLE = 'site_key';

/**
 * No backup has their rows: triggers count totals anew as rows are restored, and which backups there are is the history of one
 * site, of which a copy knows nothing.
 */
export const tablesLeftOut: readonly string[] = [...tablesOfTotals, getTableName(backups)];

/** What of `pg_class` has rows of its own: a table in partitions as one, whatever partitions it has. */
export const IS_TABLE =
  "relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition";

const MEGABYTE = 1024 * 1024;
/** So large a piece of a table may be, packed or not: one text in memory holds no more. */
export const PIECE_BYTES = 512 * MEGABYTE;

const kinds = {
  about: { form: /^reround-backup\.json$/, atMost: MEGABYTE },
  table: { form: /^tables\/([a-z_]+)\/\d{6,}\.jsonl\.gz$/, atMost: PIECE_BYTES },
  key: { form: /^secret\.key$/, atMost: 4096 },
  photo: { form: /^photos\/(.+)$/, atMost: 32 * MEGABYTE },
  counts: { form: /^counts\.json$/, atMost: MEGABYTE },
} as const;

export type EntryKind = keyof typeof kinds;

/** In the order in which a backup has them. Of tables and photos there are many, of the others one at most. */
const order = Object.keys(kinds) as EntryKind[];
const many = new Set<EntryKind>(['table', 'photo']);

export interface Entry {
  kind: EntryKind;
  /** The table or the photo that it is of; nothing for the others. */
  of: string;
}

export const tableEntry = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.jsonl.gz`;

export const photoEntry = (photo: string): string => `photos/${photo}`;

/** What an entry is by its name; null where no backup has an entry of that name and size. */
export function entryOf(name: string, size: number): Entry | null {
  for (const kind of order) {
    const { form, atMost } = kinds[kind];
    const found = form.exec(name);
    if (!found) continue;
    const [, of = ''] = found;
    return size <= atMost && (kind !== 'photo' || uploadName.test(of)) ? { kind, of } : null;
  }
  return null;
}

/** Whether entries of one kind come behind those of another. */
export function isBehind(before: EntryKind, kind: EntryKind): boolean {
  return order.indexOf(kind) > order.indexOf(before);
}

/** Whether a backup may have an entry of one kind next after one of another, or as its first. */
export function mayFollow(before: EntryKind | null, kind: EntryKind): boolean {
  return before === null || isBehind(before, kind) || (before === kind && many.has(kind));
}

/** By what a version of ReRound knows whether it can restore a backup. */
export const aboutVersion = z.object({
  format: z.int(),
  /** When the newest migration of the database was written: what tells migrations apart. */
  migration: z.int(),
});

/** What a backup says of itself, in its first entry. */
export const aboutBackup = aboutVersion.extend({
  madeAt: z.union([z.iso.datetime(), z.literal('')]),
  /** Which secret key the backup belongs to, without giving the key away. */
  keyFingerprint: z.string().regex(/^[\w-]*$/),
  /** In the order in which they can be filled: those that others refer to first. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })).min(1),
  /** The last number that each counter gave; null for one that gave none. */
  sequences: z.array(
    z.object({
      name: z.string(),
      last: z
        .string()
        .regex(/^\d{1,19}$/)
        .nullable(),
    }),
  ),
});

export type About = z.infer<typeof aboutBackup>;

/** Whether a backup names only tables, columns and counters that the site had after the backup's migration, each once. */
export function namesOnlyKnown({ migration, tables, sequences }: About): boolean {
  const known = namesAt(migration);
  return (
    isDistinct(tables.map(({ name }) => name)) &&
    tables.every(({ name, columns }) => {
      const knownColumns = known.columns.get(name);
      return isDistinct(columns) && columns.every((column) => knownColumns?.has(column) === true);
    }) &&
    sequences.every(({ name }) => known.sequences.has(name))
  );
}

function isDistinct(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

const metaFolder = fileURLToPath(new URL('../../../migrations/meta', import.meta.url));

interface Snapshot {
  tables: Record<
    string,
    {
      name: string;
      columns: Record<string, { name: string; generated?: unknown; identity?: { name: string } }>;
    }
  >;
}

/** The columns that are backed up, by table, and the counters, as drizzle-kit noted them with a migration. */
function namesAt(migration: number): { columns: Map<string, Set<string>>; sequences: Set<string> } {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(metaFolder, file), 'utf8'));
  const { entries } = read('_journal.json') as { entries: { tag: string; when: number }[] };
  const tag = entries.find(({ when }) => when === migration)?.tag ?? '';
  const snapshot = read(`${tag.split('_')[0]}_snapshot.json`) as Snapshot;
  const tables = Object.values(snapshot.tables);
  const kept = tables.filter(({ name }) => !tablesLeftOut.includes(name));
  const columnsOf = (table: (typeof kept)[number]) => Object.values(table.columns);
  return {
    columns: new Map(
      kept.map((table) => [
        table.name,
        new Set(columnsOf(table).flatMap(({ name, generated }) => (generated ? [] : [name]))),
      ]),
    ),
    sequences: new Set(kept.flatMap(columnsOf).flatMap(({ identity }) => (identity ? [identity.name] : []))),
  };
}

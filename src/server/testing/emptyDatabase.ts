import { getTableName, is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/database.ts';
import * as schema from '#server/db/schema.ts';

/** Every table of the schema. */
export const everyTable = Object.values(schema).filter((value) => is(value, PgTable));

const counters = everyTable.flatMap((table) => {
  const { name, columns } = getTableConfig(table);
  const counted = columns.filter(({ generatedIdentity }) => generatedIdentity);
  return counted.map((column) => `pg_get_serial_sequence('${name}', '${column.name}')`);
});

const deletions = everyTable
  .map(getTableName)
  .filter((name) => name !== getTableName(schema.settings))
  .map((name) => `from_${name} as (delete from ${name})`);

// Deleting the few rows of a test is many times quicker than TRUNCATE, which makes new files for every index. One
// statement deletes from all tables in no order, since references are checked at its end.
const empty = `do $$
begin
  -- Past the triggers: the ledger refuses to be emptied.
  perform set_config('session_replication_role', 'replica', true);
  with ${deletions.join(', ')} delete from settings;
  insert into settings default values;
  ${counters.map((counter) => `perform setval(${counter}, 1, false);`).join(' ')}
end $$`;

/** Empties every table, starts their counters anew and puts the settings back to their defaults. */
export async function emptyDatabase(database: Database): Promise<void> {
  await database.execute(sql.raw(empty));
}

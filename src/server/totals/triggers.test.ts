import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Executor } from '#server/database.ts';
import { openTestDatabase } from '#server/testing/testDatabase.ts';

/** Every function, trigger and view that a migration made for the totals, as the database words it. */
async function definitions(executor: Executor): Promise<{ name: string; definition: string }[]> {
  const { rows } = await executor.execute<{ name: string; definition: string }>(sql`
    select 'function ' || oid::regprocedure as name, pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    union all
    select 'trigger ' || tgname || ' on ' || tgrelid::regclass, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all
    select 'view ' || oid::regclass, pg_get_viewdef(oid) from pg_class
    where relkind = 'v' and relnamespace = 'public'::regnamespace
    order by name`);
  return rows
    .filter(({ name }) => !/ refuse_/.test(name))
    .map(({ name, definition }) => ({ name, definition: unspaced(definition) }));
}

/** A function's body is kept as it was written, and one in a migration is not indented as one in a file. */
function unspaced(definition: string): string {
  return definition.replaceAll(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')');
}

test('triggers.sql is what the migrations have made, no more and no less', async () => {
  const source = await readFile(new URL('triggers.sql', import.meta.url), 'utf8');
  const { database, close } = await openTestDatabase();
  try {
    const migrated = await definitions(database);
    const names = (kind: string) =>
      migrated.filter(({ name }) => name.startsWith(kind)).map(({ name }) => name.slice(kind.length));
    await database.transaction(async (transaction) => {
      await transaction.execute(sql.raw(`drop view ${names('view ').join(', ')}`));
      // Their triggers go with them.
      await transaction.execute(sql.raw(`drop function ${names('function ').join(', ')} cascade`));
      expect(await definitions(transaction)).toEqual([]);
      await transaction.execute(sql.raw(source));
      expect(await definitions(transaction)).toEqual(migrated);
    });
  } finally {
    await close();
  }
});

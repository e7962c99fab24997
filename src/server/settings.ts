import { settings } from '#server/db/schema.ts';
import type { Executor } from '#server/db/database.ts';

export type SettingsRow = typeof settings.$inferSelect;

/** The site's settings: one row, which the first migration inserts. */
export async function readSettings(executor: Executor): Promise<SettingsRow> {
  return onlyRow(await executor.select().from(settings));
}

export function onlyRow<Row>([row]: Row[]): Row {
  if (!row) throw new Error('The settings row is missing; migrations put it there.');
  return row;
}

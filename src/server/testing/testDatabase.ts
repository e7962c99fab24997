import { readFile } from 'node:fs/promises';
import { inject } from 'vitest';
import { connectEmbedded, type OpenDatabase } from '#server/database.ts';
import { openMemoryDatabase } from '#server/embedded.ts';
import { createServerDatabase } from './serverDatabase.ts';

/** A database of a test file's own, migrated and empty: on the server that TEST_DATABASE_URL names, else embedded. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const template = inject('databaseTemplate');
  if ('imagePath' in template) {
    const image = new Blob([await readFile(template.imagePath)]);
    return connectEmbedded(await openMemoryDatabase(image));
  }
  return await createServerDatabase(template.serverUrl, template.templateName);
}

/** A database without tables, as a new site finds it. */
export async function openBlankDatabase(): Promise<OpenDatabase> {
  const template = inject('databaseTemplate');
  return 'imagePath' in template
    ? connectEmbedded(await openMemoryDatabase())
    : await createServerDatabase(template.serverUrl);
}

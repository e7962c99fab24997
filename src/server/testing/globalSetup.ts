import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { connectEmbedded, migrateDatabase, openServerDatabase } from '#server/database.ts';
import { openMemoryDatabase } from '#server/embedded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What each test file's database is copied from: an image file, or a template on a server. */
    databaseTemplate: { imagePath: string } | { serverUrl: string; templateName: string };
  }
}

const nothing = async () => {};

/** Migrates one database, of which every test file then gets a copy: that is much quicker than migrating each. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const serverUrl = process.env['TEST_DATABASE_URL'];
  return serverUrl ? await templateOnServer(project, serverUrl) : await imageInFile(project);
}

async function imageInFile(project: TestProject): Promise<() => Promise<void>> {
  const embedded = await openMemoryDatabase();
  const opened = connectEmbedded(embedded);
  await migrateDatabase(opened.database, nothing);
  const image = await embedded.database.dumpDataDir('none');
  await opened.close();
  const directory = await mkdtemp(join(tmpdir(), 'reround-test-'));
  const imagePath = join(directory, 'database.tar');
  await writeFile(imagePath, new Uint8Array(await image.arrayBuffer()));
  project.provide('databaseTemplate', { imagePath });
  return () => rm(directory, { recursive: true });
}

async function templateOnServer(project: TestProject, serverUrl: string): Promise<() => Promise<void>> {
  const templateName = `reround_template_${process.pid}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`create database ${templateName}`);
  const url = new URL(serverUrl);
  url.pathname = `/${templateName}`;
  const opened = openServerDatabase(url.href, (error) => {
    throw error;
  });
  await migrateDatabase(opened.database, nothing);
  await opened.close();
  project.provide('databaseTemplate', { serverUrl, templateName });
  return () => run(`drop database if exists ${templateName} with (force)`);
}

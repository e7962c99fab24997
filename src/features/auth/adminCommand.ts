// `npm run admin`: adds, lists, resets and removes admins from the machine that the site runs on.
import { parseArgs } from 'node:util';
import { openSiteDatabase } from '#server/open.ts';
import { inTransaction, migrateDatabase } from '#server/database.ts';
import { readEnvironment } from '#server/env.ts';
import { addAdmin, listAdmins, randomPassword, removeAdmin, resetAdmin } from './server.ts';

const usage = `npm run admin -- list
npm run admin -- add NAME     adds an admin and prints a password
npm run admin -- reset NAME   gives an admin a new password and ends their sessions
npm run admin -- remove NAME  removes an admin and ends their sessions`;

const onceOnly = 'to be changed at the first sign-in';

const actions = new Set(['add', 'reset', 'remove']);

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const [action, name] = parseArgs({ allowPositionals: true }).positionals;
  if (action !== 'list' && (!name || !actions.has(action ?? ''))) throw new Error(usage);
  const opened = await openSiteDatabase(readEnvironment(process.env));
  try {
    await migrateDatabase(opened.database, async () => {});
    console.log(
      await inTransaction(opened.database, (transaction) => perform(transaction, action ?? '', name ?? '')),
    );
  } finally {
    await opened.close();
  }
}

async function perform(
  transaction: Parameters<typeof resetAdmin>[0],
  action: string,
  name: string,
): Promise<string> {
  const password = randomPassword();
  if (action === 'add') {
    if (await addAdmin(transaction, { username: name, password, mustChangePassword: true }, new Date())) {
      return `${name}  password: ${password}  (${onceOnly})`;
    }
    throw new Error(`There is an admin ${name} already.`);
  }
  if (action === 'reset') {
    if (await resetAdmin(transaction, name, password)) {
      return `${name}  new password: ${password}  (${onceOnly})`;
    }
    throw new Error(`There is no admin ${name}.`);
  }
  if (action === 'remove') {
    if (await removeAdmin(transaction, name)) return `${name} is removed.`;
    throw new Error(`There is no admin ${name}, or no other one.`);
  }
  const all = await listAdmins(transaction);
  return all.map(({ username, createdAt }) => `${username}  since ${createdAt.toISOString()}`).join('\n');
}

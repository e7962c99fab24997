// `npm run admin` does what the Admins tab does, and removes admins.
import { type Command, readCall, WrongCall } from '#server/commandLine.ts';
import { openSiteDatabase } from '#server/db/open.ts';
import { inTransaction, type Transaction } from '#server/db/database.ts';
import { migrateDatabase } from '#server/db/migrations.ts';
import { readEnvironment } from '#server/env.ts';
import { type AdminRole, adminRoles } from '#shared/roles.ts';
import { newUsername } from '#shared/usernames.ts';
import {
  addAdmin,
  changeAdmin,
  listAdmins,
  makePassword,
  removeAdmin,
  resetAdmin,
} from './serverAccounts.ts';

const usage = `npm run admin -- list               says who they are, with role and last use
npm run admin -- add NAME [ROLE]   lets somebody use the console and prints a password
npm run admin -- role NAME ROLE    makes somebody an admin or a volunteer
npm run admin -- off NAME          switches somebody off and ends their sessions
npm run admin -- on NAME           lets them sign in again
npm run admin -- reset NAME        gives somebody a new password, without a second factor, and ends their sessions
npm run admin -- remove NAME       removes somebody and ends their sessions
ROLE is admin (the default) or volunteer.`;

export const command: Command = { summary: 'Who may use the console.', usage, run };

const ACTOR = 'npm run admin';

const verbs = ['list', 'add', 'role', 'off', 'on', 'reset', 'remove'] as const;

interface Action {
  verb: (typeof verbs)[number];
  username: string;
  role: AdminRole;
}

async function run(parameters: string[]): Promise<void> {
  const action = parseAction(readCall(parameters, {}).positionals);
  const opened = await openSiteDatabase(readEnvironment(process.env));
  try {
    await migrateDatabase(opened.database, async () => {});
    console.log(await inTransaction(opened.database, (transaction) => performAction(transaction, action)));
  } finally {
    await opened.close();
  }
}

function parseAction([givenVerb, name = '', role, ...surplus]: string[]): Action {
  const verb = verbs.find((known) => known === givenVerb);
  if (!verb || surplus.length > 0) throw new WrongCall();
  const hasName = name !== '';
  const needsName = verb !== 'list';
  if (hasName !== needsName) throw new WrongCall();
  if (verb === 'role' && !role) throw new WrongCall();
  if (verb !== 'role' && verb !== 'add' && role) throw new WrongCall();
  const knownRole = adminRoles.find((known) => known === (role ?? 'admin'));
  if (!knownRole) throw new WrongCall(`${role} is no role: ${adminRoles.join(' or ')}.`);
  return { verb, username: name.normalize('NFKC'), role: knownRole };
}

/** @returns the text to print. */
async function performAction(transaction: Transaction, { verb, username, role }: Action): Promise<string> {
  const key = { username };
  const now = new Date();
  switch (verb) {
    case 'list':
      return (await listAdmins(transaction)).map(describeAdmin).join('\n');
    case 'add':
      return await addByName(transaction, username, role, now);
    case 'role':
      await changeAdmin(transaction, key, { role }, ACTOR, now);
      return `${username} is ${role === 'admin' ? 'an admin' : 'a volunteer'}.`;
    case 'off':
    case 'on':
      await changeAdmin(transaction, key, { isActive: verb === 'on' }, ACTOR, now);
      return `${username} is switched ${verb}.`;
    case 'reset': {
      const { password, passwordHash } = await makePassword();
      await resetAdmin(transaction, key, passwordHash, ACTOR, now);
      return `${username}  new password: ${password}  (to be changed at the first sign-in)`;
    }
    case 'remove':
      await removeAdmin(transaction, key, ACTOR, now);
      return `${username} is removed.`;
  }
}

async function addByName(transaction: Transaction, name: string, role: AdminRole, now: Date) {
  const { success, data: username, error } = newUsername.safeParse(name);
  if (!success) throw new Error(error.issues[0]?.message);
  const { password, passwordHash } = await makePassword();
  const account = { username, role, passwordHash, mustChangePassword: true };
  const added = await addAdmin(transaction, account, ACTOR, now);
  if (!added) throw new Error(`There is an admin ${username} already.`);
  return `${username}  ${role}  password: ${password}  (to be changed at the first sign-in)`;
}

function describeAdmin({
  username,
  role,
  isActive,
  lastSeenAt,
}: Awaited<ReturnType<typeof listAdmins>>[number]) {
  const lastUse = lastSeenAt ? `last seen ${lastSeenAt.toISOString()}` : 'never signed in';
  return [username, role, ...(isActive ? [] : ['switched off']), lastUse].join('  ');
}

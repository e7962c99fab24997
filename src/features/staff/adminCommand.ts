// `npm run admin`: what the Admins tab does, and removing an admin, from the machine of the site.
import { type Command, readCall, WrongCall } from '#server/commandLine.ts';
import { openSiteDatabase } from '#server/db/open.ts';
import { inTransaction, type Transaction } from '#server/db/database.ts';
import { migrateDatabase } from '#server/db/migrations.ts';
import { readEnvironment } from '#server/env.ts';
import { type AdminRole, adminRoles } from '#shared/roles.ts';
import { addAdminBody } from './contract.ts';
import {
  addAdmin,
  changeAdmin,
  hashPassword,
  listAdmins,
  randomPassword,
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

const onceOnly = 'to be changed at the first sign-in';

const by = 'npm run admin';

type Action = (transaction: Transaction, username: string, role: AdminRole) => Promise<string>;

const actions = new Map<string, Action>([
  [
    'add',
    async (transaction, name, role) => {
      const { username } = checkedName(name);
      const password = randomPassword();
      const account = {
        username,
        role,
        passwordHash: await hashPassword(password),
        mustChangePassword: true,
      };
      const added = await addAdmin(transaction, account, by, new Date());
      if (!added) throw new Error(`There is an admin ${username} already.`);
      return `${username}  ${role}  password: ${password}  (${onceOnly})`;
    },
  ],
  [
    'role',
    async (transaction, username, role) => {
      await changeAdmin(transaction, { username }, { role }, by, new Date());
      return `${username} is ${role === 'admin' ? 'an admin' : 'a volunteer'}.`;
    },
  ],
  [
    'off',
    async (transaction, username) => {
      await changeAdmin(transaction, { username }, { isActive: false }, by, new Date());
      return `${username} is switched off.`;
    },
  ],
  [
    'on',
    async (transaction, username) => {
      await changeAdmin(transaction, { username }, { isActive: true }, by, new Date());
      return `${username} is switched on.`;
    },
  ],
  [
    'reset',
    async (transaction, username) => {
      const password = randomPassword();
      await resetAdmin(transaction, { username }, await hashPassword(password), by, new Date());
      return `${username}  new password: ${password}  (${onceOnly})`;
    },
  ],
  [
    'remove',
    async (transaction, username) => {
      await removeAdmin(transaction, { username }, by, new Date());
      return `${username} is removed.`;
    },
  ],
]);

async function run(given: string[]): Promise<void> {
  const perform = parseAction(readCall(given, {}).positionals);
  const opened = await openSiteDatabase(readEnvironment(process.env));
  try {
    await migrateDatabase(opened.database, async () => {});
    console.log(await inTransaction(opened.database, perform));
  } finally {
    await opened.close();
  }
}

function parseAction([verb = '', name, role, ...more]: string[]): (
  transaction: Transaction,
) => Promise<string> {
  if (verb === 'list' && name === undefined) return printAdmins;
  const action = actions.get(verb);
  const takesRole = verb === 'add' || verb === 'role';
  const lacksRole = verb === 'role' && !role;
  if (!action || !name || lacksRole || (role && !takesRole) || more.length > 0) throw new WrongCall();
  const newRole = adminRoles.find((one) => one === (role ?? 'admin'));
  if (!newRole) throw new WrongCall(`${role} is no role: ${adminRoles.join(' or ')}.`);
  return (transaction) => action(transaction, name.normalize('NFKC'), newRole);
}

async function printAdmins(transaction: Transaction): Promise<string> {
  const all = await listAdmins(transaction);
  return all
    .map(({ username, role, isActive, lastSeenAt }) =>
      [
        username,
        role,
        isActive ? [] : 'switched off',
        lastSeenAt ? `last seen ${lastSeenAt.toISOString()}` : 'never signed in',
      ]
        .flat()
        .join('  '),
    )
    .join('\n');
}

function checkedName(name: string): { username: string } {
  const { success, data, error } = addAdminBody.pick({ username: true }).safeParse({ username: name });
  if (!success) throw new Error(error.issues[0]?.message);
  return data;
}

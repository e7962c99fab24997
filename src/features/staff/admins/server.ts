// Who may use the console. Admins let others in and out; `npm run admin` does the same from the machine.
import { hashPassword, passwordWork } from '#features/staff/server.ts';
import { implement, withSlowStep } from '#server/http/call.ts';
import { Refusal } from '#server/http/refusal.ts';
import { consoleOnly } from '#shared/sentence.ts';
import { contract } from './contract.ts';
import { addAdmin, changeAdmin, listAdmins, madeUpPassword, resetAdmin } from './serverAccounts.ts';

export const adminsFeature = implement(contract, {
  admins: async ({ database }) => ({ ok: true as const, admins: await listAdmins(database) }),

  addAdmin: withSlowStep(contract.addAdmin, {
    slowStep: () => passwordWork.run(makePassword),
    handle: async ({ transaction, body, fromSlowStep: { password, passwordHash }, admin, now }) => {
      const account = { ...body, passwordHash, mustChangePassword: true };
      const added = await addAdmin(transaction, account, admin, now);
      if (!added) {
        const taken = consoleOnly('Another admin has this name already');
        throw new Refusal('duplicate', taken, { fields: { username: taken } });
      }
      return { ok: true as const, admin: added, password };
    },
  }),

  changeAdmin: async ({ transaction, params, body, admin, now }) => ({
    ok: true as const,
    admin: await changeAdmin(transaction, params, body, admin, now),
  }),

  resetAdmin: withSlowStep(contract.resetAdmin, {
    slowStep: () => passwordWork.run(makePassword),
    handle: async ({ transaction, params, fromSlowStep: { password, passwordHash }, admin, now }) => {
      await resetAdmin(transaction, params, passwordHash, admin, now);
      return { ok: true as const, password };
    },
  }),
});

async function makePassword(): Promise<{ password: string; passwordHash: string }> {
  const password = madeUpPassword();
  return { password, passwordHash: await hashPassword(password) };
}

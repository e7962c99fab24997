// The page that a mail to staff links to. It switches that kind of mail off without a sign-in.
import { and, eq } from 'drizzle-orm';
import { recordVisitorAction } from '#features/audit/server.ts';
import { linkPaths, verifyStaffToken } from '#features/mail/serverLinks.ts';
import { notifyColumns } from '#features/mail/serverStaffMail.ts';
import { linkPage } from '#server/http/linkPages.ts';
import type { Executor } from '#server/db/database.ts';
import { admins } from '#server/db/schema.ts';
import type { StaffMailKind } from '#shared/mail.ts';
import { newsOff as words } from '#words/mail.ts';

/** In English only, as the console is. */
const occasions: Readonly<Record<StaffMailKind, string>> = {
  staff_overflow: 'when a bin is reported',
  staff_pickup: 'when a pickup is asked for',
  staff_daily: 'in the morning',
};

export const staffMailOffPage = linkPage({
  path: linkPaths.staffMailOff,

  ask: async ({ database, secrets }, token) => {
    const reader = verifyStaffToken(secrets, token);
    const email = reader && (await findEmail(database, reader.adminId));
    return reader && email ? words.question(email, occasions[reader.kind]) : null;
  },

  act: async (transaction, { secrets }, { token }, now) => {
    const reader = verifyStaffToken(secrets, token);
    const email = reader && (await findEmail(transaction, reader.adminId));
    if (!reader || !email) return null;
    const { kind, adminId } = reader;
    const column = notifyColumns[kind];
    const changed = await transaction
      .update(admins)
      .set({ [column]: false })
      .where(and(eq(admins.id, adminId), eq(admins[column], true)))
      .returning({ id: admins.id });
    if (changed.length > 0) {
      await recordVisitorAction(transaction, now, {
        action: 'mail.news_stopped',
        entityType: 'system',
        entityId: adminId,
        details: { kind },
      });
    }
    return words.done(email, occasions[kind], false);
  },
});

async function findEmail(executor: Executor, adminId: number): Promise<string | null> {
  const [found] = await executor.select({ email: admins.email }).from(admins).where(eq(admins.id, adminId));
  return found?.email ?? null;
}

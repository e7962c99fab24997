import { statfs } from 'node:fs/promises';
import { desc, isNull, lte } from 'drizzle-orm';
import { lastTenUnsent } from '#features/mail/serverOutbox.ts';
import type { Executor } from '#server/db/database.ts';
import { implement, type Site } from '#server/http/call.ts';
import { backups } from '#server/db/schema.ts';
import { contract } from './contract.ts';
import { backupProblem, diskProblem, type NightlyState } from './rules.ts';

export const healthFeature = implement(contract, {
  health: async ({ database, now, site }) => ({
    ok: true as const,
    problems: await findProblems(database, site, now),
  }),
});

/** The problems of nightly backups, mail and the disk, each as a sentence. */
export async function findProblems(
  executor: Executor,
  { makesBackups, mailer, dataDirectory }: Pick<Site, 'makesBackups' | 'mailer' | 'dataDirectory'>,
  now: Date,
): Promise<string[]> {
  const problems = [
    makesBackups ? backupProblem(await readNightlyState(executor, now)) : null,
    (await lastTenUnsent(executor)) && mailer
      ? 'The last ten mails were all refused: the Mail tab has the answers.'
      : null,
    await findDiskProblem(dataDirectory),
  ];
  return problems.filter((problem) => problem !== null);
}

export async function readNightlyState(executor: Executor, now: Date): Promise<NightlyState> {
  const [newest] = await executor
    .select({ verifiedAt: backups.verifiedAt })
    .from(backups)
    // Skips backups from the future, which a wrong clock may have left.
    .where(lte(backups.verifiedAt, now))
    .orderBy(desc(backups.verifiedAt))
    .limit(1);
  const [failed] = await executor
    .select({ failure: backups.failure })
    .from(backups)
    .where(isNull(backups.verifiedAt))
    .orderBy(desc(backups.finishedAt))
    .limit(1);
  const ageMilliseconds = newest?.verifiedAt ? now.getTime() - newest.verifiedAt.getTime() : null;
  return { ageMilliseconds, failure: failed?.failure ?? null };
}

async function findDiskProblem(dataDirectory: string): Promise<string | null> {
  try {
    const { bavail, bsize } = await statfs(dataDirectory);
    return diskProblem(dataDirectory, bavail * bsize);
  } catch (error) {
    // A site with PostgreSQL and a bucket has no such folder.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

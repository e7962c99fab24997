import { openAsBlob } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import { unpackTar } from 'modern-tar/fs';
import { hashPassword } from '#features/staff/serverAccounts.ts';
import { connectEmbedded, type Database } from '#server/db/database.ts';
import { DATABASE_FOLDER, openMemoryDatabase } from '#server/db/embedded.ts';
import { ensurePreparedImage } from '#server/db/preparedImage.ts';
import { admins } from '#server/db/schema.ts';
import { openSecrets } from '#server/siteKey.ts';
import { FolderStorage } from '#server/storage.ts';
import { SiteUnderTest } from '#server/testing/siteUnderTest.ts';
import { COORDINATOR, VOLUNTEER } from './rota.ts';
import { type YearResult, liveYear } from './year.ts';

/** Everyone's password in a demo's console. */
export const PASSWORD = 'nothing-to-guard';

interface Donor {
  studentId: string;
  /** What their dashboard shows. */
  sees: string;
}

/** How to sign in to a demo. */
export interface SignIns extends YearResult {
  admin: string;
  volunteer: string;
  donors: Donor[];
  /** An unused code. */
  code: string | undefined;
}

interface SiteOptions {
  /** A new folder for database, photos and key. */
  dataDirectory: string;
  seed: number;
  /** When the year ends. */
  now: Date;
  /** The year's length. */
  days: number;
  publicUrl: string;
}

/** Makes the data of a site after a year that ends at `now`. */
export async function makeSite({ dataDirectory, seed, now, days, publicUrl }: SiteOptions): Promise<SignIns> {
  await mkdir(dataDirectory);
  // In memory, because only the last state of thousands of commits matters.
  const embedded = await openMemoryDatabase(await openAsBlob(await ensurePreparedImage()));
  const opened = connectEmbedded(embedded);
  const secrets = await openSecrets(opened.database, { secretKey: undefined, dataDirectory });
  const site = new SiteUnderTest();
  await site.open(opened);
  try {
    Object.assign(site.site, { secrets, publicUrl, storage: new FolderStorage(dataDirectory) });
    const year = await liveYear(site, { seed, until: now, days });
    await site.database.update(admins).set({ passwordHash: await hashPassword(PASSWORD) });
    const donors = await findDonors(site.database, now);
    const code = await findUnusedCode(site.database, now);
    const image = await embedded.database.dumpDataDir('none');
    await pipeline(
      Readable.fromWeb(image.stream() as never),
      unpackTar(join(dataDirectory, DATABASE_FOLDER)),
    );
    return { ...year, admin: COORDINATOR, volunteer: VOLUNTEER, donors, code };
  } finally {
    await site.close();
  }
}

/** Donors with different dashboards: the busiest, one with pending donations, and a new one. */
async function findDonors(database: Database, now: Date): Promise<Donor[]> {
  const at = now.toISOString();
  const { rows } = await database.execute<{
    student_id: string;
    codes: number;
    given: number;
    waiting: number;
    days: number;
    language: string;
  }>(sql`
    select min(student_id) as student_id,
      (select count(*)::int from donations where participant_id = participants.id and rejected_at is null) as given,
      (select count(*)::int from donations
        where participant_id = participants.id and rejected_at is null and not is_confirmed) as waiting,
      (select count(*)::int from discount_codes code where code.participant_id = participants.id
        and code.use_count < code.max_uses and code.expires_at > ${at}::timestamptz) as codes,
      (select ${at}::timestamptz::date - min(date) from donations where participant_id = participants.id) as days, language
    from participants join students on students.participant_id = participants.id
    group by participants.id order by given desc, participants.id`);
  const busiest = rows.find(({ codes }) => codes > 0);
  const waiting = rows.find((row) => row !== busiest && row.waiting > 0 && row.waiting < row.given);
  const newcomer = rows.findLast((row) => row !== waiting && row.days < 30 && row.codes > 0);
  return [
    busiest && {
      studentId: busiest.student_id,
      sees: `${busiest.given} donations and ${formatCount(busiest.codes, 'code')} to use`,
    },
    waiting && {
      studentId: waiting.student_id,
      sees: `${formatCount(waiting.waiting, 'donation')} waiting for a verdict`,
    },
    newcomer && {
      studentId: newcomer.student_id,
      sees: `new here: ${formatCount(newcomer.given, 'donation')}`,
    },
  ].filter((donor) => donor !== undefined);
}

function formatCount(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

async function findUnusedCode(database: Database, now: Date): Promise<string | undefined> {
  const { rows } = await database.execute<{ code: string }>(sql`
    select code from discount_codes where use_count = 0 and revoked_at is null and expires_at > ${now.toISOString()}::timestamptz
    order by id desc limit 1`);
  return rows[0]?.code;
}

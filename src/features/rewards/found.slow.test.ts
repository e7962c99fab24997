// A text's page of codes comes by the quickest way: whichever that is, it is the same.
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { useTestSite } from '#server/testing/testSite.ts';
import { contract } from './contract.ts';

const CODES = 30_000;

const site = useTestSite();

/** Each person has one code; of three people two are called Kim Friesen, and every second has an ID with that in it. */
const isKim = (number: number) => number % 3 !== 0;
const hasId = (number: number) => number % 2 === 0;

async function fill() {
  await site.database.execute(sql`
    insert into participants (display_name, share_token, created_at)
    select case when number % 3 <> 0 then 'Kim Friesen' end, 'share-' || number, now()
    from generate_series(1, ${CODES}::int) number order by number`);
  await site.database.execute(sql`
    insert into students (student_id, participant_id, created_at) select 'KIMBER' || id, id, now() from participants where id % 2 = 0`);
  await site.database.execute(sql`
    insert into discount_codes (code, participant_id, max_uses, generated_at, expires_at)
    select 'RR-' || lpad(number::text, 6, '0'), number, 2, ${site.now.toISOString()}::timestamptz, ${site.now.toISOString()}::timestamptz + interval '30 days'
    from generate_series(1, ${CODES}::int) number order by number`);
}

const newestFirst = Array.from({ length: CODES }, (_, index) => CODES - index);

test('a text finds the same codes, however it is looked for', async () => {
  await fill();
  const admin = await site.admin();
  const found: Record<string, (number: number) => boolean> = {
    kim: (number) => isKim(number) || hasId(number),
    // Nobody's ID begins so.
    friesen: isKim,
    kimber: hasId,
    ki: (number) => isKim(number) || hasId(number),
    // Few, and more than a page of them.
    kimber29: (number) => hasId(number) && String(number).startsWith('29'),
    kimber2999: (number) => hasId(number) && String(number).startsWith('2999'),
    '-0299': (number) => number >= 29_900 && number < 30_000,
    nobody: () => false,
  };
  for (const [q, has] of Object.entries(found)) {
    const wanted = newestFirst.filter((number) => has(number));
    for (const [offset, limit] of [
      [0, 50],
      [9950, 200],
    ] as const) {
      const { body } = await admin.call(contract.codes, { query: { q, offset, limit } });
      const { items, total, moreThanTotal = false } = body;
      expect({ ids: items.map(({ id }) => id), total, moreThanTotal }, `${q} ${offset}`).toEqual({
        ids: wanted.slice(offset, Math.min(offset + limit, 10_000)),
        total: Math.min(wanted.length, 10_000),
        moreThanTotal: wanted.length > 10_000,
      });
    }
  }
}, 120_000);

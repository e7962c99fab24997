// A text's page comes by the quickest way: whichever that is, it is the same.
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { columnOf } from '#server/testing/csv.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { contract, participantSorts } from './contract.ts';

const PEOPLE = 30_000;
const OLD = 900;

const site = useTestSite();

/** Of three two are called Kim, every second has an ID with that in it; the names fall as the numbers rise. */
const isKim = (number: number) => number % 3 !== 0 && number > OLD;
const hasId = (number: number) => number % 2 === 0;
const nameOf = (number: number) =>
  number <= OLD ? `Zoe of the old list ${number}` : isKim(number) ? `Kim ${PEOPLE - number}` : null;
const totalOf = (number: number) => number % 7;

async function fill() {
  const isNamed = sql`number % 3 <> 0`;
  await site.database.execute(sql`
    insert into participants (display_name, share_token, created_at, total_donations)
    select case when number <= ${OLD}::int then 'Zoe of the old list ' || number when ${isNamed} then 'Kim ' || (${PEOPLE}::int - number) end,
           'share-' || number, '2026-01-01'::timestamptz + number * interval '1 minute', number % 7
    from generate_series(1, ${PEOPLE}::int) number order by number`);
  await site.database.execute(sql`
    insert into students (student_id, participant_id, created_at)
    select 'KIMBER' || id, id, now() from participants where id % 2 = 0`);
}

const numbers = Array.from({ length: PEOPLE }, (_, index) => index + 1);
const byName = (one: number, other: number) => {
  const [name, next] = [nameOf(one), nameOf(other)];
  if (name === next) return one - other;
  if (name === null || next === null) return name === null ? 1 : -1;
  return name < next ? -1 : 1;
};
const orders = {
  recent: numbers.toReversed(),
  name: numbers.toSorted(byName),
  total: numbers.toSorted((one, other) => totalOf(other) - totalOf(one) || other - one),
};

const pages = [
  [0, 50],
  [450, 50],
  [9950, 200],
] as const;

test('a text finds the same participants in every order, however it is looked for', async () => {
  await fill();
  const admin = await site.admin();
  const found: Record<string, (number: number) => boolean> = {
    kim: (number) => isKim(number) || hasId(number),
    kimber: hasId,
    ki: (number) => isKim(number) || hasId(number),
    kimber2999: (number) => hasId(number) && String(number).startsWith('2999'),
    'old list': (number) => number <= OLD,
    nobody: () => false,
  };
  for (const [q, has] of Object.entries(found)) {
    for (const sort of participantSorts) {
      const wanted = orders[sort].filter((number) => has(number));
      for (const [offset, limit] of pages) {
        const { body } = await admin.call(contract.participants, { query: { q, sort, offset, limit } });
        const { items, total, moreThanTotal = false } = body;
        expect({ ids: items.map(({ id }) => id), total, moreThanTotal }, `${q} ${sort} ${offset}`).toEqual({
          ids: wanted.slice(offset, Math.min(offset + limit, 10_000)),
          total: Math.min(wanted.length, 10_000),
          moreThanTotal: wanted.length > 10_000,
        });
      }
    }
    const { body: file } = await admin.call(contract.exportParticipants, { query: { q } });
    expect(columnOf(file, 0), `${q} in a file`).toEqual(numbers.filter((number) => has(number)).map(String));
  }
}, 120_000);

import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contract as participants } from '#features/participants/contract.ts';
import { callAt, confirmDonation, logDonation } from './calls.ts';
import { Chance } from './chance.ts';
import { figure, isFull } from './figures.ts';
import { siteForAll } from './fixtures.ts';
import { findHalves } from './halves.ts';

const MERGES = isFull ? 100 : 15;
const LOGGERS = 8;
const CONFIRMERS = 4;
const DONOR = 'WANDERER';

const site = siteForAll({ servers: 2 });

test(`${MERGES} merges of a donor, to and fro between two servers, under ${LOGGERS} clients who log for that donor and others and ${CONFIRMERS} who confirm: nothing fails and nothing is lost`, async () => {
  const chance = new Chance();
  figure('Seed (TRIALS_SEED)', String(chance.seed));
  const anywhere = () => site.address(chance.between(0, 1));
  const answers = new Map<string, number>();
  const note = (what: string, status: number) => {
    const answer = `${what} ${status}`;
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
  };
  const logged: number[] = [];
  const log = async (studentId: string) => {
    const answer = await logDonation(anywhere(), studentId);
    note('log', answer.status);
    if (answer.status === 201) logged.push(answer.body.id);
  };
  const confirm = async () => {
    const { status } = await confirmDonation(anywhere(), chance.one(logged), site.admin);
    note('confirm', status);
  };
  const merged = new AbortController();
  const meanwhile = (clients: number, work: (client: number) => Promise<void>) =>
    Array.from({ length: clients }, async (_, client) => {
      while (!merged.signal.aborted) await work(client);
    });
  // Without a moment in which nobody holds the donor, a merge would wait in vain.
  const logForSomeone = (client: number) => log(chance.between(1, 4) === 1 ? DONOR : `BYSTANDER${client}`);

  await log(DONOR);
  const clients = [...meanwhile(LOGGERS, logForSomeone), ...meanwhile(CONFIRMERS, confirm)];
  for (let merge = 1; merge <= MERGES; merge += 1) {
    await log(`OTHER${merge}`);
    const pair = chance.shuffled([await participantOf(DONOR), await participantOf(`OTHER${merge}`)]);
    const [fromId = 0, toId = 0] = pair;
    const body = { fromId, toId };
    const { status } = await callAt(anywhere(), participants.mergeParticipants, { body }, site.admin);
    note('merge', status);
  }
  merged.abort();
  await Promise.all(clients);

  for (const [answer, count] of answers) figure(answer, count);
  const honest = [
    'log 201',
    'log 503',
    'confirm 200',
    'confirm 409',
    'confirm 503',
    'merge 200',
    'merge 503',
  ];
  expect(honest).toEqual(expect.arrayContaining([...answers.keys()]));
  expect(answers.get('merge 200')).toBeGreaterThan(MERGES / 2);
  const { rows } = await site.database.execute(sql`select id from donations order by id`);
  expect(rows.map(({ id }) => id)).toEqual(logged.toSorted((one, other) => one - other));
  expect(await findHalves(site.database)).toEqual({});
});

async function participantOf(studentId: string): Promise<number> {
  const { rows } = await site.database.execute<{ id: number }>(
    sql`select participant_id as id from students where student_id = ${studentId}`,
  );
  return rows[0]?.id ?? 0;
}

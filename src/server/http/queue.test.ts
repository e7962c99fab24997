import { expect, test, vi } from 'vitest';
import { addAdmin } from '#server/testing/scenarios.ts';
import { ADMIN } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { Queue } from './queue.ts';

const site = useTestSite();

test('a queue runs two tasks at once, starts waiting ones in order, and refuses more when full', async () => {
  const queue = new Queue({ atOnce: 2, waiting: 3 });
  const order: number[] = [];
  const ends: (() => void)[] = [];
  let running = 0;
  const work = (number: number) =>
    queue.run(async () => {
      running += 1;
      order.push(number);
      await new Promise<void>((resolve) => ends.push(resolve));
      running -= 1;
      if (number < 2) throw new Error('a failed task also frees its place');
    });
  const settled = Promise.allSettled([0, 1, 2, 3, 4, 5].map(work));
  for (let done = 0; done < 5; done += 1) {
    await vi.waitUntil(() => ends.length > 0);
    expect(running).toBeLessThanOrEqual(2);
    ends.shift()?.();
  }
  const outcomes = await settled;
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
    false,
    false,
    true,
    true,
    true,
    false,
  ]);
  expect(outcomes[5]).toMatchObject({ reason: { code: 'unavailable' } });
  expect(order).toEqual([0, 1, 2, 3, 4]);
  expect(running).toBe(0);
});

test('checks sign-ins in turn, answers 503 beyond the queue, and recovers', async () => {
  await addAdmin(site, ADMIN);
  const signIn = (username: string, password: string) =>
    site.visitor().send('POST', '/api/admin/login', { body: { username, password } });
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => signIn(`nobody ${index}`, 'wrong')),
  );
  const refused = answers.filter(({ status }) => status === 503);
  expect(answers.filter(({ status }) => status === 401).length).toBe(60 - refused.length);
  expect(refused[0]).toMatchObject({ body: { code: 'unavailable' }, headers: { 'retry-after': '2' } });
  expect((await signIn(ADMIN.username, ADMIN.password)).status).toBe(200);
});

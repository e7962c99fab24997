// `npm run bench:sign-ins`: whether the time of a sign-in tells who has given here, or with which email. Each kind of caller asks
// a running server on PostgreSQL for a code, in an order that chance makes. `--calls=` is how often each. It prints a table.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { contract } from '#features/auth/contract.ts';
import { runServer, written } from '#server/testing/process.ts';
import { Mailbox } from '#server/testing/mailServer.ts';
import { dayOf } from '#shared/dates.ts';
import { freePort } from '#server/testing/postgres.ts';
import { withDatabase } from './database.ts';
import { percentile } from './performance/load.ts';
import { SECRET_KEY } from './performance/prepare.ts';

const { values: options } = parseArgs({ options: { calls: { type: 'string', default: '1000' } } });
const calls = Number(options.calls);
const today = dayOf(new Date(), 'America/Winnipeg');
/** Clears what all strangers have used so often that nobody is refused. */
const CALLS_BETWEEN = 2000;

/** Each gets donors of its own, `D1` and so on in turn, so that no address is past what it may be sent. */
const kinds: {
  name: string;
  body: (donor: number, turn: number) => { studentId: string; email?: string };
}[] = [
  { name: 'an email is noted', body: (donor) => ({ studentId: `D${donor}` }) },
  { name: 'the same, once more', body: (donor) => ({ studentId: `D${donor}` }) },
  {
    name: 'one is noted, and another typed',
    body: (donor) => ({ studentId: `D${donor}`, email: 'other@example.ca' }),
  },
  { name: 'one is noted that takes no mail', body: (donor) => ({ studentId: `D${donor}` }) },
  { name: 'none is noted', body: (donor) => ({ studentId: `D${donor}` }) },
  {
    name: 'none is noted, and one typed',
    body: (donor) => ({ studentId: `D${donor}`, email: `typed${donor}@example.ca` }),
  },
  { name: 'nobody has the ID', body: (donor) => ({ studentId: `X${donor}` }) },
];
const isUndeliverable = 3;
const isUnnoted = [4, 5];
const firstOf = (kind: number) => kind * calls + 1;

const mailbox = new Mailbox();
await mailbox.open();
const times = kinds.map((): number[] => []);
await withDatabase({ kind: 'postgres', donations: kinds.length * calls * 5, today }, async (database) => {
  const opened = await database.open();
  const ofKind = (kind: number) => sql`id between ${firstOf(kind)} and ${firstOf(kind) + calls - 1}`;
  await opened.database.execute(
    sql`insert into undeliverable_addresses (email, answer, since) select email, '550', now() from participants where ${ofKind(isUndeliverable)}`,
  );
  for (const kind of isUnnoted) {
    await opened.database.execute(sql`update participants set email = null where ${ofKind(kind)}`);
  }
  await database.tidy();
  const port = await freePort();
  const app = runServer({
    ...database.settings,
    PORT: String(port),
    SECRET_KEY,
    TRUST_PROXY: 'true',
    SMTP_URL: mailbox.smtpUrl,
    MAIL_FROM: mailbox.post().from,
  });
  await written(app, 'ReRound is ready');
  try {
    const order = shuffled(
      kinds.flatMap((_, kind) => Array.from({ length: calls }, (_call, turn) => ({ kind, turn }))),
    );
    for (const [index, { kind, turn }] of order.entries()) {
      if (index % CALLS_BETWEEN === 0)
        await opened.database.execute(sql`delete from rate_limits where subject = 'everybody'`);
      const body = JSON.stringify(kinds[kind]?.body(firstOf(kind) + turn, turn));
      const forwarded = `198.${18 + Math.floor(index / 62_500)}.${Math.floor(index / 250) % 250}.${index % 250}`;
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwarded };
      const before = performance.now();
      const answer = await fetch(`http://127.0.0.1:${port}${contract.studentLogin.path}`, {
        method: 'POST',
        headers,
        body,
      });
      const text = await answer.text();
      times[kind]?.push(performance.now() - before);
      if (text !== '{"ok":true,"codeSent":true}')
        throw new Error(`A sign-in was answered ${answer.status}: ${text}`);
    }
  } finally {
    app.child.kill('SIGTERM');
    await app.ended;
    await opened.close();
  }
});
await mailbox.close();

const median = (kind: number) => percentile(times[kind] ?? [], 0.5) ?? Number.NaN;
/** Between these the median of such calls lies, in 95 of 100 such runs. */
const byChance = (kind: number) =>
  [-1, 1]
    .map((side) =>
      (percentile(times[kind] ?? [], 0.5 + (side * 0.98) / Math.sqrt(calls)) ?? Number.NaN).toFixed(2),
    )
    .join(', ');
const ninetyFifth = (kind: number) => percentile(times[kind] ?? [], 0.95) ?? Number.NaN;
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
console.log(
  `${calls} calls of each kind. Node ${process.versions.node}, ${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}.\n`,
);
const columns = [
  'whose sign-in',
  'median ms',
  'by chance from, to',
  'beside the first',
  '95th percentile ms',
  'beside the first',
];
console.log(row(columns));
console.log(row(columns.map((_, index) => (index === 0 ? '---' : '---:'))));
for (const [kind, { name }] of kinds.entries()) {
  console.log(
    row([
      name,
      median(kind).toFixed(2),
      byChance(kind),
      (median(kind) / median(0)).toFixed(2),
      ninetyFifth(kind).toFixed(2),
      (ninetyFifth(kind) / ninetyFifth(0)).toFixed(2),
    ]),
  );
}

/** In an order in which no kind follows another more often than the others do. */
function shuffled<Item>(items: Item[]): Item[] {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    [items[last], items[other]] = [items[other] as Item, items[last] as Item];
  }
  return items;
}

import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '#server/testing/testDatabase.ts';
import type { OpenDatabase } from './database.ts';
import { type Given, prepared } from './prepared.ts';
import { insertInto, onlyColumns, preparedInsert } from './rows.ts';
import { newsletterSubscribers as subscribers } from './schema.ts';

let opened: OpenDatabase;
beforeEach(async () => {
  opened = await openTestDatabase();
});
afterEach(() => opened.close());

const createdAt = new Date('2026-11-19T18:00:00.000Z');
const unset = {
  consentText: null,
  source: null,
  address: null,
  confirmedAt: null,
  unsubscribedAt: null,
  language: 'en',
} as const;
const jo = { email: 'jo@example.ca', firstName: 'Jo', createdAt, ...unset };
const nickname = { nickname: 'J' };

const newSubscribers = preparedInsert('new subscribers under test', subscribers, {}, (insert) =>
  insert.returning(),
);

describe('an insert', () => {
  test('writes one row and several alike, nothing as null, whatever the default is', async () => {
    const { database } = opened;
    await database.execute(sql`alter table newsletter_subscribers alter first_name set default 'Nobody'`);
    const kim = { ...jo, email: 'kim@example.ca', firstName: undefined };
    expect(await newSubscribers(database, jo)).toMatchObject([jo]);
    expect(await newSubscribers(database, kim)).toMatchObject([{ ...kim, firstName: null }]);
    const more = [jo, kim].map((one) => ({ ...one, email: `other.${one.email}` }));
    expect(await newSubscribers(database, ...more)).toMatchObject([{ firstName: 'Jo' }, { firstName: null }]);
    const last = insertInto(database, subscribers).values({ ...kim, email: 'last@example.ca' });
    expect(await last.returning()).toMatchObject([{ firstName: null }]);
  });

  test('takes neither a row that lacks a column nor one with a key that is none', async () => {
    const { database } = opened;
    const { firstName: _, ...less } = jo;
    // @ts-expect-error -- a column is missing
    await insertInto(database, subscribers).values(less);
    // @ts-expect-error -- the same, prepared
    await newSubscribers(database, { ...less, email: 'other@example.ca' });
    // @ts-expect-error -- an unknown key comes by a spread
    const strange = () => insertInto(database, subscribers).values({ ...jo, ...nickname });
    expect(strange).toThrow('No column takes "nickname".');
    // @ts-expect-error -- the same, prepared
    await expect(newSubscribers(database, { ...jo, ...nickname })).rejects.toThrow('"nickname"');
  });

  test('leaves what comes later in life to its default', async () => {
    const [added] = await insertInto(opened.database, subscribers, { later: ['firstName'] })
      .values({ email: jo.email, createdAt, ...unset })
      .returning();
    expect(added).toMatchObject({ ...jo, firstName: null });
  });

  test('does not compile where what comes later can be neither null nor a default', async () => {
    const { email: _, ...less } = jo;
    // @ts-expect-error -- an email must be there from the beginning
    const added = insertInto(opened.database, subscribers, { later: ['email'] }).values(less);
    await expect(added).rejects.toThrow('Failed query');
    // @ts-expect-error -- the same, prepared
    preparedInsert('without email', subscribers, { later: ['email'] }, (insert) => insert);
  });
});

test('an update takes no key that is no column', async () => {
  expect(onlyColumns(subscribers, { firstName: 'Kim', email: undefined })).toEqual({ firstName: 'Kim' });
  // @ts-expect-error -- an unknown key comes by a spread
  expect(() => onlyColumns(subscribers, { ...jo, ...nickname })).toThrow('No column takes "nickname".');
  // @ts-expect-error -- a name that every object knows
  expect(() => onlyColumns(subscribers, { toString: 'Jo' })).toThrow('No column takes "toString".');
});

describe('a prepared query', () => {
  interface Asked {
    email: string;
    firstName: string;
  }
  const found = prepared('a subscriber under test', (executor, { email }: Given<Asked>) =>
    executor.select().from(subscribers).where(eq(subscribers.email, email)),
  );

  test('refuses a value that it has no place for', () => {
    const ask = () => found(opened.database, jo);
    expect(ask).toThrow('The query "a subscriber under test" has no place for "firstName".');
  });

  test('does not compile without a value that it has a place for', async () => {
    // @ts-expect-error -- the email is missing
    await expect(async () => found(opened.database, {})).rejects.toThrow('"email"');
  });
});

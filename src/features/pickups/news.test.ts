import ICAL from 'ical.js';
import { asc } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { sendDueMail } from '#features/mail/serverWorker.ts';
import { contract as settings } from '#features/settings/contract.ts';
import { addressNewsOff, mails } from '#server/db/schema.ts';
import { useMailbox, useTestSite } from '#server/testing/harness.ts';
import type { Delivery } from '#server/testing/mailServer.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { placeholderOrganization } from '#shared/organization.ts';
import { contract } from './contract.ts';

const site = useTestSite();
const mailbox = useMailbox();
const REQUEST = {
  name: 'Noah',
  email: 'noah@example.ca',
  address: '12 Osborne Street, Winnipeg',
  items: 'Books',
};

let admin: Client;
let id: number;

beforeEach(async () => {
  site.site.mailer = mailbox.mailer();
  admin = await site.admin();
  id = (await site.visitor().call(contract.requestPickup, { body: REQUEST })).body.id;
});

async function set(body: {
  status: 'scheduled' | 'completed' | 'cancelled';
  scheduledAt?: string;
  notes?: string;
}) {
  site.pass({ minutes: 1 });
  const { status, body: answer } = await admin.call(contract.setPickupStatus, { params: { id }, body });
  expect({ status, answer }).toMatchObject({ status: 200 });
}

async function sendAll() {
  while (await sendDueMail(site.site));
}

async function mailsInOutbox() {
  const rows = await site.database.select().from(mails).orderBy(asc(mails.id));
  return rows.map(({ kind, recipient, content }) => ({ kind, recipient, ...(content as object) }));
}

/** The text of the entry in a mail. */
function calendarIn({ mail }: Delivery): string {
  return String(mail.attachments.find(({ contentType }) => contentType === 'text/calendar')?.content);
}

/** The entry in a mail, as Mozilla's parser reads it. */
function entryIn(delivery: Delivery) {
  const { raw } = delivery;
  const calendar = new ICAL.Component(ICAL.parse(calendarIn(delivery)) as unknown[]);
  const [component, ...others] = calendar.getAllSubcomponents('vevent');
  if (!component || others.length > 0) throw new Error('The entry is not one event.');
  const event = new ICAL.Event(component);
  return {
    method: calendar.getFirstPropertyValue('method'),
    methodOfPart: /text\/calendar;[^]*?method=(\w+)/i.exec(raw)?.[1],
    uid: event.uid,
    sequence: event.sequence,
    status: component.getFirstPropertyValue('status'),
    start: component.getFirstPropertyValue('dtstart')?.toString(),
    end: component.getFirstPropertyValue('dtend')?.toString(),
    location: event.location,
    organizer: event.organizer,
    attendee: component.getFirstPropertyValue('attendee'),
  };
}

test('a request with an email gets a mail once it has a time, not before, and at each new time', async () => {
  expect(await mailsInOutbox()).toEqual([]);
  await set({ status: 'scheduled', scheduledAt: '2026-11-24T18:00:00Z' });
  await sendAll();
  await set({ status: 'scheduled', scheduledAt: '2026-11-25T19:30:00Z' });
  await sendAll();
  // Notes and the same time cause no mail.
  await set({ status: 'scheduled', scheduledAt: '2026-11-25T19:30:00Z', notes: 'Ring twice' });
  await sendAll();
  expect(mailbox.deliveries.map(({ to }) => to)).toEqual(Array.from({ length: 2 }, () => [REQUEST.email]));
  expect(await mailsInOutbox()).toMatchObject([
    {
      kind: 'pickup_scheduled',
      name: 'Noah',
      address: REQUEST.address,
      items: 'Books',
      pickupId: id,
      scheduledAt: '2026-11-24T18:00:00.000Z',
      sequence: 0,
    },
    { kind: 'pickup_moved', scheduledAt: '2026-11-25T19:30:00.000Z', sequence: 1 },
  ]);
  const same = {
    uid: `pickup-${id}@localhost`,
    location: REQUEST.address,
    organizer: 'mailto:letters@reround.example',
    attendee: `MAILTO:${REQUEST.email}`,
  };
  const asked = { ...same, method: 'REQUEST', methodOfPart: 'REQUEST', status: 'CONFIRMED' };
  expect(mailbox.deliveries.map(entryIn)).toEqual([
    { ...asked, sequence: 0, start: '2026-11-24T18:00:00Z', end: '2026-11-24T19:00:00Z' },
    { ...asked, sequence: 1, start: '2026-11-25T19:30:00Z', end: '2026-11-25T20:30:00Z' },
  ]);
});

test('what was typed stays text in the entry, on lines that every calendar reads', async () => {
  const typed = {
    ...REQUEST,
    name: 'Noah "N"; CN=x:mailto',
    address: '12 Osborne; Street, Unit \\3',
    items: `Books\nATTENDEE:mailto:victim@example.ca\nEND:VEVENT\n${'é'.repeat(80)}`,
  };
  id = (await site.visitor().call(contract.requestPickup, { body: typed })).body.id;
  await set({ status: 'scheduled', scheduledAt: '2026-11-24T18:00:00Z' });
  await sendAll();
  const text = calendarIn(mailbox.deliveries.at(-1)!);
  const rows = text.replace(/\r\n$/, '').split('\r\n');
  expect(rows.filter((row) => /[\r\n]/.test(row) || Buffer.byteLength(row) > 75)).toEqual([]);
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  expect(calendar.getAllSubcomponents().map(({ name }) => name)).toEqual(['vevent']);
  const entry = calendar.getFirstSubcomponent('vevent')!;
  expect(entry.getFirstPropertyValue('description')).toBe(typed.items);
  expect(entry.getFirstPropertyValue('location')).toBe(typed.address);
  expect(entry.getAllProperties('attendee').map((one) => one.getFirstValue())).toEqual([
    `MAILTO:${REQUEST.email}`,
  ]);
});

test('a mail that was not sent yet is replaced by one with the new time', async () => {
  await set({ status: 'scheduled', scheduledAt: '2026-11-24T18:00:00Z' });
  await set({ status: 'scheduled', scheduledAt: '2026-11-25T18:00:00Z' });
  expect(await mailsInOutbox()).toMatchObject([
    { kind: 'pickup_scheduled', scheduledAt: '2026-11-25T18:00:00.000Z' },
  ]);
});

test.each([
  ['en', 'en-CA', 'Pickup by A name of an organisation that is too long for one line of it'],
  ['fr', 'fr-CA', 'Ramassage par A name of an organisation that is too long for one line of it'],
])('the entry is called what it is in the language of its reader: %s', async (language, tag, summary) => {
  const name = 'A name of an organisation that is too long for one line of it';
  const organization = { ...placeholderOrganization, name };
  await admin.call(settings.changeSettings, { body: { organization } });
  const asked = site
    .visitor()
    .call(
      contract.requestPickup,
      { body: { ...REQUEST, email: 'ann@example.ca' } },
      { headers: { 'accept-language': language } },
    );
  id = (await asked).body.id;
  await set({ status: 'scheduled', scheduledAt: '2026-11-24T18:00:00Z' });
  await sendAll();
  const text = calendarIn(mailbox.deliveries.at(-1)!);
  expect(Math.max(...text.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const property = calendar.getFirstSubcomponent('vevent')!.getFirstProperty('summary')!;
  expect([property.getFirstParameter('language'), property.getFirstValue()]).toEqual([tag, summary]);
});

const reason = 'The van broke down';

async function undo() {
  site.pass({ minutes: 1 });
  expect((await admin.call(contract.undoPickup, { params: { id }, body: { reason } })).status).toBe(200);
}

async function cancel() {
  site.pass({ minutes: 1 });
  expect((await admin.call(contract.cancelPickup, { params: { id }, body: { reason } })).status).toBe(200);
}

test('a cancelled appointment leaves the calendar and comes back into it when that is taken back', async () => {
  await set({ status: 'scheduled', scheduledAt: '2026-11-24T18:00:00Z' });
  await sendAll();
  await cancel();
  await sendAll();
  await undo();
  await sendAll();
  const start = '2026-11-24T18:00:00Z';
  const uid = `pickup-${id}@localhost`;
  expect(mailbox.deliveries.map(entryIn)).toMatchObject([
    { method: 'REQUEST', sequence: 0, start },
    { method: 'CANCEL', methodOfPart: 'CANCEL', status: 'CANCELLED', uid, sequence: 1, start },
    { method: 'REQUEST', status: 'CONFIRMED', sequence: 2, start },
  ]);
  expect(mailbox.deliveries.map(({ mail }) => mail.text).join('\n')).not.toContain(reason);
});

test('an appointment that is taken back leaves the calendar, and another one comes into it', async () => {
  await set({ status: 'scheduled', scheduledAt: '2026-11-24T18:00:00Z' });
  await sendAll();
  await undo();
  await sendAll();
  await set({ status: 'scheduled', scheduledAt: '2026-11-25T18:00:00Z' });
  await sendAll();
  expect(mailbox.deliveries.map(entryIn)).toMatchObject([
    { method: 'REQUEST', sequence: 0, start: '2026-11-24T18:00:00Z' },
    { method: 'CANCEL', sequence: 1, start: '2026-11-24T18:00:00Z' },
    { method: 'REQUEST', sequence: 2, start: '2026-11-25T18:00:00Z' },
  ]);
});

test('what was taken back before its mail was sent is no news, and a cancellation then has no entry', async () => {
  await set({ status: 'scheduled', scheduledAt: '2026-11-24T18:00:00Z' });
  await undo();
  expect(await mailsInOutbox()).toEqual([]);
  await set({ status: 'scheduled', scheduledAt: '2026-11-24T18:00:00Z' });
  await cancel();
  expect(await mailsInOutbox()).toMatchObject([{ kind: 'pickup_cancelled', scheduledAt: null }]);
  await undo();
  expect(await mailsInOutbox()).toMatchObject([{ kind: 'pickup_scheduled' }]);
});

test('a completion that is taken back is no news, nor is a request that stands again', async () => {
  await set({ status: 'completed' });
  await undo();
  await set({ status: 'cancelled' });
  await sendAll();
  await undo();
  expect(await mailsInOutbox()).toMatchObject([{ kind: 'pickup_cancelled', scheduledAt: null }]);
  await set({ status: 'cancelled' });
  expect(await mailsInOutbox()).toHaveLength(2);
});

test('one that is cancelled before there was a time has no entry, and a completed one is no news', async () => {
  await set({ status: 'cancelled' });
  expect(await mailsInOutbox()).toMatchObject([{ kind: 'pickup_cancelled', scheduledAt: null }]);
  await sendAll();
  expect(mailbox.deliveries.at(-1)?.mail.attachments).toEqual([]);
  id = (await site.visitor().call(contract.requestPickup, { body: { ...REQUEST, email: '' } })).body.id;
  await set({ status: 'scheduled', scheduledAt: '2026-11-24T18:00:00Z' });
  await set({ status: 'completed' });
  expect(await mailsInOutbox()).toHaveLength(1);
});

test('an address that switched a kind off does not get it, however it is written', async () => {
  await site.database
    .insert(addressNewsOff)
    .values({ email: 'Noah@Example.ca', kind: 'pickup_scheduled', since: site.now });
  await set({ status: 'scheduled', scheduledAt: '2026-11-24T18:00:00Z' });
  expect(await mailsInOutbox()).toEqual([]);
});

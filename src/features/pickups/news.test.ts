import ICAL from 'ical.js';
import { asc } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { sendDueMail, takeDueMail } from '#features/mail/serverWorker.ts';
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

async function setStatus(body: {
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

async function listOutbox() {
  const rows = await site.database.select().from(mails).orderBy(asc(mails.id));
  return rows.map(({ kind, recipient, content }) => ({ kind, recipient, ...(content as object) }));
}

/** The text of the calendar entry in a mail. */
function calendarText({ mail }: Delivery): string {
  return String(mail.attachments.find(({ contentType }) => contentType === 'text/calendar')?.content);
}

/** The calendar entry in a mail, as Mozilla's parser reads it. */
function parseEntry(delivery: Delivery) {
  const { raw } = delivery;
  const calendar = new ICAL.Component(ICAL.parse(calendarText(delivery)) as unknown[]);
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

test('a request with an email gets a mail with its first time and with each new time', async () => {
  expect(await listOutbox()).toEqual([]);
  await setStatus({ status: 'scheduled', scheduledAt: '2026-11-24T18:00:00Z' });
  await sendAll();
  await setStatus({ status: 'scheduled', scheduledAt: '2026-11-25T19:30:00Z' });
  await sendAll();
  // A change of notes with the same time sends no mail.
  await setStatus({ status: 'scheduled', scheduledAt: '2026-11-25T19:30:00Z', notes: 'Ring twice' });
  await sendAll();
  expect(mailbox.deliveries.map(({ to }) => to)).toEqual(Array.from({ length: 2 }, () => [REQUEST.email]));
  expect(await listOutbox()).toMatchObject([
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
  const commonParts = {
    uid: `pickup-${id}@localhost`,
    location: REQUEST.address,
    organizer: 'mailto:letters@reround.example',
    attendee: `MAILTO:${REQUEST.email}`,
  };
  const requestParts = { ...commonParts, method: 'REQUEST', methodOfPart: 'REQUEST', status: 'CONFIRMED' };
  expect(mailbox.deliveries.map(parseEntry)).toEqual([
    { ...requestParts, sequence: 0, start: '2026-11-24T18:00:00Z', end: '2026-11-24T19:00:00Z' },
    { ...requestParts, sequence: 1, start: '2026-11-25T19:30:00Z', end: '2026-11-25T20:30:00Z' },
  ]);
});

test('typed texts stay text in the calendar entry, in lines of at most 75 bytes', async () => {
  const typed = {
    ...REQUEST,
    name: 'Noah "N"; CN=x:mailto',
    address: '12 Osborne; Street, Unit \\3',
    items: `Books\nATTENDEE:mailto:victim@example.ca\nEND:VEVENT\n${'é'.repeat(80)}`,
  };
  id = (await site.visitor().call(contract.requestPickup, { body: typed })).body.id;
  await setStatus({ status: 'scheduled', scheduledAt: '2026-11-24T18:00:00Z' });
  await sendAll();
  const text = calendarText(mailbox.deliveries.at(-1)!);
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
  await setStatus({ status: 'scheduled', scheduledAt: '2026-11-24T18:00:00Z' });
  await setStatus({ status: 'scheduled', scheduledAt: '2026-11-25T18:00:00Z' });
  expect(await listOutbox()).toMatchObject([
    { kind: 'pickup_scheduled', scheduledAt: '2026-11-25T18:00:00.000Z' },
  ]);
});

test.each([
  ['en', 'en-CA', 'Pickup by A name of an organisation that is too long for one line of it'],
  ['fr', 'fr-CA', 'Ramassage par A name of an organisation that is too long for one line of it'],
])('the calendar entry is named in the language of its reader: %s', async (language, tag, summary) => {
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
  await setStatus({ status: 'scheduled', scheduledAt: '2026-11-24T18:00:00Z' });
  await sendAll();
  const text = calendarText(mailbox.deliveries.at(-1)!);
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

test('a cancelled pickup leaves the calendar, and undoing the cancellation restores it', async () => {
  await setStatus({ status: 'scheduled', scheduledAt: '2026-11-24T18:00:00Z' });
  await sendAll();
  await cancel();
  await sendAll();
  await undo();
  await sendAll();
  const start = '2026-11-24T18:00:00Z';
  const uid = `pickup-${id}@localhost`;
  expect(mailbox.deliveries.map(parseEntry)).toMatchObject([
    { method: 'REQUEST', sequence: 0, start },
    { method: 'CANCEL', methodOfPart: 'CANCEL', status: 'CANCELLED', uid, sequence: 1, start },
    { method: 'REQUEST', status: 'CONFIRMED', sequence: 2, start },
  ]);
  expect(mailbox.deliveries.map(({ mail }) => mail.text).join('\n')).not.toContain(reason);
});

test('a pickup whose time is undone leaves the calendar, and a new time enters it', async () => {
  await setStatus({ status: 'scheduled', scheduledAt: '2026-11-24T18:00:00Z' });
  await sendAll();
  await undo();
  await sendAll();
  await setStatus({ status: 'scheduled', scheduledAt: '2026-11-25T18:00:00Z' });
  await sendAll();
  expect(mailbox.deliveries.map(parseEntry)).toMatchObject([
    { method: 'REQUEST', sequence: 0, start: '2026-11-24T18:00:00Z' },
    { method: 'CANCEL', sequence: 1, start: '2026-11-24T18:00:00Z' },
    { method: 'REQUEST', sequence: 2, start: '2026-11-25T18:00:00Z' },
  ]);
});

test('an undo withdraws an unsent mail, and a later cancellation has no calendar entry', async () => {
  await setStatus({ status: 'scheduled', scheduledAt: '2026-11-24T18:00:00Z' });
  await undo();
  expect(await listOutbox()).toEqual([]);
  await setStatus({ status: 'scheduled', scheduledAt: '2026-11-24T18:00:00Z' });
  await cancel();
  expect(await listOutbox()).toMatchObject([{ kind: 'pickup_cancelled', scheduledAt: null }]);
  await undo();
  expect(await listOutbox()).toMatchObject([{ kind: 'pickup_scheduled' }]);
});

test('an undo while the mail is being sent tells the requester that nobody comes', async () => {
  await setStatus({ status: 'scheduled', scheduledAt: '2026-11-24T18:00:00Z' });
  await takeDueMail(site.database, site.now);
  await undo();
  expect(await listOutbox()).toMatchObject([
    { kind: 'pickup_cancelled', scheduledAt: '2026-11-24T18:00:00.000Z' },
  ]);
});

test('undoing a completion or the cancellation of a request without a time sends no mail', async () => {
  await setStatus({ status: 'completed' });
  await undo();
  await setStatus({ status: 'cancelled' });
  await sendAll();
  await undo();
  expect(await listOutbox()).toMatchObject([{ kind: 'pickup_cancelled', scheduledAt: null }]);
  await setStatus({ status: 'cancelled' });
  expect(await listOutbox()).toHaveLength(2);
});

test('a cancellation without a time has no calendar entry, and a completion sends no mail', async () => {
  await setStatus({ status: 'cancelled' });
  expect(await listOutbox()).toMatchObject([{ kind: 'pickup_cancelled', scheduledAt: null }]);
  await sendAll();
  expect(mailbox.deliveries.at(-1)?.mail.attachments).toEqual([]);
  id = (await site.visitor().call(contract.requestPickup, { body: { ...REQUEST, email: '' } })).body.id;
  await setStatus({ status: 'scheduled', scheduledAt: '2026-11-24T18:00:00Z' });
  await setStatus({ status: 'completed' });
  expect(await listOutbox()).toHaveLength(1);
});

test('an address that switched a kind of mail off gets none, in any spelling', async () => {
  await site.database
    .insert(addressNewsOff)
    .values({ email: 'Noah@Example.ca', kind: 'pickup_scheduled', since: site.now });
  await setStatus({ status: 'scheduled', scheduledAt: '2026-11-24T18:00:00Z' });
  expect(await listOutbox()).toEqual([]);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract as audit } from '#features/audit/contract.ts';
import { contract as bins } from '#features/bins/contract.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { contract as participants } from '#features/donors/contract.ts';
import { contract as mail } from '#features/mail/contract.ts';
import { contract as newsletter } from '#features/mail/newsletter/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { contract as search } from '#features/search/contract.ts';
import { mails } from '#server/db/schema.ts';
import { openTestDatabase } from '#server/testing/harness.ts';
import { confirmedCode } from '#server/testing/scenarios.ts';
import { type Client, SiteUnderTest } from '#server/testing/siteUnderTest.ts';

/** A stored name, and another spelling of it that somebody types. */
const spellings = [
  ['Zoé Gagné', 'gagne'],
  ['Carriere', 'carrière'],
  ['Nguyễn Thị Hoa', 'nguyen thi'],
  ['Pat O’Brien', "o'brien"],
  ["Sam D'Arcy", 'd’arcy'],
  ['Kaʻiulani', 'ka‘iu'],
  ['ᐊᓂᔑᓇᐯ', 'ᐊᓂᔑᓇᐯ'],
  ['Łukasz', 'lukasz'],
  ['Oystein', 'øystein'],
  ['Chloe\u0301', 'chlo\u00e9'],
  ['Andr\u00e9e', 'andre\u0301e'],
  ['Straße', 'STRASSE'],
  ['Jean‑Luc', 'jean-luc'],
  ['Haus ٢٣', 'haus 23'],
  ['Weg 45', 'weg ۴۵'],
  ['100%', '１００％'],
] as const;

/** The same for donor IDs. Spaces, hyphens and other scripts' digits make no difference, a leading zero does. */
const donorIds = [
  ['7654321', '765-4321'],
  ['07654329', '0765 4329'],
  ['B 12-34', 'b1234'],
  ['ÉLODIE', 'elodie'],
  ['58585858', '٥٨٥٨٥٨٥٨'],
  ['91919191', '９１９１－９１９１'],
] as const;

const site = new SiteUnderTest();
let admin: Client;
const people = new Map<string, { participant: number; donation: number; code: string }>();

beforeAll(async () => {
  await site.open(await openTestDatabase());
  admin = await site.admin();
  for (const [number, [name]] of spellings.entries()) {
    await addDonation(`PERSON${number}`, name);
    await admin.call(bins.createBin, { body: { name, location: 'Hall', binCode: `BIN_${number}` } });
    await site
      .visitor()
      .call(newsletter.subscribe, { body: { email: `reader${number}@example.ca`, firstName: name } });
    await (
      await site.admin(name.normalize('NFKC'))
    ).call(participants.updateParticipant, {
      params: { id: 1 },
      body: {},
    });
  }
  for (const [donorId] of donorIds) await addDonation(donorId);
});
afterAll(() => site.close());

/** Logs and confirms a donation under a donor ID, and names its participant. */
async function addDonation(studentId: string, displayName?: string): Promise<void> {
  const { id, code } = await confirmedCode(site, admin, { studentId });
  const { body } = await admin.call(deciding.searchDonations, { query: {} });
  const participant = body.items.find((row) => row.id === id)?.participant_id ?? 0;
  if (displayName) {
    await admin.call(participants.updateParticipant, { params: { id: participant }, body: { displayName } });
  }
  people.set(displayName ?? studentId, { participant, donation: id, code });
}

/** The matches of each list of people, donations and codes. */
async function searchAll(q: string) {
  const query = { q };
  const [list, picker, palette, donations, confirmed, photos, codes] = await Promise.all([
    admin.call(participants.participants, { query }),
    admin.call(participants.searchParticipants, { query }),
    admin.call(search.find, { query }),
    admin.call(deciding.searchDonations, { query }),
    admin.call(deciding.confirmedDonations, { query }),
    admin.call(deciding.photoDonations, { query }),
    admin.call(rewards.codes, { query: { ...query, status: 'any' } }),
  ]);
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
  return {
    participants: ids(list.body.items),
    picker: ids(picker.body.items),
    palette: ids(palette.body.participants),
    donations: ids(donations.body.items),
    confirmed: ids(confirmed.body.items),
    photos: ids(photos.body),
    codes: codes.body.items.map(({ code }) => code),
  };
}

function expectedMatches(stored: string): Awaited<ReturnType<typeof searchAll>> {
  const { participant, donation, code } = people.get(stored) ?? { participant: 0, donation: 0, code: '' };
  const participantIds = [participant];
  const donationIds = [donation];
  return {
    participants: participantIds,
    picker: participantIds,
    palette: participantIds,
    donations: donationIds,
    confirmed: donationIds,
    photos: donationIds,
    codes: [code],
  };
}

describe('a search', () => {
  test.each(spellings)('finds %s by %s among people, donations and codes', async (stored, typed) => {
    expect(await searchAll(typed)).toEqual(expectedMatches(stored));
  });

  test.each(donorIds)('finds the donor ID %s by %s in every list', async (stored, typed) => {
    expect(await searchAll(typed)).toEqual(expectedMatches(stored));
    expect(await searchAll(stored)).toEqual(expectedMatches(stored));
  });

  test.each(spellings)('finds %s by %s among bins, subscribers and actors', async (stored, typed) => {
    const { body: palette } = await admin.call(search.find, { query: { q: typed } });
    expect(palette.bins.map(({ name }) => name)).toEqual([stored.normalize()]);
    const { body: readers } = await admin.call(newsletter.subscribers, { query: { q: typed } });
    expect(readers.items.map(({ firstName }) => firstName)).toEqual([stored.normalize()]);
    const { body: log } = await admin.call(audit.auditLog, { query: { actor: typed } });
    expect([...new Set(log.items.map(({ actor }) => actor))]).toEqual([stored.normalize('NFKC')]);
  });

  test('finds the address of a mail without its accents', async () => {
    const waiting = {
      kind: 'test',
      content: {},
      messageId: '1',
      createdAt: site.now,
      nextTryAt: site.now,
    } as const;
    await site.database.insert(mails).values({ ...waiting, recipient: 'Frédéric@exemple.québec' });
    const { body } = await admin.call(mail.mail, { query: { q: 'frederic@exemple.quebec' } });
    expect(body.items.map(({ recipient }) => recipient)).toEqual(['Frédéric@exemple.québec']);
  });

  test.each([
    ['-', ['Jean‑Luc']],
    ['—', ['Jean‑Luc']],
    ['%', ['100%']],
    ['_', []],
    ['\\', []],
  ])('treats %s as an ordinary character', async (typed, names) => {
    const { body } = await admin.call(participants.searchParticipants, { query: { q: typed } });
    expect(body.items.map(({ displayName }) => displayName)).toEqual(names);
  });
});

test('sorts names with É beside E, in any case', async () => {
  const names = ['Elena', 'Éloi', 'emil', 'Éva', 'Fay'];
  for (const displayName of names.toReversed()) {
    await admin.call(participants.upsertParticipant, { body: { displayName } });
  }
  const { body } = await admin.call(participants.participants, { query: { sort: 'name' } });
  const listed = body.items.map(({ displayName }) => displayName ?? '');
  expect(listed.filter((name) => names.includes(name))).toEqual(names);
});

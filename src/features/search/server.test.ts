import { expect, test } from 'vitest';
import { contract as bins } from '#features/bins/contract.ts';
import { contract as participants } from '#features/donors/contract.ts';
import { confirmedCode, createDonor, loggedDonation } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite();

async function find(q: string) {
  const admin = await site.admin();
  const { body } = await admin.call(contract.find, { query: { q } });
  return {
    participants: body.participants.map(({ id }) => id),
    codes: body.codes.map(({ code }) => code),
    donations: body.donations.map(({ id }) => id),
    bins: body.bins.map(({ binCode }) => binCode),
  };
}

const noResults = { participants: [], codes: [], donations: [], bins: [] };

test('a code is found by any part of it, with RR or without', async () => {
  const { code } = await confirmedCode(site, await site.admin());
  const characters = code.slice('RR-'.length);
  for (const typed of [code, code.toLowerCase(), characters, characters.slice(1, 5)]) {
    expect((await find(typed)).codes).toEqual([code]);
  }
  for (const typed of [`RR${characters}`, `rr ${characters.slice(0, 4)}`, `RR-${characters.slice(0, 2)}`]) {
    expect((await find(typed)).codes).toEqual([code]);
  }
  // After RR the text must be the beginning of a code.
  expect((await find(`RR ${characters.slice(1)}`)).codes).toEqual([]);
  // Three characters may be part of a name, and RR is in every code.
  for (const typed of [characters.slice(1, 4), 'RR', 'RR-', 'rr -']) {
    expect((await find(typed)).codes).toEqual([]);
  }
});

test('a donation and a participant are found by their numbers', async () => {
  const id = await loggedDonation(site);
  for (const typed of [String(id), `#${id}`]) {
    expect(await find(typed)).toEqual({ ...noResults, participants: [1], donations: [id] });
  }
  expect((await find('#412')).donations).toEqual([]);
  expect((await find('999999999999')).donations).toEqual([]);
});

test('a bin is found by its name, place or code, those in use first', async () => {
  const admin = await site.admin();
  for (const [name, location, binCode] of [
    ['Annex', 'East entrance', 'UC_EAST'],
    ['Library', 'Fermor Avenue', 'LIB'],
  ] as const) {
    await admin.call(bins.createBin, { body: { name, location, binCode } });
  }
  expect((await find('uc_e')).bins).toEqual(['UC_EAST']);
  expect((await find('fermor')).bins).toEqual(['LIB']);
  await admin.call(bins.toggleBin, { params: { id: 1 } });
  expect((await find('n')).bins).toEqual(['LIB', 'UC_EAST']);
  expect((await find('100%')).bins).toEqual([]);
});

test('people are found by name, five at most', async () => {
  const admin = await site.admin();
  for (let number = 1; number <= 6; number += 1) {
    const id = await createDonor(site, `D${number}`);
    await admin.call(participants.updateParticipant, { params: { id }, body: { displayName: 'Amara O' } });
  }
  expect((await find('amara')).participants).toEqual([6, 5, 4, 3, 2]);
});

test('a blank text finds nothing, and one that is too long is refused', async () => {
  await loggedDonation(site);
  expect(await find(' ')).toEqual(noResults);
  const admin = await site.admin();
  expect(await admin.refused(contract.find, { query: { q: 'x'.repeat(101) } })).toMatchObject({
    status: 400,
  });
});

import { contract as audit } from '#features/audit/contract.ts';
import { contract as donors } from '#features/donors/contract.ts';
import { contract as staff } from '#features/staff/contract.ts';
import { contract as bins } from '#features/bins/contract.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { contract as donations } from '#features/donations/contract.ts';
import { contract as search } from '#features/search/contract.ts';
import { contract as today } from '#features/today/contract.ts';
import { contract as health } from '#features/health/contract.ts';
import { contract as mail } from '#features/mail/contract.ts';
import { contract as newsletter } from '#features/mail/newsletter/contract.ts';
import { contract as partners } from '#features/partners/contract.ts';
import { contract as people } from '#features/donors/people/contract.ts';
import { contract as photos } from '#features/donations/photos/contract.ts';
import { contract as pickups } from '#features/pickups/contract.ts';
import {
  redemptionContract as redemption,
  statementsContract as statements,
  tillsContract as tills,
} from '#features/till/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { contract as settings } from '#features/settings/contract.ts';
import { type Endpoint, type EndpointArguments, endpointUrl } from '#shared/endpoint.ts';
import { pickupToken, STATEMENT_LINK, WAITING } from './furnish.ts';
import { appCode } from './scenarios.ts';
import { ADMIN, type Answer, type Client, START } from './siteUnderTest.ts';

/** A call that succeeds. */
export interface ExampleCall {
  endpoint: Endpoint;
  parts: { params?: object | undefined; query?: object | undefined; body?: object | undefined };
}

/** The arguments of each call. A GET that needs none may be left out. */
type ArgumentsOf<Contract extends Record<string, Endpoint>> = {
  [Name in keyof Contract as IsPlain<Contract[Name]> extends true ? never : Name]: EndpointArguments<
    Contract[Name]
  >;
} & { [Name in keyof Contract]?: EndpointArguments<Contract[Name]> };

type IsPlain<E extends Endpoint> = E['method'] extends 'GET'
  ? object extends EndpointArguments<E>
    ? true
    : false
  : false;

/**
 * One call of every endpoint. All succeed on a site that `furnish` has filled, if they are made in this order by a
 * browser in which an admin and the donor AMARA are signed in.
 *
 * @param pin of the store, as `furnish` gives it.
 */
export function exampleCalls(pin: string): ExampleCall[] {
  const id = { params: { id: 1 } };
  const byLink = { params: { token: STATEMENT_LINK } };
  const day = '2026-11-20';
  const later = '2027-03-01';
  const nextPassword = 'a mug for the long winter';
  return [
    ...callsOf(settings, {
      siteInfo: {},
      communitySummary: {},
      settings: {},
      changeSettings: { body: { monthlyGoal: 300, milestones: [6, 12, 30] } },
    }),
    ...callsOf(audit, {}),
    ...callsOf(health, {}),
    ...callsOf(mail, { mail: {}, oneMail: id, resendMail: id }),
    ...callsOf(donations, {
      donorSummary: {},
      exportOwn: {},
      donationDetails: id,
      logDonation: { body: { studentId: 'AMARA', weight: '1-2kg', date: day } },
    }),
    ...callsOf(photos, { uploadPhoto: {} }),
    ...callsOf(deciding, {
      adminSummary: {},
      charts: {},
      rejectedDonations: {},
      confirmedDonations: {},
      searchDonations: {},
      exportDonations: {},
      photoDonations: {},
      findDonations: {},
      confirmDonation: { body: { id: 4 } },
      rejectDonation: { body: { id: 5 } },
      reopenDonation: { body: { id: 5, reason: 'Found it' } },
      confirmDonations: { body: { ids: [6] } },
      lastConfirmation: {},
      undoLastConfirmation: { body: {} },
      correctDonation: {
        params: { id: 5 },
        body: { studentId: 'BEN', weight: '3kg+', reason: 'Two bags swapped' },
      },
      unconfirmDonation: { body: { id: 4, reason: 'The wrong bag' } },
      createDonation: { body: { participantId: 1, weight: '1-2kg', date: day, confirmNow: true } },
      createUnclaimed: { body: { kilograms: 1.8, binId: 1 } },
      attachPhoto: { ...id, body: { photoUrl: 'https://reround.example/box.jpg', actualWeight: '1-2kg' } },
    }),
    ...callsOf(redemption, {
      checkCode: { params: { code: 'RR-KNWN24' } },
      redeemCode: { params: { code: 'RR-KNWN22' }, body: { pin } },
      ownTill: {},
      undoRedemption: { params: { code: 'RR-KNWN22' }, body: { pin, redemptionId: 3 } },
      reverseRedemption: { params: { id: 1 }, body: { reason: 'Sold twice' } },
    }),
    ...callsOf(tills, {
      createTillLink: id,
      tills: id,
      endTill: { params: { id: 1, tillId: 1 } },
    }),
    ...callsOf(statements, {
      redemptions: {},
      exportRedemptions: {},
      statement: id,
      statementFile: id,
      closedMonths: id,
      storeStatement: byLink,
      storeStatementFile: byLink,
      createStatementLink: id,
      statementLink: id,
      endStatementLink: id,
    }),
    ...callsOf(people, {
      participantSheet: id,
      exportPerson: id,
      removalPreview: id,
      removePerson: { params: { id: 2 }, body: { reason: 'Asked for it' } },
    }),
    ...callsOf(search, { find: { query: { q: 'AMARA' } } }),
    ...callsOf(today, {}),
    ...callsOf(rewards, {
      codes: {},
      exportCodes: {},
      createCode: { body: { participantId: 1, expiresAt: later } },
      extendCode: { ...id, body: { expiresAt: later } },
      markCodeUsed: id,
      revokeCode: id,
    }),
    ...callsOf(partners, {
      partners: {},
      adminPartners: {},
      createPartner: { body: { name: 'Another store' } },
      updatePartner: { ...id, body: { name: 'The same store' } },
      rotatePartnerPin: id,
      setPartnerActive: { ...id, body: { active: false } },
    }),
    ...callsOf(bins, {
      publicBins: {},
      reportOverflow: { body: { binId: 2 } },
      adminBins: {},
      managedBins: {},
      openAlerts: {},
      binHistory: id,
      createBin: { body: { name: 'Library', location: 'Hall', binCode: 'NEW' } },
      updateBin: { ...id, body: { name: 'Library', location: 'Hall' } },
      setBinOverflow: { ...id, body: { status: true } },
      scheduleBinPickup: { ...id, body: { when: `${later}T18:00:00Z` } },
      toggleBin: id,
      generateBinQr: id,
      acknowledgeAlert: id,
      resolveAlert: id,
      binRound: id,
      markBinEmptied: id,
      createBinVisit: { ...id, body: { bagsFound: 4 } },
      undoBinVisit: { params: { id: 2 } },
    }),
    ...callsOf(pickups, {
      requestPickup: { body: { name: 'Noah', address: '12 Osborne Street', items: 'Two boxes of books' } },
      adminPickups: {},
      setPickupStatus: { ...id, body: { status: 'scheduled' } },
      cancelPickup: { ...id, body: { reason: 'The van broke down' } },
      undoPickup: { ...id, body: { reason: 'The van runs again' } },
      pickupByLink: { params: { token: pickupToken(2) } },
      cancelPickupByLink: { params: { token: pickupToken(2) } },
    }),
    ...callsOf(newsletter, {
      subscribe: { body: { email: 'a@reround.example' } },
      subscribers: {},
      exportSubscribers: {},
    }),
    ...callsOf(donors, {
      studentNews: {},
      changeStudentNews: { body: { kinds: { code_used: false } } },
      publicStatus: { params: { shareToken: 'a-share-token' } },
      changeOwnShareLink: { body: { state: 'new' } },
      // A merge ends AMARA's session.
      participants: {},
      exportParticipants: {},
      searchParticipants: { query: { q: 'AMARA' } },
      updateParticipant: { ...id, body: { displayName: 'Amara' } },
      upsertParticipant: { body: { displayName: 'Zoe' } },
      decideClaim: { params: { id: 3 }, body: { accept: false } },
      changeShareLink: { params: { id: 3 }, body: { state: 'new' } },
      mergeParticipants: { body: { fromId: 3, toId: 1 } },
      undoMerge: { params: { mergeId: 1 } },
      // These end sessions and begin others.
      studentMe: {},
      studentLogout: {},
      studentLogin: { body: { studentId: 'BEN', displayName: 'Ben' } },
      studentName: { body: { displayName: 'Benjamin' } },
      // `perform` brings the cookie of the sign-in that waits for it.
      studentLoginCode: { body: { code: WAITING.code } },
    }),
    ...callsOf(staff, {
      // `furnish` has stored an email that waits for this code.
      proveEmail: { body: { code: WAITING.code } },
      giveEmail: { body: { email: 'alex@reround.example' } },
      changeNotify: { body: { overflow: true } },
      removeEmail: {},
      admins: {},
      addAdmin: { body: { username: 'robin', role: 'volunteer' } },
      changeAdmin: { params: { id: 2 }, body: { role: 'volunteer' } },
      resetAdmin: { params: { id: 2 } },
      sessions: {},
      endSession: id,
      endOtherSessions: {},
      secondFactor: {},
      startSecondFactor: {},
      // `perform` puts the code of the authenticator app here.
      confirmSecondFactor: { body: { code: 'now' } },
      disableSecondFactor: { body: { password: ADMIN.password, code: 'next' } },
      csrf: {},
      adminMe: {},
      // These end sessions and begin others, so nothing comes after them.
      changePassword: { body: { current: ADMIN.password, next: nextPassword } },
      adminLogout: {},
      adminLogin: { body: { username: ADMIN.username, password: nextPassword } },
    }),
  ];
}

/** The calls of a contract. Those that were left out come first, without arguments. */
function callsOf<Contract extends Record<string, Endpoint>>(
  contract: Contract,
  calls: ArgumentsOf<Contract>,
): ExampleCall[] {
  const leftOut = Object.keys(contract).filter((name) => !Object.hasOwn(calls, name));
  return [...leftOut.map((name) => [name, {}] as const), ...Object.entries(calls)].map(([name, parts]) => ({
    endpoint: contract[name] as Endpoint,
    parts: parts as ExampleCall['parts'],
  }));
}

/** The secret of each browser's second factor. */
const secondFactorSecrets = new WeakMap<Client, string>();

/** Makes a call. Adds a picture for an upload, and puts codes of the authenticator app for `now` and `next`. */
export async function perform(client: Client, { endpoint, parts }: ExampleCall): Promise<Answer<unknown>> {
  if (endpoint === donors.studentLoginCode) client.cookies.set('reround_pending', WAITING.token);
  // Another till's browser, because this till's use was recorded a moment ago.
  if (endpoint === redemption.undoRedemption) client.cookies.delete('reround_till');
  const options =
    endpoint.upload === undefined ? { body: withCode(client, parts.body) } : pictureOf(endpoint.upload);
  const answer = await client.send(endpoint.method, endpointUrl(endpoint, parts), options);
  if (typeof answer.body['secret'] === 'string') secondFactorSecrets.set(client, answer.body['secret']);
  return answer;
}

function withCode(client: Client, body: object | undefined): object | undefined {
  const secret = secondFactorSecrets.get(client);
  if (!body || !('code' in body) || secret === undefined) return body;
  const step = { now: 0, next: 1 }[String(body.code)];
  return step === undefined ? body : { ...body, code: appCode(secret, START, step) };
}

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function pictureOf(field: string) {
  const head = `--x\r\nContent-Disposition: form-data; name="${field}"; filename="a.png"\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head), Buffer.from(onePixel, 'base64'), Buffer.from('\r\n--x--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  };
}

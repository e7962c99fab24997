import { and, eq, ne } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { contract as donors } from '#features/donors/contract.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { contract as logging } from '#features/donations/contract.ts';
import type { MailContents } from '#features/mail/serverKinds.ts';
import { contract as newsletter } from '#features/mail/newsletter/contract.ts';
import { contract as people } from '#features/donors/people/contract.ts';
import { contract as redemption } from '#features/till/contract.ts';
import { notifyEndingCodes } from '#features/rewards/server.ts';
import { discountCodes, idempotencyKeys, mails, merges } from '#server/db/schema.ts';
import { useMailbox, useTestSite } from '#server/testing/harness.ts';
import {
  codeAndStore,
  confirmedCode,
  DONATION,
  createDonor,
  loggedDonation,
  partnerStore,
} from '#server/testing/scenarios.ts';
import { type Client, START } from '#server/testing/siteUnderTest.ts';
import { tidyDatabase } from '#server/db/upkeep.ts';

const site = useTestSite({ rateLimits: true });
const mailbox = useMailbox();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Something that is true for a fixed time. */
interface Deadline {
  what: string;
  /** Milliseconds from its beginning. */
  lasts: number;
  /** True if it still holds at the last millisecond itself. */
  holdsAtIt?: boolean;
  /** Begins it. Returns a function that tells whether it still holds. */
  begin: () => Promise<() => Promise<boolean>>;
}

const isOk = ({ status }: { status: number }) => status === 200;

const askForCode = (client: Client, studentId = 'JTHIESSEN') =>
  client.call(donors.studentLogin, { body: { studentId } });
const enterCode = (client: Client, code: string) =>
  client.refused(donors.studentLoginCode, { body: { code } });

const mailed = (kind: keyof MailContents) =>
  site.database
    .select()
    .from(mails)
    .where(and(eq(mails.kind, kind), ne(mails.status, 'suppressed')));

async function mailedCode(): Promise<string> {
  const [mail] = await mailed('sign_in_code');
  const { sealedCode } = mail!.content as MailContents['sign_in_code'];
  return site.site.secrets.openMailedCode(sealedCode!);
}

/** A donor with a noted email, to which codes go. */
async function donorWithEmail(): Promise<number> {
  const id = await createDonor(site, 'JTHIESSEN');
  const admin = await site.admin();
  await admin.call(donors.updateParticipant, { params: { id }, body: { email: 'jo@example.ca' } });
  return id;
}

/** A use of a code, and a function by which its till gives it back. */
async function takenUse() {
  const { code, pin } = await codeAndStore(site);
  const till = site.visitor();
  const { body } = await till.call(redemption.redeemCode, { params: { code }, body: { pin } });
  const giveBack = () =>
    till.call(redemption.undoRedemption, {
      params: { code },
      body: { pin, redemptionId: body.redemptionId },
    });
  return { code, giveBack };
}

const isCodeValid = async (code: string) =>
  isOk(await site.visitor().call(redemption.checkCode, { params: { code } }));

async function mergeDonors() {
  const [fromId, toId] = [await createDonor(site, 'FROM'), await createDonor(site, 'TO')];
  const { body } = await (await site.admin()).call(donors.mergeParticipants, { body: { fromId, toId } });
  return { toId, mergeId: body.mergeId };
}

const deadlines: Deadline[] = [
  {
    what: 'a till can give a use back',
    lasts: 15 * MINUTE,
    begin: async () => {
      const { giveBack } = await takenUse();
      return async () => isOk(await giveBack());
    },
  },
  {
    what: 'the admin who rejected a donation can reopen it without a reason',
    lasts: 15 * MINUTE,
    begin: async () => {
      const id = await loggedDonation(site);
      const admin = await site.admin();
      await admin.call(deciding.rejectDonation, { body: { id } });
      return async () => isOk(await admin.call(deciding.reopenDonation, { body: { id } }));
    },
  },
  {
    what: 'a merge can be undone',
    lasts: 30 * DAY,
    begin: async () => {
      const { mergeId } = await mergeDonors();
      return async () => isOk(await (await site.admin()).call(donors.undoMerge, { params: { mergeId } }));
    },
  },
  {
    what: 'the page of a person offers to undo a merge',
    lasts: 30 * DAY,
    begin: async () => {
      const { toId } = await mergeDonors();
      return async () => {
        const { body } = await (await site.admin()).call(people.participantSheet, { params: { id: toId } });
        return body.merges.length > 0;
      };
    },
  },
  {
    what: 'the data for undoing a merge are kept',
    lasts: 30 * DAY,
    holdsAtIt: true,
    begin: async () => {
      await mergeDonors();
      return async () => {
        await tidyDatabase(site.database, site.now);
        return (await site.database.$count(merges)) > 0;
      };
    },
  },
  {
    what: 'an Idempotency-Key is remembered',
    lasts: 30 * DAY,
    holdsAtIt: true,
    begin: async () => {
      const headers = { 'idempotency-key': 'a-form' };
      await site.visitor().call(logging.logDonation, { body: DONATION }, { headers });
      return async () => {
        await tidyDatabase(site.database, site.now);
        return (await site.database.$count(idempotencyKeys)) > 0;
      };
    },
  },
  {
    what: 'a link makes a till',
    lasts: DAY,
    begin: async () => {
      const admin = await site.admin();
      const { partner } = await partnerStore(admin);
      const { body } = await admin.call(redemption.createTillLink, { params: { id: partner.id } });
      return async () => (await site.visitor().send('POST', new URL(body.link).pathname)).status === 303;
    },
  },
  {
    what: 'a mailed code signs in',
    lasts: 10 * MINUTE,
    begin: async () => {
      await donorWithEmail();
      const donor = site.visitor();
      await askForCode(donor);
      const code = await mailedCode();
      return async () => isOk(await enterCode(donor, code));
    },
  },
  {
    what: 'a browser can continue a sign-in',
    lasts: HOUR,
    begin: async () => {
      await donorWithEmail();
      const donor = site.visitor();
      await askForCode(donor);
      return async () =>
        (await enterCode(donor, '000000')).body.error !== 'This sign-in has ended. Please start again.';
    },
  },
  {
    what: 'an address gets no fourth code',
    lasts: HOUR,
    begin: async () => {
      await donorWithEmail();
      for (let time = 1; time <= 3; time += 1) await askForCode(site.visitor());
      expect(await mailed('sign_in_code')).toHaveLength(3);
      return async () => {
        await askForCode(site.visitor());
        return (await mailed('sign_in_code')).length === 3;
      };
    },
  },
  {
    what: 'an address gets no seventh code',
    lasts: DAY,
    begin: async () => {
      await donorWithEmail();
      for (let time = 1; time <= 3; time += 1) await askForCode(site.visitor());
      site.pass({ minutes: 60 });
      for (let time = 1; time <= 3; time += 1) await askForCode(site.visitor());
      expect(await mailed('sign_in_code')).toHaveLength(6);
      return async () => {
        await askForCode(site.visitor());
        return (await mailed('sign_in_code')).length === 6;
      };
    },
  },
  {
    what: 'an address is not asked again to confirm the newsletter',
    lasts: HOUR,
    begin: async () => {
      const subscribe = () => site.visitor().call(newsletter.subscribe, { body: { email: 'jo@example.ca' } });
      await subscribe();
      return async () => {
        await subscribe();
        return (await mailed('newsletter_confirmation')).length === 1;
      };
    },
  },
  {
    what: 'a reward code is valid',
    lasts: 30 * DAY,
    begin: async () => {
      const { code } = await confirmedCode(site, await site.admin());
      return () => isCodeValid(code);
    },
  },
  {
    what: 'an expired code is valid again after a use was given back',
    lasts: 7 * DAY,
    begin: async () => {
      const { code, giveBack } = await takenUse();
      await site.database.update(discountCodes).set({ expiresAt: site.now });
      await giveBack();
      return () => isCodeValid(code);
    },
  },
  {
    what: 'a donor is not reminded of a code',
    lasts: 25 * DAY,
    begin: async () => {
      await donorWithEmail();
      await confirmedCode(site, await site.admin());
      return async () => {
        await notifyEndingCodes(site.site);
        return (await mailed('code_ending')).length === 0;
      };
    },
  },
  {
    what: 'a donation dated tomorrow is refused',
    lasts: 12 * HOUR,
    begin: async () => async () => {
      const body = { ...DONATION, date: '2026-11-21' };
      return (await site.visitor().call(logging.logDonation, { body })).status === 400;
    },
  },
];

beforeEach(() => {
  site.site.mailer = mailbox.mailer();
});

describe('to the millisecond', () => {
  const moments = deadlines.flatMap(({ holdsAtIt = false, ...deadline }) => {
    const lastMillisecond = holdsAtIt ? deadline.lasts : deadline.lasts - 1;
    return [
      { ...deadline, after: lastMillisecond, holds: true },
      { ...deadline, after: lastMillisecond + 1, holds: false },
    ];
  });

  test.each(moments)('$what, after $after ms: $holds', async ({ begin, after, holds }) => {
    const stillHolds = await begin();
    site.now = new Date(START.getTime() + after);
    expect(await stillHolds()).toBe(holds);
  });
});

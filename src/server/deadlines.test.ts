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

/** What holds for so long, and no longer. */
interface Deadline {
  what: string;
  /** In milliseconds, from the moment at which it begins. */
  lasts: number;
  /** Whether it holds at the very moment, and ends after it. */
  holdsAtIt?: boolean;
  /** Begins it, and gives what says later whether it still holds. */
  begin: () => Promise<() => Promise<boolean>>;
}

const isOk = ({ status }: { status: number }) => status === 200;

const ask = (client: Client, studentId = 'JTHIESSEN') =>
  client.call(donors.studentLogin, { body: { studentId } });
const enter = (client: Client, code: string) => client.refused(donors.studentLoginCode, { body: { code } });

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

/** A use of a code, and how its till gives it back. */
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

const isGood = async (code: string) =>
  isOk(await site.visitor().call(redemption.checkCode, { params: { code } }));

async function merged() {
  const [fromId, toId] = [await createDonor(site, 'FROM'), await createDonor(site, 'TO')];
  const { body } = await (await site.admin()).call(donors.mergeParticipants, { body: { fromId, toId } });
  return { toId, mergeId: body.mergeId };
}

const deadlines: Deadline[] = [
  {
    what: 'a use is given back at its till',
    lasts: 15 * MINUTE,
    begin: async () => {
      const { giveBack } = await takenUse();
      return async () => isOk(await giveBack());
    },
  },
  {
    what: 'who rejected a donation reopens it without a reason',
    lasts: 15 * MINUTE,
    begin: async () => {
      const id = await loggedDonation(site);
      const admin = await site.admin();
      await admin.call(deciding.rejectDonation, { body: { id } });
      return async () => isOk(await admin.call(deciding.reopenDonation, { body: { id } }));
    },
  },
  {
    what: 'a merge is taken back',
    lasts: 30 * DAY,
    begin: async () => {
      const { mergeId } = await merged();
      return async () => isOk(await (await site.admin()).call(donors.undoMerge, { params: { mergeId } }));
    },
  },
  {
    what: 'a merge is offered to be taken back',
    lasts: 30 * DAY,
    begin: async () => {
      const { toId } = await merged();
      return async () => {
        const { body } = await (await site.admin()).call(people.participantSheet, { params: { id: toId } });
        return body.merges.length > 0;
      };
    },
  },
  {
    what: 'what a merge would need to be taken back is there',
    lasts: 30 * DAY,
    holdsAtIt: true,
    begin: async () => {
      await merged();
      return async () => {
        await tidyDatabase(site.database, site.now);
        return (await site.database.$count(merges)) > 0;
      };
    },
  },
  {
    what: 'an Idempotency-Key is known',
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
      await ask(donor);
      const code = await mailedCode();
      return async () => isOk(await enter(donor, code));
    },
  },
  {
    what: 'a browser goes on with a sign-in',
    lasts: HOUR,
    begin: async () => {
      await donorWithEmail();
      const donor = site.visitor();
      await ask(donor);
      return async () =>
        (await enter(donor, '000000')).body.error !== 'This sign-in has ended. Please start again.';
    },
  },
  {
    what: 'an address gets no fourth code',
    lasts: HOUR,
    begin: async () => {
      await donorWithEmail();
      for (let time = 1; time <= 3; time += 1) await ask(site.visitor());
      expect(await mailed('sign_in_code')).toHaveLength(3);
      return async () => {
        await ask(site.visitor());
        return (await mailed('sign_in_code')).length === 3;
      };
    },
  },
  {
    what: 'an address gets no seventh code',
    lasts: DAY,
    begin: async () => {
      await donorWithEmail();
      for (let time = 1; time <= 3; time += 1) await ask(site.visitor());
      site.pass({ minutes: 60 });
      for (let time = 1; time <= 3; time += 1) await ask(site.visitor());
      expect(await mailed('sign_in_code')).toHaveLength(6);
      return async () => {
        await ask(site.visitor());
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
    what: 'a reward code is good',
    lasts: 30 * DAY,
    begin: async () => {
      const { code } = await confirmedCode(site, await site.admin());
      return () => isGood(code);
    },
  },
  {
    what: 'a code that had just ended is good again once a use was given back',
    lasts: 7 * DAY,
    begin: async () => {
      const { code, giveBack } = await takenUse();
      await site.database.update(discountCodes).set({ expiresAt: site.now });
      await giveBack();
      return () => isGood(code);
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
    what: 'a donation of tomorrow is refused',
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
    const last = holdsAtIt ? deadline.lasts : deadline.lasts - 1;
    return [
      { ...deadline, after: last, holds: true },
      { ...deadline, after: last + 1, holds: false },
    ];
  });

  test.each(moments)('$what, after $after ms: $holds', async ({ begin, after, holds }) => {
    const stillHolds = await begin();
    site.now = new Date(START.getTime() + after);
    expect(await stillHolds()).toBe(holds);
  });
});

import { readFile } from 'node:fs/promises';
import { simpleParser } from 'mailparser';
import { describe, expect, test } from 'vitest';
import { useMailbox } from '#server/testing/harness.ts';
import { type Language, languages } from '#shared/languages.ts';
import { isStaffMail, type MailKind, mailKinds, news } from '#shared/mail.ts';
import { placeholderOrganization } from '#shared/organization.ts';
import { weightBands } from '#shared/weights.ts';
import { sampledAt, sampleMails } from '#server/testing/sampleMails.ts';
import { type SecretValues, type MailContents, phrases } from './serverKinds.ts';
import { mailColors } from './serverLayout.ts';
import { composeMessage } from './serverMessage.ts';

const mailbox = useMailbox();
const messageSite = { publicUrl: 'https://reround.example', timeZone: 'America/Winnipeg' };
const switchOffUrl = 'https://reround.example/mail/off/token';

interface Options extends SecretValues {
  language?: Language;
}

const row = { createdAt: sampledAt, recipient: 'jo@example.ca', messageId: '<1@reround.example>' };

const confirmed = sampleMails.donation_confirmed['usual']!;
const ending = sampleMails.code_ending['usual']!;
const used = sampleMails.code_used['usual']!;
const appointment = sampleMails.pickup_moved['usual']!;
const logged = sampleMails.donation_logged['usual']!;

/** Contents that change the words of their kind, by a count, a weight or a missing value. */
const contentVariants = {
  donation_logged: Object.fromEntries(
    weightBands.map((weight) => [weight, { ...logged, weight, bin: null }]),
  ),
  donation_confirmed: Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7].map((donations) => [
      `${donations} of 6`,
      { ...confirmed, code: null, gold: { donations, of: 6 } },
    ]),
  ),
  donation_rejected: { 'without a reason': { ...logged, reason: null } },
  code_ending: {
    'on the last day': { ...ending, expiresAt: '2026-11-21T06:00:00.000Z' },
    'with two uses': { ...ending, usesLeft: 2 },
  },
  code_used: { 'with two uses left': { ...used, usesLeft: 2 } },
  pickup_scheduled: {
    'in the morning': { ...appointment, scheduledAt: '2026-11-24T15:30:00.000Z' },
  },
  pickup_moved: { 'with a phone': appointment },
  pickup_cancelled: { 'with a phone': appointment },
  sign_in_code: sampleMails.sign_in_code,
  newsletter_confirmation: sampleMails.newsletter_confirmation,
};

function compose<Kind extends MailKind>(kind: Kind, content: MailContents[Kind], options: Options = {}) {
  const { language = 'en', ...secretValues } = options;
  return composeMessage(
    messageSite,
    { ...row, kind, language, content },
    placeholderOrganization,
    secretValues,
  );
}

/** Mail to staff is in English only. */
const isInFrench = (kind: MailKind): boolean => !isStaffMail(kind) && kind !== 'email_code';
const kindsIn = (language: Language): readonly MailKind[] =>
  language === 'fr' ? mailKinds.filter(isInFrench) : mailKinds;

test('every mail has its reviewed text in both languages', async () => {
  const texts = languages.flatMap((language) =>
    kindsIn(language).flatMap((kind) =>
      Object.entries<object>(sampleMails[kind]).map(([name, content]) => {
        const secretValues = {
          switchOffUrl:
            isStaffMail(kind) || news.some((newsKind) => newsKind === kind) ? switchOffUrl : undefined,
          confirmUrl: 'https://reround.example/newsletter/confirm/token',
          pickupUrl: 'https://reround.example/pickup/token',
          signInCode: '482915',
        };
        const { subject, text } = compose(kind, content as never, { language, ...secretValues });
        return `======== ${language}, ${kind}, ${name}\nSubject: ${subject}\n\n${text}`;
      }),
    ),
  );
  await expect(texts.join('\n')).toMatchFileSnapshot('mails.snapshot.txt');
  const addresses = texts.join('\n').match(/.*https?:.*/g) ?? [];
  expect(addresses.filter((line) => !/^https:\/\/\S+$/.test(line))).toEqual([]);
});

test('every mail has its reviewed text for other counts and missing values, as the console shows it', async () => {
  const organization = { ...placeholderOrganization, phone: '204 555 0123' };
  const footers = new Set<string>();
  const texts = languages.flatMap((language) => [
    ...Object.entries<Record<string, object>>(contentVariants).flatMap(([kind, contents]) =>
      Object.entries(contents).map(([name, content]) => {
        const mail = { ...row, kind: kind as MailKind, language, content: content as never };
        const { subject, text } = composeMessage(messageSite, mail, organization);
        const [body = '', footer = ''] = text.split('\n-- \n');
        footers.add(footer);
        return `======== ${language}, ${kind}, ${name}\nSubject: ${subject}\n\n${body}`;
      }),
    ),
    `======== ${language}, a pickup in a calendar\n${phrases[language].pickupEntry(organization)}\n`,
  ]);
  texts.push('======== the feet of all of these', ...footers);
  await expect(texts.join('\n')).toMatchFileSnapshot('mailCounts.snapshot.txt');
});

describe('every mail', () => {
  const samples = mailKinds.flatMap((kind) =>
    Object.entries(sampleMails[kind]).map(([name, content]) => [kind, name, content as object] as const),
  );
  const samplesInLanguages = languages.flatMap((language) =>
    samples.filter(([kind]) => kindsIn(language).includes(kind)).map((mail) => [language, ...mail] as const),
  );

  test.each(samplesInLanguages)(
    '%s, %s, %s: fetches nothing, and names its sender and why it came',
    (...sample) => {
      const [language, kind, , content] = sample;
      const { html, text } = compose(kind, content as MailContents[typeof kind], { language });
      expect(html).toContain(`<html lang="${language}-CA">`);
      expect(html).not.toMatch(
        /\b(?:src|srcset|background)=|url\(|@import|<(?:img|link|script|iframe|form)\b/i,
      );
      for (const body of [html, text]) expect(body).toContain('123 Example Street, Winnipeg, Manitoba');
      expect(text).toMatch(language === 'fr' ? /\nVous recevez ce/ : /\nYou get this/);
      expect(text).not.toMatch(/undefined|null|NaN|\[object/);
    },
  );

  test.each(samples.filter(([kind]) => isInFrench(kind)))(
    '%s, %s: has no English phrase in its French text',
    (kind, _name, content) => {
      const secretValues = { switchOffUrl, confirmUrl: switchOffUrl, signInCode: '482915' };
      const [english, french] = languages.map((language) => {
        const { subject, text } = compose(kind, content as MailContents[typeof kind], {
          language,
          ...secretValues,
        });
        return `${subject}\n${text}`;
      });
      const typed = JSON.stringify([content, placeholderOrganization, ...Object.values(secretValues)]);
      const englishParts = english!
        .split(/[.,:?()\n]+/)
        .map((part) => part.trim())
        .filter((part) => /\p{L}{2}/u.test(part) && !typed.includes(part));
      expect(englishParts.length).toBeGreaterThan(2);
      expect(englishParts.filter((part) => french!.includes(part))).toEqual([]);
      const unsignedText = french!.replaceAll(switchOffUrl, '');
      const siteAddresses = unsignedText.match(/https:\/\/reround\.example\S*/g) ?? [];
      expect(siteAddresses.filter((address) => !address.startsWith('https://reround.example/fr/'))).toEqual(
        [],
      );
    },
  );

  test.each(mailKinds)('%s escapes typed text', (kind) => {
    const hostile = '<img src=x onerror=alert(1)>"\'&';
    const content = JSON.parse(JSON.stringify(Object.values(sampleMails[kind])[0]), (key, value: unknown) =>
      ['name', 'bin', 'reason', 'store', 'donorId', 'address', 'items', 'sentBy'].includes(key)
        ? hostile
        : value,
    ) as MailContents[typeof kind];
    const organization = {
      ...placeholderOrganization,
      name: hostile,
      addressLines: [hostile],
      phone: hostile,
    };
    for (const language of languages) {
      const { html } = composeMessage(messageSite, { ...row, kind, language, content }, organization);
      expect(html).not.toContain('<img');
      expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;&#34;&#39;&#38;');
    }
  });
});

describe('the loops of a mail', () => {
  const countLoops = (html: string) => ({
    closed: html.split('fill-rule="evenodd"').length - 1,
    open: html.split('d="M19.7 8.4A8.5 8.5').length - 1,
  });

  test.each([
    [1, { closed: 1, open: 5 }],
    [5, { closed: 5, open: 1 }],
    [6, { closed: 6, open: 0 }],
    // A donor who was a Gold Giver before has none to close.
    [7, { closed: 0, open: 0 }],
  ])('toward Gold, after %d donations, are %o', (donations, loops) => {
    const { html } = compose('donation_confirmed', { ...confirmed, code: null, gold: { donations, of: 6 } });
    expect(countLoops(html)).toEqual(loops);
  });

  test.each([
    [1, 1],
    [4, 4],
    // More would have no room beside the text.
    [5, 0],
  ])('of a code with %d uses left are %d', (usesLeft, open) => {
    expect(countLoops(compose('code_ending', { ...ending, usesLeft }).html)).toEqual({ closed: 0, open });
  });
});

describe('typed text adds no header', () => {
  const names = [
    'Prairie\r\nBcc: victim@example.ca\r\n\r\nRewear',
    'Prairie\nBcc: victim@example.ca\nRewear',
    'Prairie\rBcc: victim@example.ca\rRewear',
    'Prairie\u2028Bcc: victim@example.ca\u2029Rewear',
    'Prairie\u0085Bcc: victim@example.ca\v\f\0Rewear',
    '=?utf-8?q?Prairie=0D=0ABcc=3A_victim=40example.ca?= Rewear',
    'Prairie \u202Eac.elpmaxe@mitciv :ccB\u2066 Rewear',
  ];

  test.each(languages.flatMap((language) => names.map((name) => [language, name] as const)))(
    '%s, %j',
    async (language, name) => {
      const mailer = mailbox.mailer();
      const organization = { ...placeholderOrganization, name, addressLines: [name] };
      const mail = { ...row, language };
      const codeUsed = {
        ...mail,
        kind: 'code_used' as const,
        content: { ...sampleMails.code_used['usual']!, name, store: name },
      };
      const confirmation = {
        ...mail,
        kind: 'newsletter_confirmation' as const,
        content: { subscriberId: 1 },
      };
      await mailer.send(composeMessage(messageSite, codeUsed, organization, { switchOffUrl }));
      await mailer.send(composeMessage(messageSite, confirmation, organization));
      // The mailer itself removes line breaks from a subject, too.
      await mailer.send({
        ...composeMessage(messageSite, confirmation, organization),
        subject: `Letters from ${name}`,
      });
      expect(mailbox.deliveries).toHaveLength(3);
      const expectedHeaders = [
        'from',
        'to',
        'subject',
        'message-id',
        'date',
        'mime-version',
        'content-type',
        'auto-submitted',
      ];
      for (const { to, raw } of mailbox.deliveries) {
        expect(to).toEqual(['jo@example.ca']);
        const [head = ''] = raw.split('\r\n\r\n', 1);
        expect(head).toMatch(/^[\t\r\n\x20-\x7e]*$/);
        const { headerLines, subject, bcc } = await simpleParser(raw);
        const unsubscribeHeaders = new Set(['list-unsubscribe', 'list-unsubscribe-post']);
        const otherHeaders = headerLines.filter(({ key }) => !unsubscribeHeaders.has(key));
        expect(otherHeaders.map(({ key }) => key).toSorted()).toEqual(expectedHeaders.toSorted());
        expect(bcc).toBeUndefined();
        expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u);
        expect(subject).toMatch(/Rewear/);
      }
    },
  );
});

test('the colours of mails are those of the site', async () => {
  const look = await readFile('src/web/look.css', 'utf8');
  const tokens = Object.keys(mailColors).map((token) => {
    const [, value = ''] = new RegExp(`--${token}: (.*);`).exec(look) ?? [];
    const [light = '', dark = light] = [...value.matchAll(/oklch\(([^)]+)\)/g)].map(([, color = '']) =>
      oklchToHex(color),
    );
    return [token, { light, dark }];
  });
  expect(mailColors).toEqual(Object.fromEntries(tokens));
});

/** Converts an OKLCH colour to sRGB, by the matrices of CSS Color 4. */
function oklchToHex(oklch: string): string {
  const [lightness = 0, chroma = 0, hue = 0] = oklch.split(' ').map(Number);
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const [l, m, s] = [
    (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ];
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const bytes = linear.map((value) => {
    const clamped = Math.min(1, Math.max(0, value));
    const encoded = clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255);
  });
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

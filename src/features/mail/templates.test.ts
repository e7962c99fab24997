import { readFile } from 'node:fs/promises';
import { simpleParser } from 'mailparser';
import { describe, expect, test } from 'vitest';
import { useMailbox } from '#server/testing/mailbox.ts';
import { type MailKind, mailKinds } from '#shared/mail.ts';
import { placeholderOrganization } from '#shared/organization.ts';
import type { MailContents } from './mailContents.ts';
import { sampledAt, sampleMails } from './sampleMails.ts';
import { mailColors } from './serverMailLook.ts';
import { type Enclosure, messageOf } from './serverTemplates.ts';

const mailbox = useMailbox();
const place = { publicUrl: 'https://reround.example', timeZone: 'America/Winnipeg' };
const off = 'https://reround.example/mail/off/token';

function written<Kind extends MailKind>(kind: Kind, content: MailContents[Kind], enclosure: Enclosure = {}) {
  const row = {
    kind,
    content,
    createdAt: sampledAt,
    recipient: 'jo@example.ca',
    messageId: '<1@reround.example>',
  };
  return messageOf(place, row, placeholderOrganization, enclosure);
}

const usual = (kind: MailKind, enclosure: Enclosure = {}) =>
  written(kind, Object.values(sampleMails[kind])[0] as MailContents[typeof kind], enclosure);

test('the confirmation of a donation says what came of it, with the code', () => {
  const { subject, text } = usual('donation_confirmed', { off });
  expect(subject).toBe('Confirmed, and a code is yours');
  expect(text).toBe(`Confirmed, and a code is yours

Hello Jo. Your donation of 2-3kg from University Centre is on the shelf. It is your fifth that counts toward Gold Giver: one more this year.

Toward Gold Giver: 5 of 6

    RR-V3NK8D
    2 uses, until Dec 20, 2026
    Read it out at the till. The QR is on your dashboard.

Open your dashboard: https://reround.example/dashboard
Where to use it: https://reround.example/discounts

-- 
ReRound, 123 Example Street, Winnipeg, Manitoba
You get this because this address is noted for donor ID JTHIESSEN.
Switch this kind of mail off (${off}), without a sign-in, or choose what you hear (https://reround.example/dashboard) on your dashboard.
`);
});

test('each kind has its subject', () => {
  expect(Object.fromEntries(mailKinds.map((kind) => [kind, usual(kind).subject]))).toEqual({
    donation_logged: 'Donation logged, thank you',
    donation_confirmed: 'Confirmed, and a code is yours',
    donation_rejected: 'About your donation of 1-2kg',
    donation_measured: 'Your donation was measured: 2-3kg',
    code_ending: 'Your code ends in 5 days',
    code_used: 'Your code was used at Prairie Rewear',
    pickup_received: 'Pickup request received',
    pickup_scheduled: 'Pickup on Nov 24, 2 PM',
    pickup_moved: 'Pickup moved to Nov 24, 2 PM',
    pickup_cancelled: 'Pickup cancelled',
    sign_in_code: 'Your sign-in code',
    newsletter_confirmation: 'Confirm your letters from ReRound',
    test: 'Mail from ReRound works',
  });
});

describe('every mail', () => {
  const all = mailKinds.flatMap((kind) =>
    Object.entries(sampleMails[kind]).map(([name, content]) => [kind, name, content as object] as const),
  );

  test.each(all)('%s, %s: fetches nothing, and names who writes and where from', (kind, _name, content) => {
    const { html, text } = written(kind, content as MailContents[typeof kind]);
    expect(html).not.toMatch(
      /\b(?:src|srcset|background)=|url\(|@import|<(?:img|link|script|iframe|form)\b/i,
    );
    for (const body of [html, text]) expect(body).toContain('123 Example Street, Winnipeg, Manitoba');
    expect(text).toMatch(/\nYou get this/);
    expect(text).not.toMatch(/undefined|null|NaN|\[object/);
  });

  test.each(mailKinds)('%s shows what people typed as text', (kind) => {
    const hostile = '<img src=x onerror=alert(1)>"\'&';
    const content = JSON.parse(JSON.stringify(Object.values(sampleMails[kind])[0]), (key, value: unknown) =>
      ['name', 'place', 'reason', 'store', 'donorId', 'address', 'items', 'sentBy'].includes(key)
        ? hostile
        : value,
    ) as MailContents[typeof kind];
    const organization = {
      ...placeholderOrganization,
      name: hostile,
      addressLines: [hostile],
      phone: hostile,
    };
    const row = {
      kind,
      content,
      createdAt: sampledAt,
      recipient: 'jo@example.ca',
      messageId: '<1@reround.example>',
    };
    const { html } = messageOf(place, row, organization);
    expect(html).not.toContain('<img');
    expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;&#34;&#39;&#38;');
  });
});

test('a sign-in code is shown in its mail, and hidden from whoever looks at the outbox', () => {
  expect(usual('sign_in_code', { signInCode: '482915' }).text).toContain('    482915\n');
  expect(usual('sign_in_code').text).toContain('    ••••••\n');
});

test('a pickup request that anybody may send in any name is answered without what was typed', () => {
  const { text, html } = usual('pickup_received');
  for (const typed of ['Grace', 'Elm', 'lamps']) expect(text + html).not.toContain(typed);
});

describe('what people typed makes no header', () => {
  const names = [
    'Prairie\r\nBcc: victim@example.ca\r\n\r\nRewear',
    'Prairie\nBcc: victim@example.ca\nRewear',
    'Prairie\rBcc: victim@example.ca\rRewear',
    'Prairie\u2028Bcc: victim@example.ca\u2029Rewear',
    'Prairie\u0085Bcc: victim@example.ca\v\f\0Rewear',
    '=?utf-8?q?Prairie=0D=0ABcc=3A_victim=40example.ca?= Rewear',
    'Prairie \u202Eac.elpmaxe@mitciv :ccB\u2066 Rewear',
  ];

  test.each(names)('%j', async (name) => {
    const post = mailbox.post();
    const row = { recipient: 'jo@example.ca', messageId: '<1@reround.example>', createdAt: sampledAt };
    const organization = { ...placeholderOrganization, name, addressLines: [name] };
    const used = { ...sampleMails.code_used['usual'], name, store: name } as MailContents['code_used'];
    const letters = { ...row, kind: 'newsletter_confirmation' as const, content: { subscriberId: 1 } };
    await post.send(messageOf(place, { ...row, kind: 'code_used', content: used }, organization, { off }));
    await post.send(messageOf(place, letters, organization));
    // The post itself takes no other's word for it.
    await post.send({ ...messageOf(place, letters, organization), subject: `Letters from ${name}` });
    expect(mailbox.deliveries).toHaveLength(3);
    const ours = [
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
      const listed = new Set(['list-unsubscribe', 'list-unsubscribe-post']);
      const others = headerLines.filter(({ key }) => !listed.has(key));
      expect(others.map(({ key }) => key).toSorted()).toEqual(ours.toSorted());
      expect(bcc).toBeUndefined();
      expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u);
      expect(subject).toMatch(/Rewear/);
    }
  });
});

test('colours are those of the site', async () => {
  const look = await readFile('src/web/look.css', 'utf8');
  const tokens = Object.keys(mailColors).map((token) => {
    const [, value = ''] = new RegExp(`--${token}: (.*);`).exec(look) ?? [];
    const [light = '', dark = light] = [...value.matchAll(/oklch\(([^)]+)\)/g)].map(([, color = '']) =>
      inHex(color),
    );
    return [token, { light, dark }];
  });
  expect(mailColors).toEqual(Object.fromEntries(tokens));
});

/** A colour of OKLCH in sRGB, by the matrices of CSS Color 4. */
function inHex(oklch: string): string {
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
    const part = Math.min(1, Math.max(0, value));
    const shown = part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055;
    return Math.round(shown * 255);
  });
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

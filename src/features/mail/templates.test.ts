import { readFile } from 'node:fs/promises';
import { simpleParser } from 'mailparser';
import { describe, expect, test } from 'vitest';
import { useMailbox } from '#server/testing/mailbox.ts';
import { ADMIN_CONSOLE_PATH } from '#shared/adminPath.ts';
import { type Language, languages } from '#shared/languages.ts';
import { type MailKind, mailKinds } from '#shared/mail.ts';
import { placeholderOrganization } from '#shared/organization.ts';
import type { MailContents } from './mailContents.ts';
import { sampledAt, sampleMails } from './sampleMails.ts';
import { mailColors } from './serverMailLook.ts';
import { type Enclosure, messageOf } from './serverTemplates.ts';

const mailbox = useMailbox();
const place = { publicUrl: 'https://reround.example', timeZone: 'America/Winnipeg' };
const off = 'https://reround.example/mail/off/token';
const consoleAddress = new RegExp(`https://reround\\.example${ADMIN_CONSOLE_PATH}\\S*`);

interface Look extends Enclosure {
  language?: Language;
}

function written<Kind extends MailKind>(kind: Kind, content: MailContents[Kind], look: Look = {}) {
  const { language = 'en', ...enclosure } = look;
  const row = {
    kind,
    language,
    content,
    createdAt: sampledAt,
    recipient: 'jo@example.ca',
    messageId: '<1@reround.example>',
  };
  return messageOf(place, row, placeholderOrganization, enclosure);
}

const usual = (kind: MailKind, look: Look = {}) =>
  written(kind, Object.values(sampleMails[kind])[0] as MailContents[typeof kind], look);

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

test('the same in French leads to the French pages', () => {
  const { subject, text } = usual('donation_confirmed', { off, language: 'fr' });
  expect(subject).toBe('Don confirmé\u00a0: voici votre code');
  expect(text).toBe(`Don confirmé\u00a0: voici votre code

Bonjour, Jo. Votre don de 2\u00a0à\u00a03\u00a0kg (University Centre) est maintenant en magasin. C’est votre cinquième don qui compte pour le niveau Or\u00a0: encore un cette année.

Vers le niveau Or\u00a0: 5 sur 6

    RR-V3NK8D
    2\u00a0utilisations, jusqu’au 20\u00a0déc.\u00a02026
    Donnez ce code à la caisse. Le code QR est dans votre tableau de bord.

Voir votre tableau de bord\u00a0: https://reround.example/fr/dashboard
Où l’utiliser\u00a0: https://reround.example/fr/discounts

-- 
ReRound, 123 Example Street, Winnipeg, Manitoba
Vous recevez ce courriel parce que cette adresse est liée au numéro de donateur JTHIESSEN.
Désactivez ce genre de courriel (${off}), sans vous connecter, ou choisissez ce que vous recevez (https://reround.example/fr/dashboard) dans votre tableau de bord.
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
    health_red: 'ReRound needs you: Disk',
    health_green: 'ReRound, well again: Disk',
    sign_in_code: 'Your sign-in code',
    newsletter_confirmation: 'Confirm your letters from ReRound',
    test: 'Mail from ReRound works',
  });
});

test('each kind has its subject in French', () => {
  expect(
    Object.fromEntries(mailKinds.map((kind) => [kind, usual(kind, { language: 'fr' }).subject])),
  ).toEqual({
    donation_logged: 'Don inscrit, merci',
    donation_confirmed: 'Don confirmé\u00a0: voici votre code',
    donation_rejected: 'À propos de votre don de 1\u00a0à\u00a02\u00a0kg',
    donation_measured: 'Votre don a été pesé\u00a0: 2\u00a0à\u00a03\u00a0kg',
    code_ending: 'Votre code prend fin dans 5\u00a0jours',
    code_used: 'Votre code a servi chez Prairie Rewear',
    pickup_received: 'Demande de ramassage reçue',
    pickup_scheduled: 'Ramassage le 24\u00a0nov. à 14\u00a0h',
    pickup_moved: 'Ramassage déplacé au 24\u00a0nov. à 14\u00a0h',
    pickup_cancelled: 'Ramassage annulé',
    health_red: 'ReRound, alarme\u00a0: Disque',
    health_green: 'ReRound, de nouveau en ordre\u00a0: Disque',
    sign_in_code: 'Votre code de connexion',
    newsletter_confirmation: 'Infolettre ReRound\u00a0: confirmez votre abonnement',
    test: 'ReRound\u00a0: l’envoi de courriels fonctionne',
  });
});

test('in French what is less than two is one', () => {
  const { code_ending, code_used, donation_confirmed } = sampleMails;
  const of = (kind: MailKind, content: object) =>
    written(kind, content as MailContents[typeof kind], { language: 'fr' }).text;
  expect(of('code_ending', code_ending['usual']!)).toContain('Il vous reste 1\u00a0utilisation.');
  const last = { ...code_ending['usual']!, usesLeft: 2, expiresAt: '2026-11-21T06:00:00.000Z' };
  expect(of('code_ending', last)).toMatch(/dans 1\u00a0jour\n[^]*reste 2\u00a0utilisations\./);
  expect(of('code_used', code_used['usual']!)).not.toContain('dernière utilisation');
  expect(of('code_used', code_used['for the last time']!)).toContain('C’était la dernière utilisation.');
  expect(of('donation_confirmed', donation_confirmed['without a code']!)).toContain(
    'Votre don de moins\u00a0de\u00a01\u00a0kg est maintenant en magasin.',
  );
});

describe('every mail', () => {
  const all = mailKinds.flatMap((kind) =>
    Object.entries(sampleMails[kind]).map(([name, content]) => [kind, name, content as object] as const),
  );
  const inEach = languages.flatMap((language) => all.map((mail) => [language, ...mail] as const));

  test.each(inEach)('%s, %s, %s: fetches nothing, and names who writes and where from', (...mail) => {
    const [language, kind, , content] = mail;
    const { html, text } = written(kind, content as MailContents[typeof kind], { language });
    expect(html).toContain(`<html lang="${language}-CA">`);
    expect(html).not.toMatch(
      /\b(?:src|srcset|background)=|url\(|@import|<(?:img|link|script|iframe|form)\b/i,
    );
    for (const body of [html, text]) expect(body).toContain('123 Example Street, Winnipeg, Manitoba');
    expect(text).toMatch(language === 'fr' ? /\nVous recevez ce/ : /\nYou get this/);
    expect(text).not.toMatch(/undefined|null|NaN|\[object/);
  });

  test.each(all)('%s, %s: says nothing of its English in French', (kind, _name, content) => {
    const look = { off, confirm: off, signInCode: '482915' };
    const [english, french] = languages.map((language) => {
      const { subject, text } = written(kind, content as MailContents[typeof kind], { language, ...look });
      return `${subject}\n${text}`;
    });
    const typed = JSON.stringify([content, placeholderOrganization, off, look.signInCode]);
    const said = english!
      .replace(consoleAddress, '')
      .split(/[.,:?()\n]+/)
      .map((part) => part.trim())
      .filter((part) => /\p{L}{2}/u.test(part) && !typed.includes(part));
    expect(said.length).toBeGreaterThan(2);
    expect(said.filter((part) => french!.includes(part))).toEqual([]);
    // The console is in English alone.
    const addresses = french!.replaceAll(off, '').replace(consoleAddress, '');
    const ours = addresses.match(/https:\/\/reround\.example\S*/g) ?? [];
    expect(ours.filter((address) => !address.startsWith('https://reround.example/fr/'))).toEqual([]);
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
    for (const language of languages) {
      const { html } = messageOf(place, { ...row, language }, organization);
      expect(html).not.toContain('<img');
      expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;&#34;&#39;&#38;');
    }
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

  test.each(languages.flatMap((language) => names.map((name) => [language, name] as const)))(
    '%s, %j',
    async (...mail) => {
      const [language, name] = mail;
      const post = mailbox.post();
      const row = {
        language,
        recipient: 'jo@example.ca',
        messageId: '<1@reround.example>',
        createdAt: sampledAt,
      };
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
    },
  );
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

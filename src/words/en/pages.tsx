// Pages of text: privacy and accessibility.
import type { ReactNode } from 'react';
import type { Day } from '#shared/dates.ts';
import { formatDay } from './formats.ts';

/** Any page of text. */
export const textPage = {
  lastChecked: (day: Day, time: (text: string) => ReactNode) => <>Last checked on {time(formatDay(day))}</>,
};

/** Change these sentences together with what is stored, sent or deleted. */
export const privacy = {
  description:
    'What ReRound keeps about donors and visitors, why, for how long, who sees it, and whom to ask.',
  heading: 'Privacy',
  lead: 'What ReRound keeps about you, why, for how long, who sees it, and whom to ask.',

  summaryTitle: 'In short',
  summary: [
    'No advertising, no tracking, no statistics service, no scripts of other companies.',
    'You log a donation with a donor ID alone. Your name, email and phone number are optional.',
    'A partner store that checks a code learns whether the code is good, not whose it is.',
    'Our admins and volunteers see your donations and how to reach you.',
    'A donor ID is not a password. Treat it like a library card.',
    'An uploaded photo loses its hidden data, such as the place where it was taken.',
    'We record who did what, when and from which network address.',
    'You can download your donations and codes from your dashboard.',
    'Most of this has no end date. You may ask to see it, to have it corrected or to have it removed.',
    'Backups keep copies until they are replaced.',
  ],

  storedTitle: 'What is kept, and why',
  stored: (sendsMail: boolean) => [
    {
      term: 'When you log a donation',
      text: 'Your donor ID, the weight range, the day, the place if you give it, and when you logged it. Volunteers may add the measured weight, a note and a photo of the items. We also keep whether they confirmed or rejected it or undid that, when and why. All this gives your totals, your tier, your badges and your reward codes.',
    },
    {
      term: 'When you sign in',
      text: 'Your donor ID, when you last signed in, and your email and name if you give them. Until an admin has made sure that these are yours, only you and admins see them.',
    },
    {
      term: 'When a volunteer takes your donation in',
      text: 'Your name, email or phone number, if you give them, so that we find you again.',
    },
    {
      term: 'When a code is used',
      text: 'The code, the store and the time, and the initials or name of the clerk if the store notes them. Also when and why a use was given back. Your name is not part of it. It shows that no code is used too often. The store sees its own uses, without the last three characters of the code.',
    },
    {
      term: 'When you ask for a pickup',
      text: 'Your name, address and what you have to give, and your phone number, email and preferred time if you give them. We need them to come to you. Whoever has the private link of a pickup sees its address, items and time, and can cancel it.',
    },
    {
      term: 'When you report a bin',
      text: sendsMail
        ? 'Which bin, when, and your name, note and email if you leave them. We write to the email once, when the bin is emptied. Then we remove it from the report, after 30 days at the latest.'
        : 'Which bin, when, and your name and note if you leave them.',
    },
    {
      term: 'When you subscribe to the newsletter',
      text: 'Your email, and your first name if you give it. As proof that you agreed: the words that you agreed to, when, on which page and from which network address. Also when you confirmed it by a link that we mailed, and when you unsubscribed. Each newsletter has a link that unsubscribes you at once, without a sign-in.',
    },
    {
      term: 'The language of your pages',
      text: 'English or French: the language of the page where you last logged a donation, signed in or chose which mail you get. Each pickup request, bin report and newsletter subscription has the language of its own page. We write to you in that language.',
    },
    ...(sendsMail
      ? [
          {
            term: 'When we write to you',
            text: 'If you gave us an email: what we write to you about your donations, codes, pickups and bin reports, to which address, in which language, and whether it arrived. We do not learn whether you opened it. You can switch off each kind, on your dashboard or by the link in the mail.',
          },
        ]
      : []),
    {
      term: 'A record of what was done',
      text: 'Each logged donation, pickup request, bin report, newsletter subscription, sign-in and use of a code leaves a line. So does each change by an admin or volunteer, and each of their sign-ins that failed. The line says who did it, if that is known, when, and from which network address. This is how we find and correct a mistake or a theft.',
    },
    {
      term: 'When an admin or volunteer signs in',
      text: 'The network address and the kind of browser, so that they recognise their own sign-ins and can end one that is not theirs. With a donor’s sign-in we keep neither.',
    },
  ],

  seenByTitle: 'Who sees it',
  seenBy: (sendsMail: boolean) => [
    {
      term: 'Our admins',
      text: 'See all of the above. They sign in with a password, and their changes are recorded.',
    },
    {
      term: 'Our volunteers',
      text: 'See what they need for their work: your name, email, phone number and donor ID, your donations and codes, pickup requests and bin reports. They do not see the record of what was done, nor what somebody typed at a sign-in until an admin has made sure of it. They sign in with a password, too, and their changes are recorded.',
    },
    {
      term: 'Partner stores, and anyone else who has one of your codes',
      text: 'See how many uses the code has left, until when it is valid, and whether it is for one store only.',
    },
    {
      term: 'Anyone who knows your donor ID',
      text: sendsMail
        ? 'Can ask for a sign-in code, which we mail only to you. While we have no email of yours, they may give their own. Then they see the name and the donations under your ID, but no codes, until an admin has made sure whose ID it is.'
        : 'Can sign in with it, since there are no passwords for donors, and then sees your dashboard: your name, donations, codes and badges, not your email or phone number. Treat your donor ID like a library card.',
    },
    {
      term: 'Anyone who has your share link',
      text: 'Sees your name, if we have it, and three numbers: how many donations you made, how many are confirmed and how many are pending. Search engines are asked not to list these pages.',
    },
    {
      term: 'Everyone',
      text: 'Sees how many kilograms all donors together gave this month. It shows nothing about a single person.',
    },
  ],

  retentionTitle: 'How long',
  retention: (sendsMail: boolean) => [
    {
      term: 'Your sign-in',
      text: '90 days, or until you log out. The sign-in of an admin or volunteer: 7 days, or 12 hours without use, with the network address and what the browser says about itself.',
    },
    ...(sendsMail
      ? [
          {
            term: 'Mail that we sent you',
            text: '90 days, with the address that it went to. A sign-in code is removed from it as soon as the mail has gone.',
          },
        ]
      : []),
    {
      term: 'What makes a form act only once, even if it is sent several times',
      text: '30 days: a random key, a fingerprint of what was sent, and the answer that the form got.',
    },
    {
      term: 'What limits guessing and flooding',
      text: 'About a day: how often something was tried from a network address, or at a known till. The address is kept in a form that cannot be read back without our key.',
    },
    {
      term: 'The server’s log',
      text: 'Notes the network address, the time and the kind of page or call of each request, whether it was refused and why, and the admin’s name if one was signed in; never a code, a PIN or a password. It is not part of our database. How long it is kept depends on the machine that the site runs on; ask us.',
    },
    {
      term: 'The record of what was done',
      text: 'Names donors by a number, and holds the network address that each line came from. Only admins can read it.',
    },
    {
      term: 'Who you were, if two records turned out to be one person',
      text: '30 days, so that a mistake can be undone.',
    },
    {
      term: 'All the rest',
      text: 'Donations, codes, pickups, reports, photos, newsletter subscriptions and the record of what was done have no end date, unless we have set one for finished pickups, sign-ins or the record. What is older than that is deleted within an hour. You may ask us to remove what is yours.',
    },
    {
      term: 'Backups',
      text: 'Copies of all of it, kept apart so that nothing is lost with a machine. Removed data disappears from them when they are replaced. Ask us when that is.',
    },
  ],

  browserTitle: 'In your browser',
  browserLead: 'This site keeps in your own browser:',
  browserItems: [
    'A cookie that keeps you signed in, for 90 days or until you log out. Scripts cannot read it. Admins have one of their own, for seven days.',
    'In a browser that has used a code with a store’s PIN, or opened a link that we gave the store for its till, a cookie that says it is a till of that store, for 400 days after the last time. It holds random characters, shows that browser the codes it used today, and keeps a till working while others guess. Scripts cannot read it.',
    'If a code is mailed to you before you are signed in: a cookie for the hour in which you may type it, and one for 30 days if you asked for this browser to be trusted. They hold random characters, and scripts cannot read them.',
    'If you asked the log page to remember you: your donor ID, in a cookie for that page alone, for 400 days or until somebody presses “Not you?” there.',
    'If you switched the language of a page: which of the two you chose, in a cookie, for a year. A script of this site writes it; the site reads it where a scanned code or a shared link leads, to show you that page in your language.',
    'The donor ID that you logged with, until you have signed in with it or the tab is closed.',
    'A form that you have begun and not sent, so that a reload loses nothing. It is removed once the form is sent, and not restored after seven days. On a shared device, send it or choose Start over.',
    'A donation that you have logged without a connection, with its donor ID, weight, date and place, until it is sent or you choose not to send it, even if you log out. One that was not accepted is removed 30 days after this site has said so.',
    'A page that is shown when there is no connection.',
    'When a page last reloaded by itself because the site had a new version, until the tab is closed.',
    'Whether you choose weights from a list.',
    'For staff: the name of the clerk at the till until the tab is closed, what was taken in at the intake table or decided at the desk until the tab is closed or the admin logs out, and which switches of the console are on.',
  ],
  logos:
    'The logo of a partner store may come from that store’s website, which then sees your network address as with any visit. It does not learn which page you were on.',

  photosTitle: 'Photos',
  photos:
    'Photos show donated items and are added by volunteers. An uploaded photo is drawn anew before it is stored, so that no hidden data, such as the place where it was taken, is kept. Its address cannot be guessed, and anyone who has the address can open it. A volunteer may also note the address of a photo on another website. An uploaded photo is deleted when another replaces it.',

  askUsTitle: 'Ask us',
  askUs:
    'Ask to see what is kept about you, to have it corrected or removed, or to leave the newsletter. Tell us your donor ID or the email you used. You can download your donations and codes from your dashboard yourself. We give you the rest once we are sure that it is yours.',
  removal:
    'If we remove you, your name, contact, donor ID, photos, notes, places that are not one of our bins, pickup requests, newsletter subscription and sign-ins are deleted for good, and your codes stop working. What you gave stays in the totals. The record keeps what was done, under a number, with the reasons that staff wrote.',
  afterRemoval:
    'What your own browser keeps stays there until it expires or you remove it. Older backups still contain your data until they are replaced. If we ever have to restore one, we remove you again. If you have used another email or phone number, give us that one too: when two records become one, we know what the other contained for only 30 days.',
};

/** Change these sentences together with how screens are checked, and with each known limit. */
export const accessibility = {
  description:
    'What ReRound aims for in accessibility, how it is checked, its known limits, and how to report a barrier.',
  heading: 'Accessibility',
  lead: 'ReRound is for everyone who gives. Here is what we aim for, how we check it, where it falls short, and how to tell us.',

  aim: 'What we aim for',
  aimText:
    'The Web Content Accessibility Guidelines (WCAG) 2.2 at level AA, on every page, the admin console included. Manitoba’s Accessible Information and Communication Standard asks for WCAG 2.1 at level AA.',
  madeFor: [
    'Everything works by keyboard alone, in an order that follows the page, and the focus is always visible.',
    'Text and controls stand out from their background in the light and in the dark theme. A state has words and a symbol, and is never shown by colour alone.',
    'Pages work at 320 pixels wide and when enlarged to 200 percent, without scrolling sideways.',
    'On a phone, buttons and links of public pages are large enough for a thumb: 44 pixels, except links within a sentence.',
    'Each field has a label, and an error is written beside its field and read out.',
    'If your device asks for less motion, nothing moves.',
    'A reward code is always written beside its QR code.',
  ],

  check: 'How we check it',
  checks: [
    'Our automatic tests open every screen in a real browser and check it by the rules of axe-core: wide and narrow, light and dark, empty and filled, with its dialogs open.',
    'Further tests use the keyboard alone for the daily work in the admin console, and for what donors, store clerks and visitors do.',
    'The colours were chosen by their measured contrast.',
  ],
  ownAssessment: 'This is our own assessment. No outside body has reviewed the site.',

  knownLimits: 'Known limits',
  limits: [
    'No one who relies on a screen reader, a magnifier or a switch has tested the site for us yet. A program finds only part of what can be wrong.',
    'Some failures are reported only in a notice that closes after five seconds, unless the pointer or the focus is on it.',
    'The admin console is in English only.',
    'The fields for a date use the picker of your browser, which works better in some browsers than in others.',
    'Photos of donations, which only our team sees, have no description of what is in them.',
    'The websites of partner stores are not ours, and we cannot say how accessible they are.',
  ],

  tellUs: 'Tell us',
  tellUsText:
    'If something keeps you from giving, from seeing your status or from using a code, write to us. Say which page it was and what you tried. We can also take a donation, a pickup or a report by email.',
};

/** How to reach the organisation. */
export const reachUs = {
  email: 'Email',
  phone: 'Phone',
  post: 'Post',
};

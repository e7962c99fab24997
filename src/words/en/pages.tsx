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

  shortTitle: 'In short',
  inShort: [
    'No advertising, no tracking, no statistics service, no scripts of other companies.',
    'You log a donation with a donor ID alone. Your name, email and phone number are optional.',
    'A partner store that checks a code learns whether the code is good, not whose it is.',
    'Our admins and volunteers see your donations and how to reach you.',
    'A donor ID is not a password. Treat it like a library card.',
    'A photo that is uploaded loses what is hidden in it, such as the place where it was taken.',
    'We record who did what, when and from which network address.',
    'You can download your donations and codes from your dashboard.',
    'Most of it has no end date. You may ask us to see it, to put it right or to remove it.',
    'Backups keep copies until they are replaced.',
  ],

  keptTitle: 'What is kept, and why',
  kept: (sendsMail: boolean) => [
    {
      term: 'When you log a donation',
      text: 'Your donor ID, the weight range, the day, where you dropped it if you say so, and when you logged it. Volunteers may add the measured weight, a note and a photo of the items, and whether they confirmed or rejected it, or took that back, when and why. From these come your totals, your tier, your badges and your reward codes.',
    },
    {
      term: 'When you sign in',
      text: 'Your donor ID, when you last signed in, and your email and name if you give them. Nobody takes those for yours until an admin has made sure: until then only admins see them, and you.',
    },
    {
      term: 'When a volunteer takes your donation in',
      text: 'Your name, email or phone number, as far as you tell them, so that they find you again.',
    },
    {
      term: 'When a code is used',
      text: 'The code, the store and the time, and the initials or name of the clerk if the store notes them; also when a use is given back, and why, without your name. It shows that no code is used more often than it may be, and the store sees its own uses there, without the last three characters of the code.',
    },
    {
      term: 'When you ask for a pickup',
      text: 'Your name, address and what you have to give, and your phone number, email and preferred time if you say so. We need them to come to you. Whoever has the private link of a pickup sees its address, items and time, and can cancel it.',
    },
    {
      term: 'When you report a bin',
      text: sendsMail
        ? 'Which bin, when, and your name, note and email if you leave them. We write to the email once, when the bin was emptied, and then take it out of the report, at the latest after 30 days.'
        : 'Which bin, when, and your name and note if you leave them.',
    },
    {
      term: 'When you subscribe to the newsletter',
      text: 'Your email, your first name if you give it, and, as proof that you agreed, the words that you agreed to, when, on which page and from which network address; when you confirmed it by the link that we mailed, if we did, and when you unsubscribed. Each newsletter has a link that unsubscribes you at once, without a sign-in.',
    },
    {
      term: 'The language of your pages',
      text: 'English or French: that of the page on which you last logged a donation, signed in or chose which mail you get, and with each pickup request, bin report and newsletter subscription that of its own page. We write to you in it.',
    },
    ...(sendsMail
      ? [
          {
            term: 'When we write to you',
            text: 'What we tell you of your donations, codes, pickups and reports of bins, if you gave us an email: at which address, in which language, and whether it arrived. We do not learn whether you opened it. Each kind can be switched off, on your dashboard or by the link in the mail.',
          },
        ]
      : []),
    {
      term: 'A record of what was done',
      text: 'Each donation logged, pickup asked for, bin reported and newsletter subscription, each sign-in of a donor, each of an admin or volunteer, also one that failed, each use of a code, and each change by them leaves a line with who did it, as far as that is known, when and from which network address. It is how a mistake or a theft is found and put right.',
    },
    {
      term: 'When an admin or volunteer signs in',
      text: 'The network address and the kind of browser, so that they recognise their own sign-ins and can end one that is not theirs. Of a donor’s sign-in neither is kept with it.',
    },
  ],

  seenByTitle: 'Who sees it',
  seenBy: (sendsMail: boolean) => [
    {
      term: 'Our admins and volunteers',
      text: 'Admins see all of the above; volunteers what donations, bins and pickups take, with names and contacts. They sign in with a password, and what they change is on record.',
    },
    {
      term: 'Our volunteers',
      text: 'See what their work takes: your name, email, phone number and donor ID, your donations and codes, pickup requests and bin reports. Not the record of what was done, and not what somebody typed at a sign-in until an admin has made sure. They sign in with a password, too.',
    },
    {
      term: 'Partner stores, and whoever else has a code of yours',
      text: 'See how many uses the code has left, until when, and whether it is for one store only.',
    },
    {
      term: 'Anyone who knows your donor ID',
      text: sendsMail
        ? 'Can ask for a code to sign in, which we mail to you alone. As long as we have no email of yours, they may give one of their own, and then see the name and the donations under your ID, but no codes, until an admin has made sure whose it is.'
        : 'Can sign in with it, since there are no passwords for donors, and then sees your dashboard: your name, donations, codes and badges, not your email or phone number. Treat your donor ID like a library card.',
    },
    {
      term: 'Anyone who has your share link',
      text: 'Sees your name, if we have it, and three numbers: how many donations you made, how many are confirmed and how many are pending. Search engines are asked not to list these pages.',
    },
    {
      term: 'Everyone',
      text: 'Sees how many kilograms all donors together gave this month. No person can be told from it.',
    },
  ],

  keptForTitle: 'How long',
  keptFor: (sendsMail: boolean) => [
    {
      term: 'Your sign-in',
      text: '90 days, or until you log out. That of an admin or volunteer 7 days, or 12 hours without use, with the network address and what the browser says of itself.',
    },
    ...(sendsMail
      ? [
          {
            term: 'Mail that we sent you',
            text: '90 days, with the address that it went to. A code to sign in is taken out of it as soon as it has gone.',
          },
        ]
      : []),
    {
      term: 'What makes a form act once, however often it is sent',
      text: '30 days: a random key, a fingerprint of what was sent, and the answer that the form got.',
    },
    {
      term: 'What limits guessing and flooding',
      text: 'About a day: how often something was tried from a network address, or at a known till. The address is kept in a form that cannot be read back without our key.',
    },
    {
      term: 'The server’s log',
      text: 'Notes the network address, the time and the kind of page or call of each request, whether it was refused and why, and the admin’s name where one was logged in; never a code, a PIN or a password. It is not part of our database. How long it is kept depends on the machine that the site runs on; ask us.',
    },
    {
      term: 'The record of what was done',
      text: 'Names donors by a number, and holds the network address that each line came from. Only admins can read it.',
    },
    {
      term: 'Who you were, where two records turned out to be one person',
      text: '30 days, so that a mistake can be taken back.',
    },
    {
      term: 'All the rest',
      text: 'Donations, codes, pickups, reports, photos, newsletter subscriptions and the record of what was done have no end date, unless we have set one for finished pickups, sign-ins or the record: then what is older goes each night. You may ask us to remove what is yours.',
    },
    {
      term: 'Backups',
      text: 'Copies of all of it, kept apart so that nothing is lost with a machine. What was removed goes from them when they are replaced; ask us when that is.',
    },
  ],

  browserTitle: 'In your browser',
  browserLead: 'This site keeps in your own browser:',
  inYourBrowser: [
    'A cookie that keeps you signed in, for 90 days or until you log out. Scripts cannot read it. Admins have one of their own, for seven days.',
    'In a browser that has used a code with a store’s PIN, or opened a link that we gave the store for its till, a cookie that says it is a till of that store, for 400 days after the last time. It holds random characters, shows that browser the codes it used today, and keeps a till working while others guess. Scripts cannot read it.',
    'Where a code is mailed to you before you are signed in: a cookie for the hour in which you may type it, and one for 30 days if you asked for this browser to be trusted. They hold random characters, and scripts cannot read them.',
    'If you asked the log page to remember you: your donor ID, in a cookie for that page alone, for 400 days or until somebody presses “Not you?” there.',
    'If you switched the language of a page: which of the two you chose, in a cookie, for a year. A script of this site writes it; the site reads it where a scanned code or a shared link leads, to show you that page in your language.',
    'The donor ID that you logged with, until you have signed in with it or the tab is closed.',
    'A form that you have begun and not sent, so that a reload loses nothing. It is removed once the form is sent, and not brought back after seven days. On a shared device, send it or choose Start over.',
    'A donation that you have logged without a connection, with its donor ID, weight, date and place, until it is sent or you choose not to send it, also when you log out. One that was not accepted goes 30 days after this site has told you so.',
    'A page that says so when there is no connection.',
    'When a page last reloaded by itself because the site had been renewed, until the tab is closed.',
    'Whether you choose weights from a list.',
    'For staff: the name of the clerk at the till until the tab is closed, what was taken in at the intake table until the tab is closed or the admin logs out, and which switches of the console and of the till’s camera are on.',
  ],
  logos:
    'The logo of a partner store may come from that store’s website, which then sees your network address as with any visit. It is not told which page you were on.',

  photosTitle: 'Photos',
  photos:
    'Photos show donated items and are added by volunteers. One that is uploaded is drawn anew before it is stored, so that nothing hidden in it, such as the place where it was taken, is kept. Its address cannot be guessed, and whoever has the address can open it. A volunteer may also note the address of a photo that lies on another website. A photo that was uploaded is deleted when another takes its place.',

  askUsTitle: 'Ask us',
  askUs:
    'Ask to see what is kept about you, to have it put right or removed, or to leave the newsletter. Tell us your donor ID or the email you used. Your donations and codes you can download from your dashboard yourself; the rest we give you once we are sure that it is yours.',
  ifRemoved:
    'If we remove you, your name, contact, donor ID, photos, notes, places that are not one of our bins, pickup requests, newsletter subscription and sign-ins go for good, and your codes stop working. What you gave stays in the sums, and the record keeps what was done, under a number, with the reasons that staff wrote.',
  leftAfterRemoval:
    'What your own browser keeps stays there until it runs out or you remove it. Backups made before still hold you until they are replaced; if we ever have to go back to one, we remove you again. If you have used another email or phone number, tell us that one too: what another record of yours had is known to us for 30 days after the two became one.',
};

/** Change these sentences together with how screens are checked, and with each known limit. */
export const accessibility = {
  description:
    'What ReRound aims for in accessibility, how it is checked, its known limits, and how to tell us of a barrier.',
  heading: 'Accessibility',
  lead: 'ReRound is meant for everyone who gives. Here is what we aim for, how we check it, where it falls short, and how to tell us.',

  aim: 'What we aim for',
  aimText:
    'The Web Content Accessibility Guidelines (WCAG) 2.2 at level AA, on every page, the admin console included. Manitoba’s Accessible Information and Communication Standard asks for WCAG 2.1 at level AA.',
  madeFor: [
    'Everything works by keyboard alone, in an order that follows the page, with the focus in plain sight.',
    'Text and controls stand out from their ground in the light and in the dark look, and a state is told in words and by a symbol, never by colour alone.',
    'Pages work at 320 pixels wide and when enlarged to 200 percent, without scrolling sideways.',
    'On a phone, buttons and links of public pages are large enough for a thumb: 44 pixels, except links within a sentence.',
    'Each field has a label, and an error is written beside its field and read out, but for the newsletter form.',
    'Where your device asks for less motion, nothing moves.',
    'A reward code is there as text beside its QR code.',
  ],

  check: 'How we check it',
  checks: [
    'Our automatic tests open every screen in a real browser and hold it to the rules of axe-core: wide and narrow, light and dark, empty and filled, with its dialogs open.',
    'Further tests go with the keyboard alone through the daily work of the admin console, and the ways of donors, store clerks and visitors.',
    'The colours were chosen by their measured contrast.',
  ],
  ownAssessment: 'This is our own assessment. No outside body has reviewed the site.',

  knownLimits: 'Known limits',
  limits: [
    'No one who relies on a screen reader, a magnifier or a switch has tested the site for us yet. A program finds only part of what can be wrong.',
    'What is wrong in the newsletter form is told in a notice that goes after five seconds. The field in question is marked and gets the focus, but has no words beside it.',
    'The admin console is in English only.',
    'The fields for a date use the picker of your browser, which works better in some browsers than in others.',
    'Photos of donations, which only admins see, do not come with a description of what is in them.',
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

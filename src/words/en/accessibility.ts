// Whoever changes how screens are checked, or finds or mends a limit, changes these sentences with it.

export const description =
  'What ReRound aims for in accessibility, how it is checked, its known limits, and how to tell us of a barrier.';
export const heading = 'Accessibility';
export const lead =
  'ReRound is meant for everyone who gives. Here is what we aim for, how we check it, where it falls short, and how to tell us.';

export const aim = 'What we aim for';
export const aimText =
  'The Web Content Accessibility Guidelines (WCAG) 2.2 at level AA, on every page, the admin console included. Manitoba’s Accessible Information and Communication Standard asks for WCAG 2.1 at level AA.';
export const madeFor = [
  'Everything works by keyboard alone, in an order that follows the page, with the focus in plain sight.',
  'Text and controls stand out from their ground in the light and in the dark look, and a state is told in words and by a symbol, never by colour alone.',
  'Pages work at 320 pixels wide and when enlarged to 200 percent, without scrolling sideways.',
  'On a phone, buttons and links of public pages are large enough for a thumb: 44 pixels, except links within a sentence.',
  'Each field has a label, and an error is written beside its field and read out, but for the newsletter form.',
  'Where your device asks for less motion, nothing moves.',
  'A reward code is there as text beside its QR code.',
];

export const check = 'How we check it';
export const checks = [
  'Our automatic tests open every screen in a real browser and hold it to the rules of axe-core: wide and narrow, light and dark, empty and filled, with its dialogs open.',
  'Further tests go with the keyboard alone through the daily work of the admin console, and the ways of donors, store clerks and visitors.',
  'The colours were chosen by their measured contrast.',
];
export const ownAssessment = 'This is our own assessment. No outside body has reviewed the site.';

export const knownLimits = 'Known limits';
export const limits = [
  'No one who relies on a screen reader, a magnifier or a switch has tested the site for us yet. A program finds only part of what can be wrong.',
  'What is wrong in the newsletter form is told in a notice that goes after five seconds. The field in question is marked and gets the focus, but has no words beside it.',
  'The admin console is in English only.',
  'The fields for a date use the picker of your browser, which works better in some browsers than in others.',
  'Photos of donations, which only admins see, do not come with a description of what is in them.',
  'The websites of partner stores are not ours, and we cannot say how accessible they are.',
];

export const tellUs = 'Tell us';
export const tellUsText =
  'If something keeps you from giving, from seeing your status or from using a code, write to us. Say which page it was and what you tried. We can also take a donation, a pickup or a report by email.';

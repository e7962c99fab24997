import { expect, test } from 'vitest';
import { newsletterConfirmUrl } from '#features/mail/serverLinks.ts';
import { contract as newsletter } from '#features/mail/newsletter/contract.ts';
import { useMailbox, useTestSiteWithPages } from '#server/testing/harness.ts';

/** A built page with these sentences. */
const buildPage = (heading: string, text: string, button: string) =>
  `<title>${heading} · ReRound</title><h1>${heading}</h1><p>${text}</p><form hidden="" method="post"><button>${button}</button></form>`;

const site = useTestSiteWithPages({
  '/mail/link': buildPage(
    'This link does not work',
    'It may have been cut short. Please open it from the mail again, or copy the whole of it.',
    'Go on',
  ),
  '/fr/mail/link': buildPage(
    'Ce lien ne fonctionne pas',
    'Il a peut-être été coupé. Ouvrez-le de nouveau à partir du courriel, ou copiez-le au complet.',
    'Continuer',
  ),
});
const mailbox = useMailbox();

test.each([
  ['en', 'Subscribe to the newsletter?', 'Yes, subscribe', 'You are subscribed'],
  ['fr', 'S’abonner à l’infolettre\u00a0?', 'Oui, m’abonner', 'Abonnement confirmé'],
] as const)('a link’s page is the built page of the link’s language: %s', async (...expected) => {
  const [language, question, button, done] = expected;
  site.site.mailer = mailbox.mailer();
  await site.visitor().call(newsletter.subscribe, { body: { email: 'ann@example.ca' } });
  const path = new URL(newsletterConfirmUrl(site.site, { id: 1, language })).pathname;
  // The browser's language is the other one, and must not count.
  const headers = { 'accept-language': language === 'fr' ? 'en' : 'fr' };
  const questionPage = await site.visitor().send<string>('GET', path, { headers });
  expect(questionPage.body).toContain(`<title>${question} · ReRound</title><h1>${question}</h1>`);
  expect(questionPage.body).toContain(`<form method="post"><button>${button}</button></form>`);
  const answerPage = await site.visitor().send<string>('POST', path, { headers });
  expect(answerPage.body).toContain(`<h1>${done}</h1>`);
  expect(answerPage.body).not.toContain('<form');
  const brokenPage = await site.visitor().send<string>('GET', `${path}x`, { headers });
  expect(brokenPage).toMatchObject({ status: 404 });
  expect(brokenPage.body).toContain(language === 'fr' ? 'Ouvrez-le de nouveau' : 'Please open it');
});

// `npm run mails`: writes a sample of each mail to test-results/mails, and takes pictures of them as phones and computers
// show them, by day and by night.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { sampledAt, sampleMails } from '#features/mail/sampleMails.ts';
import { messageOf } from '#features/mail/serverTemplates.ts';
import { languages, pathIn } from '#shared/languages.ts';
import { mailKinds, news } from '#shared/mail.ts';
import { placeholderOrganization } from '#shared/organization.ts';
import { requireChromium } from './chromium.ts';

const folder = 'test-results/mails';
const publicUrl = 'https://reround.example';

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: requireChromium(),
  args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'],
});
try {
  for (const [kind, language] of mailKinds.flatMap((one) =>
    languages.map((spoken) => [one, spoken] as const),
  )) {
    for (const [name, content] of Object.entries(sampleMails[kind])) {
      const look = name === 'usual' ? '' : ` ${name}`;
      const file = `${folder}/${kind}${look} ${language}`.replaceAll(/[ ,]+/g, '-');
      const row = {
        kind,
        language,
        content,
        createdAt: sampledAt,
        recipient: 'jo@example.ca',
        messageId: '<1@reround.example>',
      };
      const enclosure = {
        off: news.some((one) => one === kind)
          ? `${publicUrl}${pathIn(language, '/mail/off/token')}`
          : undefined,
        confirm: `${publicUrl}${pathIn(language, '/newsletter/confirm/token')}`,
        signInCode: '482915',
      };
      const place = { publicUrl, timeZone: 'America/Winnipeg' };
      const { subject, html, text } = messageOf(place, row, placeholderOrganization, enclosure);
      await writeFile(`${file}.html`, html);
      await writeFile(`${file}.txt`, `Subject: ${subject}\n\n${text}`);
      for (const width of [360, 600]) {
        for (const colorScheme of ['light', 'dark'] as const) {
          const page = await browser.newPage({ viewport: { width, height: 400 }, colorScheme });
          await page.setContent(html);
          await page.screenshot({ path: `${file}-${width}-${colorScheme}.png`, fullPage: true });
          await page.close();
        }
      }
    }
  }
} finally {
  await browser.close();
}
console.log(`One of each mail is in ${folder}.`);

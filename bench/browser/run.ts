// `npm run bench:browser`: how fast the site is in a browser: public pages on a slow phone, and the console among
// years of work. `--only=phone,tabs,scrolling,typing,delivery` picks sections and writes nothing.
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { measureDelivery } from './delivery.ts';
import { type Section, targetLine, whole } from './figures.ts';
import { measurePhone } from './phone.ts';
import { measureScrolling } from './scrolling.ts';
import { openBrowser, serve } from './served.ts';
import { measureTabs } from './tabs.ts';
import { measureTyping } from './typing.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    donations: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
  },
});
/** Beyond the script itself, as npm wants them. */
const given = process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [];
const wanted = options.only?.split(',');
const donations = Number(options.donations);

const site = await serve(donations);
const browser = await openBrowser();
const sections: Section[] = [];
try {
  const measures = {
    phone: () => measurePhone(site.url, Number(options.rounds)),
    tabs: () => measureTabs(browser, site.url),
    scrolling: () => measureScrolling(browser, site),
    typing: () => measureTyping(browser, site.url),
    delivery: () => measureDelivery(browser, site.url),
  };
  for (const [name, measure] of Object.entries(measures)) {
    if (wanted && !wanted.includes(name)) continue;
    const section = await measure();
    console.log(section.text);
    console.log(section.targets.map(targetLine).join('\n'));
    sections.push(section);
  }
  if (!wanted) await writeFile('docs/evidence/browser-speed.md', report());
} finally {
  await browser.close();
  await site.close();
}

function report(): string {
  return `# How fast the site is in a browser

Made by \`${['npm run bench:browser', ...given].join(' ')}\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, Chromium ${browser.version()} without windows; browser, server and
PostgreSQL on the same machine (${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}). The server runs as \`npm start\` runs it,
among ${whole(donations)} donations.

## What was to be reached

${sections.flatMap(({ targets }) => targets.map(targetLine)).join('\n')}

${sections.map(({ text }) => text).join('\n')}`;
}

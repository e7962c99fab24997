import { closestMatch } from 'leven';
import { explained, readCall, WrongCall } from '#server/commandLine.ts';
import { find, groups } from './commands.ts';

/** npm knows these without `run`. */
const SHORT = new Set(['start', 'test']);

/** A slip of so many letters is still the name that was meant. */
const SLIP = 3;

const LAST = `Commands also run without npm: node_modules/.bin/node --run NAME -- … (in a container: node --run NAME -- …).
They read the site's settings (README.md), and end with 0, with 1 where they failed, with 2 for a wrong call.`;

/**
 * `npm run help`: prints the whole list, or what it says of one name.
 *
 * @throws WrongCall for a name that is not in it.
 */
export async function help(given: string[]): Promise<void> {
  const [name, ...others] = readCall(given, {}).positionals;
  if (others.length > 0) throw new WrongCall();
  console.log(name === undefined ? await wholeList() : await partOf(name));
}

async function partOf(name: string): Promise<string> {
  const found = await find(name);
  if (!found) throw new WrongCall(unknown(name));
  return explained(found);
}

async function wholeList(): Promise<string> {
  const parts: string[] = [];
  for (const [title, names] of Object.entries(groups)) parts.push(await groupOf(title, Object.keys(names)));
  return [...parts, LAST].join('\n\n');
}

async function groupOf(title: string, names: readonly string[]): Promise<string> {
  const width = Math.max(...names.map((name) => typed(name).length));
  const lines: string[] = [];
  for (const name of names) {
    const { summary = '', usage = '' } = (await find(name)) ?? {};
    const ways = usage.split('\n').filter((line) => line !== '');
    lines.push(`  ${typed(name).padEnd(width)}   ${summary}`, ...ways.map((line) => `      ${line}`));
  }
  return [title, ...lines].join('\n');
}

function typed(name: string): string {
  return SHORT.has(name) ? `npm ${name}` : `npm run ${name}`;
}

/** What to say of a name that is not in the list. */
export function unknown(name: string): string {
  const names = Object.values(groups).flatMap((group) => Object.keys(group));
  const closest = closestMatch(name, names, { maxDistance: SLIP });
  return `There is no command ${name}.${closest === undefined ? '' : ` Is it ${closest}?`} All of them: npm run help`;
}

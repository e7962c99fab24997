// What `npm run help` and the commands for a site run: one of them by its name, with what was typed after it.
import { type Command, runCommand } from '#server/commandLine.ts';
import { compileQuickly } from '#server/quickCompiler.ts';
import { find } from './commands.ts';
import { help, unknown } from './help.ts';

// A command is over before optimized code would have paid for itself.
compileQuickly();
const [first = 'help', ...given] = process.argv.slice(2);
// What a command gave up may still be under way, and would hold the process.
process.exit(await run(first === '--help' ? 'help' : first));

async function run(name: string): Promise<number> {
  const command = await commandNamed(name);
  if (typeof command !== 'string') return await runCommand(command, given);
  console.error(command);
  return 2;
}

/** The command, or a sentence where there is none of that name. */
async function commandNamed(name: string): Promise<Command | string> {
  const found = await find(name);
  if (!found) return unknown(name);
  if ('run' in found) return found;
  return name === 'help' ? { ...found, run: help } : `${name} is npm's to run: npm run help -- ${name}`;
}

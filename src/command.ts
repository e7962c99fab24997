// Runs a command by its name, with the arguments after it.
import { runCommand } from '#server/commandLine.ts';
import { commands, help } from './commands.ts';

const [name = 'help', ...given] = process.argv.slice(2);
// Work that a command gave up may still be under way, and would keep the process alive.
process.exit(await run());

async function run(): Promise<number> {
  if (name === 'help' || name === '--help') {
    console.log(await help());
    return 0;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load) return await runCommand((await load()).command, given);
  console.error(`There is no command ${name}. All of them: npm run help`);
  return 2;
}

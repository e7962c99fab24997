import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

/** What can be typed after `npm run` to look after a site, or after `node src/command.ts`. */
export interface Command {
  /** What it is for. */
  summary: string;
  /** Each way to call it, on a line of its own: what `--help`, `npm run help` and a wrong call print. */
  usage: string;
  /**
   * @param given what was typed after its name.
   * @throws WrongCall if that is none of the ways to call it; any other Error says why it failed.
   */
  run: (given: string[]) => Promise<void>;
}

/** What was typed is no way to call the command. It is repeated, and the usage says what is, so that a sentence of its own is seldom needed. */
export class WrongCall extends Error {}

/** What was typed, taken apart. An option that there is not, or that lacks its value, is a WrongCall. */
export function readCall<Options extends ParseArgsOptionsConfig>(given: string[], options: Options) {
  try {
    return parseArgs({ args: given, options, allowPositionals: true });
  } catch (error) {
    throw new WrongCall(objection(error), { cause: error });
  }
}

/** What is wrong with an option, in Node's own words where there is one of that name. */
function objection(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const name = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && /'(.+?)'/.exec(message)?.[1];
  return name ? `There is no option ${name}.` : `${message}.`;
}

/**
 * Runs a command, or prints how it is called.
 *
 * @returns the exit code: 0 if it did what it was told, 1 if it failed, 2 for a wrong call.
 */
export async function runCommand(command: Command, given: string[]): Promise<number> {
  if (given.includes('--help')) {
    console.log(explained(command));
    return 0;
  }
  try {
    await command.run(given);
    return 0;
  } catch (error) {
    if (error instanceof WrongCall) {
      const said = error.message || (given.length > 0 && `Not understood: ${given.join(' ')}`);
      if (said) console.error(`${said}\n`);
      console.error(command.usage);
      return 2;
    }
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

/** A command's part of the help. */
export function explained({ summary, usage }: Pick<Command, 'summary' | 'usage'>): string {
  return `${summary}\n\n${usage}`;
}

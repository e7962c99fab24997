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
    // Node's first sentence says what is wrong, the others how to write a name that begins with a dash.
    throw new WrongCall(`${(error as Error).message.split('. ')[0]}.`, { cause: error });
  }
}

/**
 * Runs a command, or prints how it is called.
 *
 * @returns the exit code: 0 if it did what it was told, 1 if it failed, 2 for a wrong call.
 */
export async function runCommand({ summary, usage, run }: Command, given: string[]): Promise<number> {
  if (given.includes('--help')) {
    console.log(`${summary}\n\n${usage}`);
    return 0;
  }
  try {
    await run(given);
    return 0;
  } catch (error) {
    if (error instanceof WrongCall) {
      const objection = error.message || (given.length > 0 && `Not understood: ${given.join(' ')}`);
      console.error(objection ? `${objection}\n\n${usage}` : usage);
      return 2;
    }
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

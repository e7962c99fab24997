import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { messageOf } from './reasons.ts';

/** A command for operators: `npm run NAME`, or `node src/command.ts NAME`. */
export interface Command {
  summary: string;
  /** Each way to call it, on a line of its own. */
  usage: string;
  /**
   * @param given the arguments after the command's name.
   * @throws WrongCall for wrong arguments; any other Error says why it failed.
   */
  run: (given: string[]) => Promise<void>;
}

/** Wrong arguments. If it has no message, the arguments are printed with the usage. */
export class WrongCall extends Error {}

/** Parses arguments. @throws WrongCall for an unknown option, or one without its value. */
export function readCall<Options extends ParseArgsOptionsConfig>(given: string[], options: Options) {
  try {
    return parseArgs({ args: given, options, allowPositionals: true });
  } catch (error) {
    // The further sentences of Node's message are about names that begin with a dash.
    throw new WrongCall(`${(error as Error).message.split('. ')[0]}.`, { cause: error });
  }
}

/**
 * Runs a command, or prints its usage for `--help`.
 *
 * @returns the exit code: 0 for success, 1 for a failure, 2 for a wrong call.
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
    console.error(messageOf(error));
    return 1;
  }
}

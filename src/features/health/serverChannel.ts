// Where the database is embedded the running site answers for it: over a socket in DATA_DIR that only its owner may use.
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { DATABASE_FOLDER } from '#server/embedded.ts';
import { refuseOtherOwner } from '#server/fileOwner.ts';
import { isNobodyThere, listenForOwner, ownerSocket } from '#server/ownerSocket.ts';
import type { Check } from './rules.ts';

const socketPath = (dataDirectory: string) => ownerSocket(dataDirectory, 'health.socket');

/** Longer than any probe takes. */
const ANSWER_MILLISECONDS = 15_000;

/**
 * Answers whoever owns the data directory what is good and what is not.
 *
 * @returns what stops it.
 */
export async function offerChecks(
  dataDirectory: string,
  look: () => Promise<readonly Check[]>,
): Promise<() => void> {
  const server = createServer((_request, response) => {
    look().then(
      (checks) => response.end(JSON.stringify(checks)),
      (error: unknown) => response.destroy(error as Error),
    );
  });
  await listenForOwner(server, socketPath(dataDirectory));
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

/**
 * Asks the site that has a data directory.
 *
 * @returns null where no site runs.
 * @throws Error with a sentence where it does not answer, or belongs to another user.
 */
export async function askRunningSite(dataDirectory: string): Promise<Check[] | null> {
  refuseOtherOwner(join(dataDirectory, DATABASE_FOLDER));
  try {
    return JSON.parse(await answerOf(socketPath(dataDirectory))) as Check[];
  } catch (error) {
    if (isNobodyThere(error as NodeJS.ErrnoException)) return null;
    throw new Error(
      `The site runs and does not answer: ${(error as Error).message}. Look into its log, and start it again.`,
      { cause: error },
    );
  }
}

function answerOf(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { socketPath: path, signal: AbortSignal.timeout(ANSWER_MILLISECONDS) },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        response.once('end', () => resolve(text)).once('error', reject);
      },
    );
    asked.once('error', reject).end();
  });
}

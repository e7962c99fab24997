// Where the database is embedded the running site answers for it: over a socket in DATA_DIR that only its owner may use.
// It answers by the settings of whoever asks, who may have changed them for the next start.
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DATABASE_FOLDER } from '#server/embedded.ts';
import type { Environment } from '#server/env.ts';
import { refuseOtherOwner } from '#server/fileOwner.ts';
import { isNobodyThere, listenForOwner, ownerSocket } from '#server/ownerSocket.ts';
import type { Check } from './rules.ts';

const socketPath = (dataDirectory: string) => ownerSocket(dataDirectory, 'health.socket');

/** What of the settings the looks at the database go by. */
export type Given = Pick<Environment, 'secretKey' | 'backups' | 'mail'>;

/** What the running site says. */
export interface Answer {
  checks: Check[];
  /** That it has other settings than those given, and which; null where they are the same. */
  otherSettings: string | null;
}

/** Longer than any probe takes. */
const ANSWER_MILLISECONDS = 15_000;

/**
 * Answers whoever owns the data directory what is good and what is not.
 *
 * @returns what stops it.
 */
export async function offerChecks(
  dataDirectory: string,
  look: (given: Given) => Promise<Answer>,
): Promise<() => void> {
  const server = createServer((asked, response) => {
    const answer = text(asked).then((body) => look(JSON.parse(body) as Given));
    answer.then(
      (answered) => response.end(JSON.stringify(answered)),
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
export async function askRunningSite({
  dataDirectory,
  secretKey,
  backups,
  mail,
}: Given & Pick<Environment, 'dataDirectory'>): Promise<Answer | null> {
  refuseOtherOwner(join(dataDirectory, DATABASE_FOLDER));
  const given: Given = { secretKey, backups, mail };
  try {
    return JSON.parse(await answerOf(socketPath(dataDirectory), JSON.stringify(given))) as Answer;
  } catch (error) {
    if (isNobodyThere(error as NodeJS.ErrnoException)) return null;
    throw new Error(
      `The site runs and does not answer: ${(error as Error).message}. Look into its log, and start it again.`,
      { cause: error },
    );
  }
}

function answerOf(path: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { method: 'POST', socketPath: path, signal: AbortSignal.timeout(ANSWER_MILLISECONDS) },
      (response) => {
        text(response).then(resolve, reject);
      },
    );
    asked.once('error', reject).end(body);
  });
}

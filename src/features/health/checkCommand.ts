// `npm run check`: says what of the site is good and what is not, on the machine that it runs on. Changes nothing.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, readCall, WrongCall } from '#server/commandLine.ts';
import { refuseOtherSchema, UnpreparedDatabase } from '#server/database.ts';
import { DATABASE_FOLDER } from '#server/embedded.ts';
import { type Environment, readEnvironment, warningsOf } from '#server/env.ts';
import { openSiteDatabase } from '#server/open.ts';
import { reasonOf } from '#server/reasonOf.ts';
import { type PartName, partNames } from '#shared/health.ts';
import { bad, canRun, type Check, settingsVerdict, warning, whileStopped } from './rules.ts';
import { type Answer, askRunningSite } from './serverChannel.ts';
import { isLookedAt } from './serverLooks.ts';
import { lookAtDatabase, lookAtMachine, objectionToBackups, within } from './serverProbes.ts';
import { isWithoutAdmin, objectionsToStart, type StartingPoint } from './serverStart.ts';

const usage = `npm run check              says what of the site is good and what is not; ends with 1 where it cannot run as it should
npm run check -- --json    says so as JSON, for monitors; as "npm run --silent" npm adds nothing to it`;

export const command: Command = { summary: 'What of the site is good, and what is not.', usage, run };

/**
 * Whoever asks should not have to wait for a server that hangs. The connection's own limits are those of calls: one that a
 * pooler lends keeps them for whoever gets it next.
 */
const SERVER_MILLISECONDS = 8_000;

interface Look {
  checks: Check[];
  /** What the running site answered, since it has the database to itself. */
  answered: readonly PartName[];
}

/** A look at what the database keeps, and what it says of the next start. */
interface LookAtKept extends Look, StartingPoint {
  /** What the running site says where its settings are others. */
  otherSettings?: Answer['otherSettings'];
}

async function run(given: string[]): Promise<void> {
  const { values, positionals } = readCall(given, { json: { type: 'boolean' } });
  if (positionals.length > 0) throw new WrongCall();
  const look = await lookAtAll();
  console.log(values.json ? asJson(look) : inWords(look));
  if (!canRun(look.checks)) throw new Error('The site cannot run as it should: mend what is bad.');
}

async function lookAtAll(): Promise<Look> {
  let environment: Environment;
  try {
    environment = readEnvironment(process.env);
  } catch (error) {
    // Without them nobody knows what else to look at.
    return { checks: [{ name: 'settings', ...bad(reasonOf(error)) }], answered: [] };
  }
  const [ofMachine, kept] = await Promise.all([lookAtMachine(environment), lookAtKept(environment)]);
  const { checks: ofDatabase, answered } = kept;
  const objections = await objectionsToStart(environment, kept);
  const warnings = [...(kept.otherSettings ? [kept.otherSettings] : []), ...warningsOf(environment)];
  const settings: Check = { name: 'settings', ...settingsVerdict(warnings, objections) };
  const seen = [settings, ...ofMachine.filter(({ name }) => name !== 'settings'), ...ofDatabase];
  const checks = partNames.flatMap((name) => seen.filter((check) => check.name === name));
  return { checks, answered };
}

/** What the database keeps, asked of whoever has it. Where nobody can ask it, that is all there is to say. */
async function lookAtKept(environment: Environment): Promise<LookAtKept> {
  const { databaseUrl, dataDirectory } = environment;
  try {
    const answer = databaseUrl === undefined ? await askRunningSite(environment) : null;
    if (answer) {
      const answered = answer.checks.map(({ name }) => name);
      return { ...answer, answered, mayRun: true, lacksAdmin: false };
    }
    // Opening would make one.
    if (databaseUrl === undefined && !existsSync(join(dataDirectory, DATABASE_FOLDER))) {
      return await notYet(
        `There is no database in ${dataDirectory} yet: the first start makes one. If there is a site already, DATA_DIR or DATABASE_URL names another place.`,
        environment,
        true,
      );
    }
    // The embedded one is this process's own, and may take longer to put right what a killed process left.
    const { database, close } = await (databaseUrl === undefined
      ? openSiteDatabase(environment)
      : answerOf(openSiteDatabase(environment), databaseUrl));
    try {
      // What the rest looks at is not there before the next start.
      const objection = await within(SERVER_MILLISECONDS, refuseOtherSchema(database)).catch(
        (error: unknown) => error,
      );
      const lacksAdmin = await within(SERVER_MILLISECONDS, isWithoutAdmin(database));
      if (objection instanceof UnpreparedDatabase) {
        return await notYet(objection.message, environment, lacksAdmin);
      }
      const checks = await lookAtDatabase({ environment, database, clock: () => new Date() });
      // One of another version may not have what tells whether processes look at it.
      const isReadable = checks.some(({ name, state }) => name === 'database' && state !== 'bad');
      const isStopped =
        isReadable &&
        (databaseUrl === undefined || !(await answerOf(isLookedAt(database, new Date()), databaseUrl)));
      return {
        checks: isStopped ? whileStopped(checks) : checks,
        answered: [],
        mayRun: databaseUrl !== undefined && !isStopped,
        lacksAdmin,
      };
    } finally {
      // A server's connections end with this process, and one that hangs would not let go of it.
      if (databaseUrl === undefined) await close();
    }
  } catch (error) {
    const check: Check = { name: 'database', ...bad(`${reasonOf(error)}.`) };
    return { checks: [check], answered: [], mayRun: true, lacksAdmin: false };
  }
}

/** @throws Error with a sentence where a server does not answer in time. */
async function answerOf<Result>(asked: Promise<Result>, databaseUrl: string): Promise<Result> {
  const { host } = new URL(databaseUrl);
  return await within(
    SERVER_MILLISECONDS,
    asked,
    `The PostgreSQL server at ${host} has not answered within ${SERVER_MILLISECONDS / 1000} s. Look what keeps it busy, or start it anew`,
  );
}

/** What a start makes is no reason against one. */
async function notYet(sentence: string, environment: Environment, lacksAdmin: boolean): Promise<LookAtKept> {
  const checks: Check[] = [{ name: 'database', ...warning(sentence) }];
  const objection = await objectionToBackups(environment);
  if (objection) checks.push({ name: 'backups', ...objection });
  // On a server a version from before may run.
  return { checks, answered: [], mayRun: environment.databaseUrl !== undefined, lacksAdmin };
}

function asJson({ checks, answered }: Look): string {
  const told = checks.map(({ name, state, sentence }) => ({ name, state, sentence }));
  return JSON.stringify({ ok: canRun(checks), checks: told, answeredByRunningSite: answered }, null, 2);
}

function inWords({ checks, answered }: Look): string {
  const lines = checks.map(
    ({ state, name, sentence }) => `${state.padEnd(7)}  ${name.padEnd(8)}  ${sentence.replaceAll('\n', ' ')}`,
  );
  const missing = partNames.filter((name) => !checks.some((check) => check.name === name));
  const lacking = canRun(checks) ? 'what the next start makes' : 'what is bad above';
  return [
    ...lines,
    '',
    answered.length > 0 && `Answered by the running site: ${answered.join(', ')}.`,
    missing.length > 0 && `Not looked at, since it takes ${lacking}: ${missing.join(', ')}.`,
    canRun(checks) && 'The site can run.',
  ]
    .filter((line) => line !== false)
    .join('\n');
}

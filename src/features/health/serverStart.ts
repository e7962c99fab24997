// What the next start of the site would refuse, known before it.
import { type Database, databaseError } from '#server/database.ts';
import { type Environment, refuseFirstAdmin } from '#server/env.ts';
import { listeningObjections } from '#server/listening.ts';
import { admins } from '#server/schema.ts';

/** What a start finds. */
export interface StartingPoint {
  /** Whether a process of the site runs, or may run. */
  mayRun: boolean;
  /** Whether the start makes the first admin. */
  lacksAdmin: boolean;
}

/** What the next start would refuse by these settings, in sentences. */
export async function objectionsToStart(
  environment: Environment,
  { mayRun, lacksAdmin }: StartingPoint,
): Promise<string[]> {
  // Several processes on a server are each given a port of their own, which is not known here.
  const isPortUnknown = environment.databaseUrl !== undefined && !process.env['PORT'];
  const objections = await listeningObjections(environment, mayRun || isPortUnknown);
  try {
    if (lacksAdmin) refuseFirstAdmin(environment);
  } catch (error) {
    objections.push((error as Error).message);
  }
  return objections;
}

/** Whether the next start makes the first admin; the same of a database without tables. */
export async function isWithoutAdmin(database: Database): Promise<boolean> {
  try {
    const [one] = await database.select({ id: admins.id }).from(admins).limit(1);
    return one === undefined;
  } catch (error) {
    // Whatever else it is, it is told of the database.
    return databaseError(error)?.code === UNDEFINED_TABLE;
  }
}

/** PostgreSQL's code for a table that is not there. */
const UNDEFINED_TABLE = '42P01';

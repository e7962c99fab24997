import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { contract as auth } from '#features/staff/contract.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { contract as logging } from '#features/donations/contract.ts';
import { contract as partners } from '#features/partners/contract.ts';
import { contract as redemption } from '#features/till/contract.ts';
import { repository } from '#server/files.ts';
import {
  type Endpoint,
  type EndpointArguments,
  type EndpointResponse,
  endpointUrl,
} from '#shared/endpoint.ts';

const { scripts } = JSON.parse(readFileSync(`${repository}/package.json`, 'utf8')) as {
  scripts: Record<string, string>;
};

const envFileOption = '--env-file-if-exists=.env';

/** Node's parameters in `npm run NAME`: options, a file, and the file's own parameters. */
function scriptParameters(name: string): string[] {
  return scripts[name]?.split(' ').slice(2) ?? [];
}

/** The same without the developer's own `.env`, because a test chooses its settings. */
function parametersOf(name: string): string[] {
  return scriptParameters(name).filter((parameter) => parameter !== envFileOption);
}

export const startParameters = parametersOf('start');
export const SERVER = startParameters.at(-1) ?? '';

interface Ended {
  code: number | null;
  output: string;
}

export interface Running {
  child: ChildProcess;
  /** All that it has written so far. */
  output: string;
  ended: Promise<Ended>;
}

/** Runs a file of the repository with Node, and with these settings alone. */
export function runNode(
  file: string,
  parameters: readonly string[],
  settings: Record<string, string>,
): Running {
  return run([process.execPath, file, ...parameters], settings);
}

/** Runs a command as `npm run NAME -- …` does, with these settings alone. */
export function runCommand(
  name: string,
  parameters: readonly string[],
  settings: Record<string, string>,
): Running {
  return run([process.execPath, ...parametersOf(name), ...parameters], settings);
}

/** Runs the server as `npm start` does, with these settings alone. */
export function runServer(settings: Record<string, string>): Running {
  return run([process.execPath, ...startParameters], settings);
}

/** Runs `npm start` itself, without the installation and build before it. */
export function runNpmStart(settings: Record<string, string>): Running {
  const file = `${repository}/.env`;
  const names = existsSync(file) ? Object.keys(parseEnv(readFileSync(file, 'utf8'))) : [];
  // A variable that is set, even to nothing, overrides the developer's own `.env`.
  const emptied = Object.fromEntries(names.map((name) => [name, '']));
  return run(['npm', 'start', '--ignore-scripts'], { ...emptied, ...settings });
}

/** Runs the server as `npm start` does, but with the `.env` of another folder. */
export function runServerIn(folder: string, settings: Record<string, string>): Running {
  const parameters = scriptParameters('start').map((parameter) =>
    parameter === SERVER ? `${repository}/${SERVER}` : parameter,
  );
  return run([process.execPath, ...parameters], settings, folder);
}

/** Runs a program with these settings alone. */
function run(
  [program = '', ...parameters]: readonly string[],
  settings: Record<string, string>,
  cwd = repository,
): Running {
  const { PATH = '' } = process.env;
  const child = spawn(program, parameters, {
    cwd,
    env: { PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const running: Running = { child, output: '', ended: waitForEnd(child, () => running.output) };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      running.output += text;
      child.emit('written');
    });
  }
  return running;
}

async function waitForEnd(child: ChildProcess, output: () => string): Promise<Ended> {
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  return { code, output: output() };
}

/** Starts the server on a free port and waits until it is ready. */
export async function startServer(settings: Record<string, string>) {
  if (!existsSync(`${repository}/${SERVER}`)) {
    throw new Error(`There is no ${SERVER}: run "npm run build" first, as npm test does.`);
  }
  const running = runServer({ PORT: '0', ...settings });
  await Promise.all([
    waitForOutput(running, 'ReRound is ready'),
    waitForOutput(running, 'Server listening at'),
  ]);
  const url = /Server listening at (http:\/\/[^"]+)/.exec(running.output)?.[1];
  if (!url) throw new Error(`The server did not say where it listens:\n${running.output}`);
  return Object.assign(running, { url });
}

/** Waits until a process has written a text. */
export async function waitForOutput(running: Running, text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const check = () => {
      if (!running.output.includes(text)) return;
      running.child.off('written', check);
      resolve();
    };
    running.child.on('written', check);
    running.child.once('close', (code) =>
      reject(new Error(`The process ended with ${code} before it wrote "${text}":\n${running.output}`)),
    );
    check();
  });
}

/** A complete answer. `body` has the endpoint's shape if the status is a success. */
export interface Answered<Body> {
  status: number;
  body: Body;
  text: string;
  headers: Headers;
}

/** The first admin of every server that a test starts. */
export const ADMIN = { ADMIN_USERNAME: 'alex', ADMIN_PASSWORD: 'a password for tests' };

/**
 * Calls an endpoint of a running server.
 *
 * @throws TypeError if the connection broke before the answer was whole.
 */
export async function callAt<E extends Endpoint>(
  address: string,
  endpoint: E,
  parts: EndpointArguments<E>,
  headers: Record<string, string> = {},
): Promise<Answered<EndpointResponse<E>>> {
  const { body } = parts;
  return await answerOf(
    await fetch(address + endpointUrl(endpoint, parts), {
      method: endpoint.method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
}

/** Logs a pending donation. */
export function logDonation(address: string, studentId: string, headers: Record<string, string> = {}) {
  const body = { studentId, weight: '1-2kg', date: '2026-01-15' } as const;
  return callAt(address, logging.logDonation, { body }, headers);
}

export function confirmDonation(address: string, id: number, admin: Record<string, string>) {
  return callAt(address, deciding.confirmDonation, { body: { id } }, admin);
}

export function checkCode(address: string, code: string) {
  return callAt(address, redemption.checkCode, { params: { code } });
}

export function redeemCode(address: string, code: string, pin: string) {
  return callAt(address, redemption.redeemCode, { params: { code }, body: { pin } });
}

/** Signs the first admin in. Returns the headers of a change: session cookie and anti-forgery token. */
export async function signIn(address: string): Promise<Record<string, string>> {
  const body = { username: ADMIN.ADMIN_USERNAME, password: ADMIN.ADMIN_PASSWORD };
  const { status, headers } = await callAt(address, auth.adminLogin, { body });
  if (status !== 200) throw new Error(`The sign-in was refused with ${status}.`);
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
  const { body: csrf } = await callAt(address, auth.csrf, {}, { cookie });
  return { cookie, 'x-csrf-token': csrf.csrfToken };
}

/** Adds a partner store. Returns its PIN. */
export async function partnerPin(address: string, admin: Record<string, string>): Promise<string> {
  const store = { name: 'Main Street Thrift' };
  const { status, body } = await callAt(address, partners.createPartner, { body: store }, admin);
  if (status !== 200) throw new Error(`The partner was refused with ${status}.`);
  return body.pin;
}

/** Logs and confirms a donation. Returns its reward code. */
export async function issueCode(
  address: string,
  admin: Record<string, string>,
  studentId: string,
): Promise<string> {
  const { body: logged } = await logDonation(address, studentId);
  const { status, body } = await confirmDonation(address, logged.id, admin);
  if (status !== 200) throw new Error(`The confirmation was refused with ${status}.`);
  return body.discountCode;
}

async function answerOf<Body>(response: Response): Promise<Answered<Body>> {
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text) as Body, text, headers: response.headers };
}

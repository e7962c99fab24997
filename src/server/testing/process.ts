import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

const { scripts } = JSON.parse(readFileSync(`${repository}/package.json`, 'utf8')) as {
  scripts: Record<string, string>;
};

const envFileOption = '--env-file-if-exists=.env';

/** What `npm run NAME` gives to Node: its options, a file, and what that file is given. */
function scriptParameters(name: string): string[] {
  return scripts[name]?.split(' ').slice(2) ?? [];
}

/** The same without the developer's own `.env`: a test chooses its settings. */
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
  /** What it wrote so far. */
  output: string;
  ended: Promise<Ended>;
}

/** Runs a file of the repository with Node and nothing of this process's own settings. */
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

/**
 * Runs the server as `npm start` does, with these settings alone. `under` is a command that runs Node in its turn,
 * such as one that traces it.
 */
export function runServer(settings: Record<string, string>, under: readonly string[] = []): Running {
  return run([...under, process.execPath, ...startParameters], settings);
}

/** `npm start` itself, without what it installs and builds before. */
export function runNpmStart(settings: Record<string, string>): Running {
  const file = `${repository}/.env`;
  const own = existsSync(file) ? Object.keys(parseEnv(readFileSync(file, 'utf8'))) : [];
  // A variable that is there, though empty, stands above the developer's own `.env`.
  const emptied = Object.fromEntries(own.map((name) => [name, '']));
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
  const running: Running = { child, output: '', ended: untilEnd(child, () => running.output) };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      running.output += text;
      child.emit('written');
    });
  }
  return running;
}

async function untilEnd(child: ChildProcess, output: () => string): Promise<Ended> {
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  return { code, output: output() };
}

/** The server once it is ready, on a port that the system chose. */
export async function startServer(settings: Record<string, string>, under: readonly string[] = []) {
  if (!existsSync(`${repository}/${SERVER}`)) {
    throw new Error(`There is no ${SERVER}: run "npm run build" first, as npm test does.`);
  }
  const running = runServer({ PORT: '0', ...settings }, under);
  await Promise.all([written(running, 'ReRound is ready'), written(running, 'Server listening at')]);
  const url = /Server listening at (http:\/\/[^"]+)/.exec(running.output)?.[1];
  if (!url) throw new Error(`The server did not say where it listens:\n${running.output}`);
  return Object.assign(running, { url });
}

/** Waits until a process wrote a text. */
export async function written(running: Running, text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      if (!running.output.includes(text)) return;
      running.child.off('written', look);
      resolve();
    };
    running.child.on('written', look);
    running.child.once('close', (code) =>
      reject(new Error(`The process ended with ${code} before it wrote "${text}":\n${running.output}`)),
    );
    look();
  });
}

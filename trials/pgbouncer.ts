import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A PgBouncer, and how it is called. */
export interface Pgbouncer {
  command: readonly [program: string, ...parameters: string[]];
  version: string;
}

/** The first that keeps named statements in transaction mode. */
const FIRST_WITH_STATEMENTS = [1, 21];

/** The one on this machine, at PGBOUNCER_PATH or where Debian has it. */
export function installedPgbouncer(): Pgbouncer | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  const paths = [process.env['PGBOUNCER_PATH'] ?? '', ...folders.map((folder) => join(folder, 'pgbouncer'))];
  const path = paths.find((candidate) => candidate !== '' && existsSync(candidate));
  return path === undefined ? undefined : asked([path]);
}

export function keepsStatements({ version }: Pgbouncer): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [firstMajor = 0, firstMinor = 0] = FIRST_WITH_STATEMENTS;
  return major > firstMajor || (major === firstMajor && minor >= firstMinor);
}

/**
 * Unpacks Debian 13's into a folder, with the libraries that it needs, for a machine of Debian 12, whose own is too old.
 * Nothing is installed. Takes a minute, the network, root and mmdebstrap; undefined where one of them is missing.
 */
export function unpackedPgbouncer(folder: string): Pgbouncer | undefined {
  const sources = '/etc/apt/sources.list.d/debian.sources';
  const mirror = existsSync(sources) ? /^URIs: *(\S+)/m.exec(readFileSync(sources, 'utf8'))?.[1] : undefined;
  if (mirror === undefined) return undefined;
  const keys = '/usr/share/keyrings/debian-archive-keyring.gpg';
  const source = `deb [signed-by=${keys}] ${mirror} trixie main`;
  const unpacking = ['--quiet', '--variant=extract', '--include=pgbouncer', 'trixie', folder, source];
  if (spawnSync('mmdebstrap', unpacking, { stdio: 'ignore' }).status !== 0) return undefined;
  const [loader] = globSync(`${folder}/usr/lib*/ld-linux-*.so.*`);
  const [libraries] = globSync(`${folder}/usr/lib/*-linux-gnu`);
  if (loader === undefined || libraries === undefined) return undefined;
  return asked([loader, '--library-path', libraries, `${folder}/usr/sbin/pgbouncer`]);
}

function asked(command: Pgbouncer['command']): Pgbouncer | undefined {
  const [program, ...parameters] = command;
  const { stdout } = spawnSync(program, [...parameters, '--version'], { encoding: 'utf8' });
  const version = /PgBouncer ([\d.]+)/.exec(stdout ?? '')?.[1];
  return version === undefined ? undefined : { command, version };
}

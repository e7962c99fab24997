// Builds the image with buildah, from bases that are made of Debian's packages instead of fetched from a registry.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

const repository = path.resolve(import.meta.dirname, '..');
/** Kept between runs: making a Debian takes minutes. `rm -r` it for a new one. */
const folder = path.join(repository, 'test-results/deploy');
const BASE = 'localhost/reround-base';
const BUILD_BASE = 'localhost/reround-build-base';
export const IMAGE = 'localhost/reround';

/** Whom this machine trusts; the packages may come by a way that only it knows. */
const CERTIFICATES = '/etc/ssl/certs';

const inStorage = {
  ...process.env,
  BUILDAH_ISOLATION: 'chroot',
  STORAGE_DRIVER: 'vfs',
  CONTAINERS_STORAGE_CONF: path.join(folder, 'storage.conf'),
};

/** What is missing on this machine for building and running the image; undefined where nothing is. */
export function lack(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'It takes root on Linux.';
  const missing = ['buildah', 'mmdebstrap', 'crun', 'npm'].filter(
    (program) => spawnSync(program, ['--version']).status !== 0,
  );
  return missing.length > 0 ? `It takes ${missing.join(', ')}.` : undefined;
}

/** Runs buildah and gives what it printed on standard output. */
export function buildah(...parameters: string[]): string {
  return execFileSync('buildah', parameters, {
    env: inStorage,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  }).trimEnd();
}

/** Builds an image, and shows each step. Docker's format has the health check, which the other one drops. */
function build(image: string, context: string, ...options: string[]): void {
  const parameters = ['build', '--format', 'docker', '--tag', image, ...options, context];
  execFileSync('buildah', parameters, { env: inStorage, stdio: ['ignore', 'inherit', 'inherit'] });
}

/** Builds the image, and its bases where they are not there yet. With REUSE_IMAGE=on the image of the run before is taken. */
export function buildImage(): void {
  mkdirSync(folder, { recursive: true });
  const storage = {
    driver: 'vfs',
    runroot: path.join(folder, 'run'),
    graphroot: path.join(folder, 'images'),
  };
  const lines = Object.entries(storage).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  writeFileSync(path.join(folder, 'storage.conf'), `[storage]\n${lines.join('\n')}\n`);
  if (process.env['REUSE_IMAGE'] === 'on' && isBuilt(IMAGE)) return;
  if (!isBuilt(BASE)) buildBase();
  if (!isBuilt(BUILD_BASE)) buildBuildBase();
  // This machine's way to the packages, without a trace of it in the image.
  const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();
  const shared = [
    [CERTIFICATES, `${CERTIFICATES}:ro`],
    [path.join(homedir(), '.npmrc'), '/root/.npmrc:ro'],
    [cache, '/root/.npm'],
  ].filter(([from = '']) => existsSync(from));
  build(
    IMAGE,
    repository,
    '--build-arg',
    `BUILD_IMAGE=${BUILD_BASE}`,
    '--build-arg',
    `BASE_IMAGE=${BASE}`,
    ...shared.flatMap(([from, to]) => ['--volume', `${from}:${to}`]),
  );
}

const isBuilt = (image: string) =>
  spawnSync('buildah', ['inspect', '--type', 'image', image], { env: inStorage }).status === 0;

/** A small Debian of the machine's own release, as the registry's slim images are. */
function buildBase(): void {
  console.log('Making a Debian to build from. That takes some minutes.');
  const release = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  const sources = globSync('/etc/apt/{sources.list,sources.list.d/*.{list,sources}}').filter((file) =>
    new RegExp(`^(Suites: |deb .* )${release}\\b`, 'm').test(readFileSync(file, 'utf8')),
  );
  if (release === undefined || sources.length === 0)
    throw new Error('This machine has no apt sources of a Debian.');
  inContext((context) => {
    execFileSync(
      'mmdebstrap',
      [
        '--quiet',
        '--variant=minbase',
        '--include=tzdata',
        release,
        path.join(context, 'base.tar'),
        ...sources,
      ],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
    writeFileSync(path.join(context, 'Dockerfile'), 'FROM scratch\nADD base.tar /\nCMD ["bash"]\n');
    build(BASE, context);
  });
}

/** The same with the machine's Node and npm where the registry's images of Node have them. */
function buildBuildBase(): void {
  inContext((context) => {
    // Its folder by its program: `npm root --global` names that of the Node which asks, and the project's own has no npm.
    const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
    const node = execFileSync('node', ['--print', 'process.execPath'], { encoding: 'utf8' }).trim();
    cpSync(realpathSync(node), path.join(context, 'node'));
    cpSync(path.dirname(path.dirname(realpathSync(npm))), path.join(context, 'npm'), { recursive: true });
    writeFileSync(
      path.join(context, 'Dockerfile'),
      `FROM ${BASE}
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES}/ca-certificates.crt
`,
    );
    build(BUILD_BASE, context);
  });
}

function inContext(work: (context: string) => void): void {
  const context = path.join(folder, 'context');
  rmSync(context, { recursive: true, force: true });
  mkdirSync(context, { recursive: true });
  try {
    work(context);
  } finally {
    rmSync(context, { recursive: true, force: true });
  }
}

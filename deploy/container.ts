// Runs the image as `docker compose` would run its service, by the OCI runtime crun: with the image's user, command and environment, and with
// the read-only root, capabilities, limits, folders and environment of compose.yaml. Two things differ: it shares the machine's network, and
// there is no engine, so that its health check is asked by whoever runs this.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Running, written } from '#server/testing/process.ts';
import { buildah, IMAGE } from './image.ts';

/** What `docker compose config` prints of a service, as far as it is used here. */
export interface Service {
  environment: Record<string, string>;
  volumes: string[];
  tmpfs: string[];
  mem_limit: string;
  pids_limit: number;
}

/** The image's own configuration, as `docker inspect` has it. */
export interface ImageConfig {
  User: string;
  Env: string[];
  Cmd: string[];
  WorkingDir: string;
  Healthcheck?: { Test: string[] };
  Volumes: Record<string, object>;
}

const SECCOMP = '/usr/share/containers/seccomp.json';
const HYBRID = '/sys/fs/cgroup/unified';
const GIGABYTE = 1024 ** 3;

export const imageConfig = (): ImageConfig =>
  (JSON.parse(buildah('inspect', '--type', 'image', IMAGE)) as { Docker: { config: ImageConfig } }).Docker
    .config;

/** The files of the image, at a path of this machine until `unmount`. */
export function mountImage(): { root: string; unmount: () => void } {
  const name = buildah('from', '--pull-never', IMAGE);
  return { root: buildah('mount', name), unmount: () => void buildah('rm', name) };
}

/** A service of the compose file with a folder for each of its volumes. */
export class ContainerService {
  readonly #image = imageConfig();
  readonly #folder: string;
  readonly #root: string;
  readonly #service: Service;
  readonly #environment: Record<string, string>;
  readonly #account: { uid: number; gid: number };
  #runs = 0;

  constructor(folder: string, root: string, service: Service, environment: Record<string, string>) {
    this.#folder = folder;
    this.#root = root;
    this.#service = service;
    this.#environment = environment;
    this.#account = accountIn(root, this.#image.User);
  }

  /** Where the folder lies on this machine that a volume of the service is. */
  volume(name: string): string {
    const folder = path.join(this.#folder, name);
    if (!existsSync(folder)) {
      // As an engine fills a new volume from the image, whose folder is the site's.
      mkdirSync(folder, { mode: 0o700 });
      chownSync(folder, this.#account.uid, this.#account.gid);
    }
    return folder;
  }

  /** `docker compose up`, or with arguments `docker compose run --rm SERVICE …`. */
  run(parameters: readonly string[] = this.#image.Cmd): Container {
    const id = `reround-${process.pid}-${(this.#runs += 1)}`;
    const bundle = path.join(this.#folder, id);
    mkdirSync(bundle);
    writeFileSync(path.join(bundle, 'config.json'), JSON.stringify(this.#configuration(parameters, id)));
    const { uid, gid } = this.#account;
    return new Container(id, bundle, ['--cwd', this.#image.WorkingDir, '--user', `${uid}:${gid}`]);
  }

  #configuration(parameters: readonly string[], id: string): object {
    const { tmpfs, mem_limit: memory, pids_limit: processes, volumes } = this.#service;
    const none = { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] };
    const bound = (source: string, destination: string, ...options: string[]) => ({
      destination,
      source,
      type: 'bind',
      options: ['rbind', 'nosuid', 'nodev', ...options],
    });
    const fresh = (destination: string, type: string, ...options: string[]) => ({
      destination,
      type,
      source: type,
      options: ['nosuid', ...options],
    });
    return {
      ociVersion: '1.0.0',
      hostname: 'site',
      process: {
        user: this.#account,
        args: parameters,
        env: [
          ...this.#image.Env,
          ...Object.entries({ ...this.#service.environment, ...this.#environment }).map(
            ([name, value]) => `${name}=${value}`,
          ),
        ],
        cwd: this.#image.WorkingDir,
        capabilities: none,
        noNewPrivileges: true,
      },
      root: { path: this.#root, readonly: true },
      mounts: [
        fresh('/proc', 'proc', 'noexec', 'nodev'),
        fresh('/dev', 'tmpfs', 'mode=755', 'size=65536k'),
        fresh('/dev/shm', 'tmpfs', 'noexec', 'nodev', 'mode=1777', 'size=65536k'),
        bound('/sys', '/sys', 'ro'),
        ...tmpfs.map((one) => {
          const [destination = '', options] = one.split(':');
          return fresh(destination, 'tmpfs', 'nodev', ...(options?.split(',') ?? []));
        }),
        ...volumes.map((one) => {
          const [name = '', destination = ''] = one.split(':');
          return bound(this.volume(name), destination, 'rw');
        }),
      ],
      linux: {
        cgroupsPath: `/${id}`,
        namespaces: ['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })),
        resources: {
          memory: { limit: Number.parseFloat(memory) * GIGABYTE },
          pids: { limit: processes },
        },
        maskedPaths: ['/proc/kcore', '/proc/keys', '/sys/firmware'],
        readonlyPaths: ['/proc/bus', '/proc/fs', '/proc/irq', '/proc/sys', '/proc/sysrq-trigger'],
        ...(existsSync(SECCOMP) && { seccomp: usualSeccomp() }),
      },
    };
  }
}

/** A container that runs, or ran. */
export class Container implements Running {
  readonly child: ChildProcess;
  readonly ended: Running['ended'];
  output = '';
  readonly #id: string;
  readonly #commandsRun: readonly string[];

  /** @param commandsRun where and as whom its commands run, which an engine has from the image. */
  constructor(id: string, bundle: string, commandsRun: readonly string[]) {
    this.#id = id;
    this.#commandsRun = commandsRun;
    const [program, ...parameters] = crun('run', '--bundle', bundle, id);
    this.child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
        this.child.emit('written');
      });
    }
    this.ended = once(this.child, 'close').then(([code]) => ({
      code: code as number | null,
      output: this.output,
    }));
  }

  async ready(): Promise<this> {
    await written(this, 'ReRound is ready');
    return this;
  }

  /** `docker compose exec SERVICE …`. */
  exec(...parameters: string[]): { status: number | null; output: string } {
    const [program, ...all] = crun('exec', ...this.#commandsRun, this.#id, ...parameters);
    const { status, stdout, stderr } = spawnSync(program, all, { encoding: 'utf8' });
    return { status, output: stdout + stderr };
  }

  /** `docker stop`, without the wait. */
  signal(name: 'TERM' | 'KILL'): void {
    const [program, ...parameters] = crun('kill', this.#id, name);
    execFileSync(program, parameters);
  }
}

function crun(...parameters: string[]): [string, ...string[]] {
  // It refuses machines that have both kinds of cgroups: there the newer one is out of its sight.
  if (!existsSync(HYBRID)) return ['crun', ...parameters];
  const script = `umount ${HYBRID} && exec crun --cgroup-manager=cgroupfs "$@"`;
  return ['unshare', '--mount', 'sh', '-c', script, 'sh', ...parameters];
}

function accountIn(root: string, user: string): { uid: number; gid: number } {
  const accounts = readFileSync(path.join(root, 'etc/passwd'), 'utf8').split('\n');
  const [, , uid, gid] = accounts.find((line) => line.startsWith(`${user}:`))?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

interface Rule {
  names: string[];
  action: string;
  args?: object[] | null;
  errnoRet?: number;
  includes?: { caps?: string[]; arches?: string[]; minKernel?: string };
  excludes?: { caps?: string[]; arches?: string[] };
}

/** The system calls that engines allow a container without capabilities, from the list that Debian has of them. */
function usualSeccomp(): object {
  const list = JSON.parse(readFileSync(SECCOMP, 'utf8')) as {
    defaultAction: string;
    defaultErrnoRet?: number;
    syscalls: Rule[];
  };
  const rules = list.syscalls.filter(
    ({ includes, excludes }) =>
      !includes?.caps?.length &&
      (!includes?.arches?.length || includes.arches.includes('amd64')) &&
      !excludes?.arches?.includes('amd64'),
  );
  return {
    defaultAction: list.defaultAction,
    defaultErrnoRet: list.defaultErrnoRet ?? 1,
    architectures: ['SCMP_ARCH_X86_64'],
    syscalls: rules.map(({ names, action, args, errnoRet }) => ({
      names,
      action,
      ...(args?.length && { args }),
      ...(errnoRet !== undefined && { errnoRet }),
    })),
  };
}

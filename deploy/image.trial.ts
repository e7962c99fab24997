import { existsSync, globSync } from 'node:fs';
import { copyFile, mkdtemp, chown, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract as photoProof } from '#features/donations/photoProof/contract.ts';
import { runCommand, startServer } from '#server/testing/process.ts';
import { freePort, startThrowawayPostgres, type ThrowawayPostgres } from '#server/testing/postgres.ts';
import {
  ADMIN,
  callAt,
  confirmDonation,
  logDonation,
  partnerPin,
  redeemCode,
  signIn,
  uploadAt,
} from '../trials/calls.ts';
import { composeServices, hasCompose } from './composeFile.ts';
import { type Container, ContainerService, type ImageConfig, imageConfig, mountImage } from './container.ts';
import { buildImage, lack } from './image.ts';

const MEGABYTE = 1024 ** 2;
const LARGEST_MEGABYTES = 550;

const missing = lack() ?? (hasCompose ? undefined : 'It takes docker-compose.');
if (missing !== undefined) console.log(`The image is not built: ${missing}`);

describe.skipIf(missing !== undefined)('the image', () => {
  let folder: string;
  let mounted: ReturnType<typeof mountImage>;
  let config: ImageConfig;
  let postgres: ThrowawayPostgres;
  const running: Container[] = [];

  beforeAll(async () => {
    buildImage();
    folder = await mkdtemp(join(tmpdir(), 'reround-image-'));
    mounted = mountImage();
    config = imageConfig();
    const started = await startThrowawayPostgres({ durable: true });
    if (!started) throw new Error('There is no PostgreSQL on this machine.');
    postgres = started;
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query("create role reround login password 'for the trial'");
    await client.query('create database reround owner reround');
    await client.end();
  });

  afterAll(async () => {
    for (const container of running) if (container.child.exitCode === null) container.signal('KILL');
    await Promise.all(running.map(({ ended }) => ended));
    mounted?.unmount();
    await postgres?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  const inImage = (pattern: string) => globSync(pattern, { cwd: mounted.root });

  test('runs as nobody in particular, says how it is, and holds what the site runs on and no more', () => {
    expect(config.User).toBe('reround');
    expect(config.Healthcheck?.Test).toEqual(['CMD', 'node', 'deploy/ready.mjs']);
    expect(new Set(config.Env.map((line) => line.split('=')[0]))).toEqual(
      new Set(['DATA_DIR', 'HOST', 'MALLOC_ARENA_MAX', 'NODE_ENV', 'PATH']),
    );
    const site = 'opt/reround';
    expect(
      inImage(`${site}/*`)
        .map((name) => name.slice(site.length + 1))
        .toSorted(),
    ).toEqual(['LICENSE', 'deploy', 'dist', 'migrations', 'node_modules', 'package.json', 'src']);
    expect(inImage(`${site}/{src,deploy,migrations}/**/{.*,*.test.*,*.e2e.*,testing,*.env,*.key}`)).toEqual(
      [],
    );
    expect(
      inImage(`${site}/node_modules/{vite,rolldown,lucide-react,vitest,typescript,@playwright,lighthouse}`),
    ).toEqual([]);
    expect(inImage('{usr,usr/local}/bin/{npm,node,git,gcc}')).toEqual([]);
    const bytes = Number(
      execFileSync('du', ['-s', '--bytes', mounted.root], { encoding: 'utf8' }).split('\t')[0],
    );
    console.log(`The image's files take ${(bytes / MEGABYTE).toFixed(0)} MB.`);
    expect(bytes).toBeLessThan(LARGEST_MEGABYTES * MEGABYTE);
  });

  test('takes over an embedded site by backup and restore, serves it, and stops and starts with its data', async () => {
    // (a): a site on the embedded database, as docs/running.md has it run.
    const data = join(folder, 'embedded');
    const embedded = await startServer({ DATA_DIR: data, ...ADMIN });
    const admin = await signIn(embedded.url);
    const pin = await partnerPin(embedded.url, admin);
    const { body: logged } = await logDonation(embedded.url, 'MOVED');
    const { body: confirmed } = await confirmDonation(embedded.url, logged.id, admin);
    const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#284' } })
      .png()
      .toBuffer();
    const { body: photo } = await uploadAt(embedded.url, png, admin);
    const proof = { photoUrl: photo.url, actualWeight: '1-2kg' } as const;
    const attached = await callAt(
      embedded.url,
      photoProof.attachPhoto,
      { params: { id: logged.id }, body: proof },
      admin,
    );
    expect(attached.status).toBe(200);
    const backup = join(folder, 'moving.tar');
    const made = await runCommand('backup', [backup], { DATA_DIR: data }).ended;
    expect(made.code, made.output).toBe(0);
    embedded.child.kill('SIGTERM');
    expect((await embedded.ended).code).toBe(0);

    // (b): the compose file's services, with the key of before.
    const settings = {
      POSTGRES_PASSWORD: 'for-the-trial',
      SECRET_KEY: (await readFile(join(data, 'secret.key'), 'utf8')).trim(),
      PUBLIC_URL: 'http://localhost:3000',
    };
    const { site } = composeServices(settings);
    if (!site) throw new Error('compose.yaml has no service "site".');
    const port = await freePort();
    const databaseUrl = new URL(site.environment['DATABASE_URL'] ?? '');
    expect(databaseUrl.href).toBe('postgres://reround:for-the-trial@database:5432/reround');
    databaseUrl.host = new URL(postgres.url).host;
    // Of the machine's network, which it shares here, it takes a free port and nothing else.
    const service = new ContainerService(folder, mounted.root, site, {
      DATABASE_URL: databaseUrl.href,
      PORT: String(port),
      HOST: '127.0.0.1',
    });
    const start = (parameters?: string[]) => {
      const container = service.run(parameters);
      running.push(container);
      return container;
    };
    const inVolume = join(service.volume('backups'), 'moving.tar');
    await copyFile(backup, inVolume);
    await chown(inVolume, 10_001, 10_001);
    const restored = await start(['node', '--run', 'restore', '--', '/var/backups/reround/moving.tar']).ended;
    expect(restored.output).toMatch(/^Restored the backup of /m);
    expect(restored.code).toBe(0);

    const first = await start().ready();
    const url = `http://127.0.0.1:${port}`;
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(first.exec(...(config.Healthcheck?.Test.slice(1) ?? []))).toEqual({ status: 0, output: '' });
    // Its own files are not its to change, and it has no rights that its user has not.
    expect(first.exec('touch', '/opt/reround/dist/x').output).toContain('Read-only file system');
    const { output: status } = first.exec('cat', '/proc/1/status');
    expect(status).toMatch(/^CapEff:\t0+$/m);
    expect(status).toMatch(/^CapBnd:\t0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    expect(status).toMatch(/^Uid:\t10001\t/m);

    const again = await signIn(url);
    expect((await redeemCode(url, confirmed.discountCode, pin)).status).toBe(200);
    expect((await fetch(url + photo.url)).headers.get('content-type')).toBe('image/webp');
    const { status: uploaded, body: newPhoto } = await uploadAt(url, png, again);
    expect(uploaded).toBe(200);
    const proofNow = { photoUrl: newPhoto.url, actualWeight: '1-2kg' } as const;
    expect(
      (await callAt(url, photoProof.attachPhoto, { params: { id: logged.id }, body: proofNow }, again))
        .status,
    ).toBe(200);
    expect((await logDonation(url, 'AFTERWARDS')).status).toBe(201);
    const audit = first.exec('node', '--run', 'audit', '--', 'verify');
    expect(audit.status, audit.output).toBe(0);
    const list = first.exec('node', '--run', 'admin', '--', 'list');
    expect(list.output).toContain(ADMIN.ADMIN_USERNAME);
    const kept = first.exec('node', '--run', 'backup', '--', '/var/backups/reround/kept.tar');
    expect(kept.status, kept.output).toBe(0);
    expect(existsSync(join(service.volume('backups'), 'kept.tar'))).toBe(true);

    first.signal('TERM');
    const { code, output } = await first.ended;
    expect(output).toContain('"msg":"stopping"');
    expect(output).not.toMatch(/"level":[56]0/);
    expect(code).toBe(0);

    const second = await start().ready();
    expect((await fetch(url + newPhoto.url)).status).toBe(200);
    const { body: more } = await logDonation(url, 'AFTERWARDS');
    expect(more.stats.totalDonations).toBe(2);
    second.signal('TERM');
    expect((await second.ended).code).toBe(0);
  });
});

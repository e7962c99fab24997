// Static checks of the files in deploy/. Whether they run is tested by hand.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { composeServices, hasCompose } from './composeFile.ts';

const repository = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(repository, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } };
/** The parameters of Node in `npm start`: its options and the server. */
const startParameters = scripts.start.replace(/^exec node /, '');

const MINUTE_MILLISECONDS = 60_000;

const has = (program: string, version = '--version') => spawnSync(program, [version]).status === 0;
const hasAnalyze = has('systemd-analyze');
const hasCaddy = has('caddy', 'version');

describe('every way to run the site', () => {
  test('starts it as npm start does', () => {
    expect(read('deploy/systemd/reround.service')).toContain(
      `\nExecStart=/opt/reround/node_modules/.bin/node ${startParameters}\n`,
    );
    const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(read('Dockerfile')) ?? [];
    expect(JSON.parse(command)).toEqual(['node', ...startParameters.split(' ')]);
  });

  test('has every setting of the README', () => {
    const [, settings = ''] = /^## Settings$([^]*?)^## /m.exec(read('README.md')) ?? [];
    const rows = settings.split('\n').filter((line) => line.startsWith('| `'));
    const documented = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([A-Z\d_]+)`/g)].map(([, name]) => name),
    );
    const offered = [...read('deploy/settings.env').matchAll(/^#?([A-Z\d_]+)=/gm)].map(
      ([, name = '']) => name,
    );
    expect(documented.length).toBeGreaterThan(20);
    expect(new Set(offered)).toEqual(new Set(documented));
  });
});

describe.skipIf(!hasAnalyze)('the systemd unit', () => {
  let folder: string;
  const analyze = (...parameters: string[]) =>
    spawnSync('systemd-analyze', parameters, { cwd: folder, encoding: 'utf8' });

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'reround-units-'));
    // systemd-analyze also checks that the program exists, which is elsewhere here.
    const unit = read('deploy/systemd/reround.service').replaceAll(
      '/opt/reround/node_modules/.bin/node',
      process.execPath,
    );
    for (const name of ['reround.service', 'reround@.service'])
      await writeFile(path.join(folder, name), unit);
  });
  afterAll(() => rm(folder, { recursive: true }));

  test.each(['reround.service', 'reround@3001.service'])('has no error for systemd, as %s', (name) => {
    // systemd-analyze exits with 0 even if it writes findings to standard error.
    expect(analyze('verify', '--man=no', `./${name}`).stderr).toBe('');
  });

  test('has a low exposure level', () => {
    const { stdout } = analyze('security', '--offline=true', '--no-pager', './reround.service');
    const [, exposure] = /Overall exposure level for reround\.service: ([\d.]+)/.exec(stdout) ?? [];
    expect(Number(exposure)).toBeLessThan(2);
  });
});

describe.skipIf(!hasCaddy)('the Caddyfile', () => {
  const caddy = (command: string, settings: Record<string, string>) =>
    spawnSync('caddy', [command, '--adapter', 'caddyfile', '--config', 'deploy/caddy/Caddyfile'], {
      cwd: repository,
      env: { ...process.env, ...settings },
      encoding: 'utf8',
    });

  test('is valid by default, and for several processes under a host name', () => {
    expect(caddy('validate', {})).toMatchObject({ status: 0, stdout: 'Valid configuration\n' });
    const settings = { SITE_NAME: 'reround.example.ca', SITE_PROCESSES: '127.0.0.1:3001 127.0.0.1:3002' };
    const { stdout, stderr } = caddy('adapt', settings);
    expect(stderr).not.toContain('not formatted');
    expect(stdout).toContain('"host":["reround.example.ca"]');
    expect(stdout).toContain('"upstreams":[{"dial":"127.0.0.1:3001"},{"dial":"127.0.0.1:3002"}]');
  });
});

test('compose.yaml passes each service exactly its own settings', () => {
  const { services } = parse(read('compose.yaml')) as {
    services: Record<string, { env_file?: unknown; environment: Record<string, string | null> }>;
  };
  const offered = [...read('deploy/settings.env').matchAll(/^#?([A-Z\d_]+)=/gm)].map(([, name = '']) => name);
  const names = (service: string) => Object.keys(services[service]!.environment).toSorted();
  expect(Object.values(services).map((service) => service.env_file)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(names('site')).toEqual(offered.toSorted());
  expect(names('database').filter((name) => !name.startsWith('POSTGRES_'))).toEqual([]);
  expect(names('proxy')).toEqual(['SITE_NAME', 'SITE_PROCESSES']);
});

describe.skipIf(!hasCompose)('compose.yaml', () => {
  const needed = {
    POSTGRES_PASSWORD: 'one',
    SECRET_KEY: 'two',
    PUBLIC_URL: 'https://reround.example.ca',
    SITE_NAME: 'reround.example.ca',
  };

  test('is valid, and restricts each service to what it needs', { timeout: MINUTE_MILLISECONDS }, () => {
    const services = composeServices(needed);
    expect(Object.keys(services).toSorted()).toEqual(['database', 'proxy', 'site']);
    for (const service of Object.values(services)) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        restart: 'unless-stopped',
        mem_limit: expect.stringMatching(/^\d+[mg]$/),
        pids_limit: expect.any(Number),
      });
    }
    expect(services['site']).toMatchObject({
      ports: ['127.0.0.1:3000:3000/tcp'],
      depends_on: { database: { condition: 'service_healthy' } },
    });
    expect(services['site']).not.toHaveProperty('cap_add');
    expect(services['database']).not.toHaveProperty('ports');
    expect(services['database']?.['image']).toMatch(/^postgres:\d+-/);
    expect(services['proxy']?.['profiles']).toEqual(['https']);
  });

  test(
    'starts nothing without its key, its password and its address',
    { timeout: MINUTE_MILLISECONDS },
    () => {
      for (const name of ['POSTGRES_PASSWORD', 'SECRET_KEY', 'PUBLIC_URL']) {
        expect(() => composeServices({ ...needed, [name]: '' })).toThrow('is to be set in .env');
      }
    },
  );
});

describe('deploy/ready.mjs', () => {
  const ask = async (port: number, parameters: string[] = [], mainProcess = process.pid, host = '') => {
    const child = spawn(process.execPath, ['deploy/ready.mjs', ...parameters], {
      cwd: repository,
      env: { PORT: String(port), MAINPID: String(mainProcess), HOST: host },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    const [code] = await once(child, 'close');
    return { code: code as number, errors };
  };

  test(
    'reports whether the site is ready, or waits until it is or its process has ended',
    { timeout: MINUTE_MILLISECONDS },
    async () => {
      let requests = 0;
      const site = createServer((_request, response) => {
        requests += 1;
        response.writeHead(requests > 3 ? 200 : 503).end();
      }).listen(0, '127.0.0.1');
      await once(site, 'listening');
      const { port } = site.address() as AddressInfo;
      expect(await ask(port)).toEqual({ code: 1, errors: `http://127.0.0.1:${port}/readyz answers 503.\n` });
      expect(await ask(port, ['--wait'])).toEqual({ code: 0, errors: '' });
      expect(await ask(port)).toEqual({ code: 0, errors: '' });
      site.closeAllConnections();
      site.close();
      await once(site, 'close');
      expect((await ask(port)).errors).toMatch(/\/readyz does not answer: .*ECONNREFUSED/);
      expect((await ask(port, [], process.pid, '::')).errors).toMatch(/^http:\/\/127\.0\.0\.1:/);
      expect((await ask(port, [], process.pid, '127.0.0.9')).errors).toMatch(/^http:\/\/127\.0\.0\.9:/);
      expect((await ask(port, [], process.pid, '::1')).errors).toMatch(/^http:\/\/\[::1\]:/);
      const { pid: ended } = spawnSync(process.execPath, ['--version']);
      expect(await ask(port, ['--wait'], ended)).toEqual({ code: 1, errors: '' });
    },
  );
});

for (const [program, missing] of [
  ['systemd-analyze', !hasAnalyze],
  ['caddy', !hasCaddy],
  ['docker-compose', !hasCompose],
] as const) {
  if (missing) console.log(`The checks of deploy/ by ${program} are skipped: it is not on this machine.`);
}

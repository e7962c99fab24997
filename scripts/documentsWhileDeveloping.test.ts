import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createServer } from 'vite';
import { screens } from '../src/shared/screens.ts';
import * as titles from '#words/titles.ts';

const titleOf: Readonly<Record<string, string>> = { ...titles };

const configFile = resolve(import.meta.dirname, '../vite.config.ts');

test(
  'while developing a document is rendered anew and starts by its own file',
  { timeout: 120_000 },
  async () => {
    const server = await createServer({
      configFile,
      logLevel: 'error',
      server: { host: '127.0.0.1', port: 40_000 + (process.pid % 20_000), watch: null },
      optimizeDeps: { noDiscovery: true, include: [] },
    });
    try {
      await server.listen();
      const [address = ''] = server.resolvedUrls?.local ?? [];
      for (const [name, screen] of Object.entries(screens)) {
        if (!('document' in screen)) continue;
        const page = await (await fetch(new URL(screen.path, address))).text();
        expect(page).toContain(`<title>${titleOf[name]}`);
        expect(page).toContain(`/documents/${screen.document}.tsx`);
        expect(page).not.toContain('<div id="root"></div>');
        expect(page).not.toContain('/main.tsx');
      }
    } finally {
      await server.close();
    }
  },
);

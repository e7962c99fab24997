import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown, type ViteBuilder } from 'vite';
import { checkBudgets } from './scripts/budgets.ts';
import { chunkGroups } from './scripts/chunks.ts';
import { documentStyles } from './scripts/documentStyles.ts';
import { prerenderPages } from './scripts/prerender.ts';
import { siteDefaults, type SiteInfo } from './src/features/site/siteDefaults.ts';
import { documentNames, prerenderedPages, type Renderer, withSite } from './src/shared/prerendered.ts';
import { screenAt } from './src/shared/screenAt.ts';
import { screens } from './src/shared/screens.ts';
import { offsetsBetween, type UtcOffset } from './src/shared/timeZone.ts';

const compressible = /\.(js|css|svg|webmanifest)$/;

/** Puts a brotli and a gzip form beside each text file that the server sends as it is. */
async function compressFiles(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      const plain = await readFile(path);
      await writeFile(`${path}.br`, await promisify(brotliCompress)(plain));
      await writeFile(`${path}.gz`, await promisify(gzip)(plain, { level: 9 }));
    }),
  );
}

/** Puts the build's name into the service worker, so that browsers install a new one with each build. */
async function nameBuild(file: string, output: Rolldown.RolldownOutput['output']): Promise<void> {
  const names = output.map(({ fileName }) => fileName).toSorted();
  const name = createHash('sha256').update(names.join()).digest('hex').slice(0, 12);
  const code = await readFile(file, 'utf8');
  await writeFile(file, code.replace('offline BUILD', `offline ${name}`));
}

/** The browser's code, then the pages rendered with it, then the forms that are sent. */
async function buildApp(builder: ViteBuilder): Promise<void> {
  const { client, worker, ssr } = builder.environments;
  if (!client || !worker || !ssr)
    throw new Error('Vite has not made the environments of this configuration.');
  const { output } = (await builder.build(client)) as Rolldown.RolldownOutput;
  await builder.build(worker);
  await builder.build(ssr);
  const directory = resolve(client.config.root, client.config.build.outDir);
  const renderer = resolve(ssr.config.root, ssr.config.build.outDir, 'prerender.js');
  await prerenderPages({ directory, client: output, renderer });
  await checkBudgets({ directory, client: output });
  await nameBuild(join(directory, 'sw.js'), output);
  await compressFiles(directory);
}

const workPages = Object.values(screens)
  .map(({ path }) => path)
  .filter((path) => path === screens.redeem.path || path.startsWith(screens.console.path));

const web = resolve(import.meta.dirname, 'src/web');
const documentFile = (name: string) => join(web, `documents/${name}.tsx`);
const entries = {
  app: join(web, 'index.html'),
  boot: join(web, 'boot.ts'),
  ...Object.fromEntries(documentNames.map((name) => [name, documentFile(name)])),
};

/** When the clocks of the site's default time zone change in these years, by the data of the Node that serves it. */
function siteOffsets(): UtcOffset[] {
  const year = new Date().getUTCFullYear();
  const [start, end] = [new Date(Date.UTC(year - 1, 0)), new Date(Date.UTC(year + 3, 0))];
  return offsetsBetween(start, end, siteDefaults.timeZone);
}

/** Answers the addresses that are documents of their own, rendered anew each time. */
function documentsWhileDeveloping(): Plugin {
  return {
    name: 'documents-while-developing',
    apply: 'serve',
    // The screens that are no documents; a page's call for the site's own terms follows at once.
    transformIndexHtml: (html) => withSite(html, siteDefaults),
    configureServer: (server) => {
      server.middlewares.use((request, response, next) => {
        const [path = ''] = request.originalUrl?.split('?') ?? [];
        const { document } = screenAt(path) ?? {};
        if (!document) return next();
        void (async () => {
          const { renderPages } = (await server.ssrLoadModule('/prerender.tsx')) as Renderer<SiteInfo>;
          const shell = await readFile(join(server.config.root, 'index.html'), 'utf8');
          const html = shell.replace('/main.tsx', documentFile(document).slice(web.length));
          const [page] = await renderPages([{ page: path, file: '', html }], siteDefaults);
          response.setHeader('content-type', 'text/html');
          response.end(await server.transformIndexHtml(path, page?.html ?? shell));
        })().catch(next);
      });
    },
  };
}

export default defineConfig(({ command }) => ({
  root: 'src/web',
  plugins: [react(), documentStyles(), tailwindcss(), documentsWhileDeveloping()],
  builder: { buildApp },
  build: {
    emptyOutDir: true,
    // Fonts and drawings stay files of their own: a strict font-src and img-src need no data: URLs.
    assetsInlineLimit: 0,
    // Asking ahead for each of a screen's files holds a slow phone up for longer than it saves.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'js' ? dependencies.filter((file) => file.endsWith('.css')) : dependencies,
    },
    target: 'es2023',
  },
  environments: {
    client: {
      build: {
        outDir: '../../dist/web',
        rolldownOptions: {
          input: entries,
          output: {
            codeSplitting: { groups: chunkGroups(documentFile) },
            // A group's subgroup is named after all that it serves.
            chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
            entryFileNames: 'assets/[name]-[hash].js',
          },
        },
      },
    },
    // Built apart, since a service worker is a script without imports: what it shares with a page is in it once more.
    worker: {
      consumer: 'client',
      build: {
        outDir: '../../dist/web',
        emptyOutDir: false,
        rolldownOptions: {
          input: join(web, 'serviceWorker.ts'),
          // It keeps its address, and reigns from it downwards.
          output: { entryFileNames: 'sw.js' },
        },
      },
    },
    // The server renders with it too: with all its packages in it, it is loaded in a fraction of the time.
    ssr: {
      resolve: command === 'build' ? { noExternal: true } : {},
      build: {
        outDir: '../../dist/renderer',
        copyPublicDir: false,
        minify: true,
        rolldownOptions: { input: 'src/web/prerender.tsx' },
      },
    },
  },
  define: {
    'import.meta.env.SITE_UTC_OFFSETS': JSON.stringify(siteOffsets()),
    'import.meta.env.KEPT_PAGES': JSON.stringify(prerenderedPages),
    'import.meta.env.OFFLINE_PAGE': JSON.stringify(screens.offline.path),
    'import.meta.env.LOG_PAGE': JSON.stringify(screens.log.path),
    'import.meta.env.WORK_PAGES': JSON.stringify(workPages),
  },
  // Calls go to the server; the source folder web/api is Vite's own. The host stays that of the page, which a change's
  // origin is compared with.
  server: { proxy: { '^/api/(?!.*[.]ts)': { target: 'http://127.0.0.1:3000', changeOrigin: false } } },
}));

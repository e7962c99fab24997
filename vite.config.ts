import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import {
  type BuildEnvironment,
  defaultClientConditions,
  defaultServerConditions,
  defineConfig,
  type EnvironmentOptions,
  type Plugin,
  type Rolldown,
  type ViteBuilder,
} from 'vite';
import { checkBudgets } from './scripts/budgets.ts';
import { chunkGroups } from './scripts/chunks.ts';
import { documentStyles } from './scripts/documentStyles.ts';
import { prerenderPages } from './scripts/prerender.ts';
import { siteDefaults, type SiteInfo } from './src/features/site/siteDefaults.ts';
import { type Language, languageAndPath, languages, pathIn } from './src/shared/languages.ts';
import {
  documentNames,
  inEveryLanguage,
  prerenderedPages,
  type Renderer,
  withSite,
} from './src/shared/prerendered.ts';
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
async function nameBuild(file: string, output: readonly { fileName: string }[]): Promise<void> {
  const names = output.map(({ fileName }) => fileName).toSorted();
  const name = createHash('sha256').update(names.join()).digest('hex').slice(0, 12);
  const code = await readFile(file, 'utf8');
  await writeFile(file, code.replace('offline BUILD', `offline ${name}`));
}

/** The browser's code, then the pages rendered with it, then the forms that are sent. */
async function buildApp(builder: ViteBuilder): Promise<void> {
  const { client, worker, ssr, french, frenchSsr } = builder.environments;
  if (!client || !worker || !ssr || !french || !frenchSsr)
    throw new Error('Vite has not made the environments of this configuration.');
  const { output } = (await builder.build(client)) as Rolldown.RolldownOutput;
  await builder.build(worker);
  const inFrench = (await builder.build(french)) as Rolldown.RolldownOutput;
  const directory = outDirOf(client);
  // What speaks no language has the same content in both, and so the same name.
  await cp(join(outDirOf(french), 'assets'), join(directory, 'assets'), { recursive: true });
  const builds = [
    { language: 'en', renderer: ssr, output, shell: join(directory, 'index.html') },
    {
      language: 'fr',
      renderer: frenchSsr,
      output: inFrench.output,
      shell: join(outDirOf(french), 'index.html'),
    },
  ] as const;
  for (const { language, renderer, output: files, shell } of builds) {
    await builder.build(renderer);
    await prerenderPages({
      directory,
      language,
      client: files,
      shell,
      renderer: join(outDirOf(renderer), 'prerender.js'),
    });
    await checkBudgets({ directory, language, client: files });
  }
  await rm(outDirOf(french), { recursive: true });
  await nameBuild(join(directory, 'sw.js'), [...output, ...inFrench.output]);
  await compressFiles(directory);
}

const outDirOf = ({ config }: BuildEnvironment) => resolve(config.root, config.build.outDir);

const workPages = Object.values(screens)
  .map(({ path }) => path)
  .filter((path) => path === screens.redeem.path || path.startsWith(screens.console.path));

/** The import condition that chooses the French words, and the mode in which the pages are developed in French. */
const FRENCH = 'french';

const withoutConsole = { 'import.meta.env.HAS_CONSOLE': 'false' };

/** What browsers load of the site's pages in one language. */
const pagesIn = (language: Language): EnvironmentOptions => ({
  ...(language === 'fr' && {
    consumer: 'client',
    define: withoutConsole,
    resolve: { conditions: [FRENCH, ...defaultClientConditions] },
  }),
  build: {
    outDir: language === 'fr' ? '../../dist/french' : '../../dist/web',
    copyPublicDir: language === 'en',
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
});

/** What renders them. The server does so too: with all its packages in it, it is loaded in a fraction of the time. */
const rendererIn = (language: Language): EnvironmentOptions => ({
  ...(language === 'fr' && { consumer: 'server', define: withoutConsole }),
  resolve: {
    noExternal: true,
    ...(language === 'fr' && { conditions: [FRENCH, ...defaultServerConditions] }),
  },
  build: {
    outDir: `../../dist/renderer/${language}`,
    copyPublicDir: false,
    minify: true,
    rolldownOptions: { input: 'src/web/prerender.tsx' },
    ...(language === 'fr' && { ssr: true }),
  },
});

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
          const { path: page } = languageAndPath(path);
          const [rendered] = await renderPages([{ page, file: '', html }], siteDefaults);
          response.setHeader('content-type', 'text/html');
          response.end(await server.transformIndexHtml(path, rendered?.html ?? shell));
        })().catch(next);
      });
    },
  };
}

export default defineConfig(({ command, mode }) => ({
  root: 'src/web',
  plugins: [react(), documentStyles(), tailwindcss(), documentsWhileDeveloping()],
  builder: { buildApp },
  ...(mode === FRENCH && { resolve: { conditions: [FRENCH, ...defaultClientConditions] } }),
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
    client: pagesIn('en'),
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
    ...(command === 'build'
      ? { french: pagesIn('fr'), ssr: rendererIn('en'), frenchSsr: rendererIn('fr') }
      : mode === FRENCH && { ssr: { resolve: { conditions: [FRENCH, ...defaultServerConditions] } } }),
  },
  define: {
    'import.meta.env.HAS_CONSOLE': 'true',
    'import.meta.env.SITE_UTC_OFFSETS': JSON.stringify(siteOffsets()),
    'import.meta.env.KEPT_PAGES': JSON.stringify(inEveryLanguage(prerenderedPages)),
    'import.meta.env.OFFLINE_PAGES': JSON.stringify(
      Object.fromEntries(languages.map((language) => [language, pathIn(language, screens.offline.path)])),
    ),
    'import.meta.env.LOG_PAGE': JSON.stringify(screens.log.path),
    'import.meta.env.WORK_PAGES': JSON.stringify(workPages),
  },
  // Calls go to the server; the source folder web/api is Vite's own. The host stays that of the page, which a change's
  // origin is compared with.
  server: { proxy: { '^/api/(?!.*[.]ts)': { target: 'http://127.0.0.1:3000', changeOrigin: false } } },
}));

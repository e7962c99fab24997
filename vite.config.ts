import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import {
  defaultClientConditions,
  defaultServerConditions,
  defineConfig,
  type EnvironmentOptions,
  type Plugin,
  type Rolldown,
  type ViteBuilder,
} from 'vite';
import type { SiteInfo } from './src/features/settings/contract.ts';
import { siteDefaults } from './src/features/settings/rules.ts';
import { type Language, languageAndPath, languages } from './src/shared/languages.ts';
import type { Renderer } from './src/shared/renderer.ts';
import { screenAt } from './src/shared/screenAt.ts';
import type { Screen } from './src/shared/screens.ts';
import { offsetsBetween, type UtcOffset } from './src/shared/timeZone.ts';

const dist = resolve(import.meta.dirname, 'dist');
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

/** The browser's files and the server's renderer, in each language. What speaks none has the same name in both. */
async function buildApp(builder: ViteBuilder): Promise<void> {
  const environments = Object.values(builder.environments);
  for (const environment of environments) await builder.build(environment);
  for (const language of languages) {
    const folder = join(dist, 'web', language === 'en' ? '' : language);
    await rename(join(folder, 'index.html'), join(dist, 'renderer', language, 'index.html'));
    await rename(join(folder, 'manifest.json'), join(dist, 'renderer', language, 'manifest.json'));
  }
  await cp(join(dist, 'web/fr/assets'), join(dist, 'web/assets'), { recursive: true });
  await rm(join(dist, 'web/fr'), { recursive: true });
  await compressFiles(join(dist, 'web'));
}

/** The import condition that chooses the French words, and the mode in which the pages are developed in French. */
const FRENCH = 'french';

const withoutConsole = { 'import.meta.env.HAS_CONSOLE': 'false' };

/** The modules of these paths, without what they import, in one file. */
function fileOf(name: string, ...paths: string[]): Rolldown.CodeSplittingGroup {
  return {
    name,
    test: new RegExp(`/(${paths.join('|')})\\.m?[jt]sx?$`),
    includeDependenciesRecursively: false,
  };
}

/**
 * Few files, since each costs a slow phone a round trip, and none that brings much a page does not need. What several
 * public pages share is listed; a module that no list names is left to the bundler.
 */
const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
  { name: 'queries', test: /node_modules\/@tanstack\//, priority: 2 },
  // zod must be told of the content security policy before its first schema is made.
  { name: 'schemas', test: /node_modules\/zod\/|src\/web\/jitless/, priority: 2 },
  // Not the entry itself, which would never run.
  { name: 'shell', tags: ['$initial'], test: /^(?!.*(main\.tsx|index\.html))/, priority: 1 },
  fileOf(
    'forms',
    '(react-hook-form|@hookform/resolvers|@standard-schema)/.*',
    'web/form/(Form|fields|useForm|formContext|serverErrors)',
  ),
  fileOf(
    'fields',
    'web/ui/(Field|fieldContext)',
    'web/form/FormBoundary',
    'web/api/idempotencyKey',
    'features/donors/donorIdForSignIn',
    'shared/lengths',
    'words/(en|fr)/forms',
    'icons/(calendar|chevron-down)',
  ),
  fileOf(
    'goal',
    'web/ui/(GoalSlab|rememberedSwitch)',
    'web/art/BagFull',
    'features/donations/GoldLoops',
    'features/settings/rules',
    'web/site/useToday',
    'icons/(chevron-right|pencil|plus|refresh-cw)',
  ),
  fileOf(
    'parts',
    'web/ui/(Card|ErrorBanner|Pill|Pip|Ring)',
    'features/donations/rules',
    'shared/(dates|timeZone|weights)',
    'words/(en|fr)/(formats|rewards)',
    'icons/(check|clock|info|minus|scan-qr-code|triangle-exclamation-point)',
  ),
  fileOf('art', 'web/art/(Bag|Bin|Books|Duck|Frame|Mug|Teapot|Vase)'),
  fileOf(
    'shop',
    'web/ui/(Shelf|Skeleton)',
    'features/partners/PartnerLogo',
    'icons/(arrow-right|external-link|hand-heart|key-round|mail|map-pin|phone|store|ticket|truck)',
  ),
];

/** What browsers load of the site's pages in one language. */
const pagesIn = (language: Language): EnvironmentOptions => ({
  ...(language === 'fr' && {
    consumer: 'client',
    define: withoutConsole,
    resolve: { conditions: [FRENCH, ...defaultClientConditions] },
  }),
  build: {
    outDir: join(dist, 'web', language === 'en' ? '' : language),
    copyPublicDir: language === 'en',
    manifest: 'manifest.json',
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
});

/** What renders them. With all its packages in it, it is loaded in a fraction of the time. */
const rendererIn = (language: Language): EnvironmentOptions => ({
  ...(language === 'fr' && { consumer: 'server', define: withoutConsole }),
  resolve: {
    noExternal: true,
    ...(language === 'fr' && { conditions: [FRENCH, ...defaultServerConditions] }),
  },
  build: {
    outDir: join(dist, 'renderer', language),
    copyPublicDir: false,
    rolldownOptions: { input: 'src/web/render.tsx' },
    ...(language === 'fr' && { ssr: true }),
  },
});

/** When the clocks of the site's default time zone change in these years, by the data of the Node that serves it. */
function siteOffsets(): UtcOffset[] {
  const year = new Date().getUTCFullYear();
  const [start, end] = [new Date(Date.UTC(year - 1, 0)), new Date(Date.UTC(year + 3, 0))];
  return offsetsBetween(start, end, siteDefaults.timeZone);
}

/** Renders public pages anew each time. */
function renderWhileDeveloping(): Plugin {
  return {
    name: 'render-while-developing',
    apply: 'serve',
    configureServer: (server) => {
      server.middlewares.use((request, response, next) => {
        const [path = ''] = request.originalUrl?.split('?') ?? [];
        const screen: Screen | undefined = screenAt(path);
        if (!screen) return next();
        void (async () => {
          const { renderPage, renderShell } = (await server.ssrLoadModule(
            '/render.tsx',
          )) as Renderer<SiteInfo>;
          const options = {
            template: await readFile(join(server.config.root, 'index.html'), 'utf8'),
            site: siteDefaults,
            publicUrl: '',
            filesOf: () => [],
          };
          const html = screen.isRendered
            ? await renderPage(languageAndPath(path).path, options)
            : renderShell(options);
          response.setHeader('content-type', 'text/html');
          response.end(await server.transformIndexHtml(path, html));
        })().catch(next);
      });
    },
  };
}

export default defineConfig(({ command, mode }) => ({
  root: 'src/web',
  plugins: [react(), tailwindcss(), renderWhileDeveloping()],
  builder: { buildApp },
  ...(mode === FRENCH && { resolve: { conditions: [FRENCH, ...defaultClientConditions] } }),
  build: {
    emptyOutDir: true,
    // Fonts and drawings stay files of their own: a strict font-src and img-src need no data: URLs.
    assetsInlineLimit: 0,
    // The server's documents name what a page needs; asking ahead for more holds a slow phone up for longer than it saves.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'js' ? dependencies.filter((file) => file.endsWith('.css')) : dependencies,
    },
    target: 'es2023',
  },
  environments: {
    client: pagesIn('en'),
    ...(command === 'build'
      ? { french: pagesIn('fr'), ssr: rendererIn('en'), frenchSsr: rendererIn('fr') }
      : mode === FRENCH && { ssr: { resolve: { conditions: [FRENCH, ...defaultServerConditions] } } }),
  },
  define: {
    'import.meta.env.HAS_CONSOLE': 'true',
    'import.meta.env.SITE_UTC_OFFSETS': JSON.stringify(siteOffsets()),
  },
  // Calls go to the server; the source folder web/api is Vite's own. The host stays that of the page, which a change's
  // origin is compared with.
  server: { proxy: { '^/api/(?!.*[.]ts)': { target: 'http://127.0.0.1:3000', changeOrigin: false } } },
}));

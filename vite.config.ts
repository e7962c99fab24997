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

/** Writes a brotli and a gzip form beside each text file. */
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

/** Builds the browser's files and the server's renderer in each language. Files without words have the same name in both. */
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

/** The import condition for French words, and Vite's mode for development in French. */
const FRENCH = 'french';

const withoutConsole = { 'import.meta.env.HAS_CONSOLE': 'false' };

/** One chunk of the modules at these paths, without their imports. */
function chunkOf(name: string, ...paths: string[]): Rolldown.CodeSplittingGroup {
  return {
    name,
    test: new RegExp(`/(${paths.join('|')})\\.m?[jt]sx?$`),
    includeDependenciesRecursively: false,
  };
}

/**
 * Few chunks, because each costs a slow phone a round trip, and none with much that a page does not need. They list
 * modules that several public pages share. The bundler places all others.
 */
const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
  { name: 'queries', test: /node_modules\/@tanstack\//, priority: 2 },
  // jitless must run before zod's first schema is made, because of the content security policy.
  { name: 'schemas', test: /node_modules\/zod\/|src\/web\/jitless/, priority: 2 },
  // Without the entry itself, which would otherwise never run.
  { name: 'shell', tags: ['$initial'], test: /^(?!.*(main\.tsx|index\.html))/, priority: 1 },
  chunkOf(
    'forms',
    '(react-hook-form|@hookform/resolvers|@standard-schema)/.*',
    'web/form/(Form|fields|useForm|formContext|serverErrors)',
  ),
  chunkOf(
    'fields',
    'web/ui/(Field|fieldContext)',
    'web/form/FormBoundary',
    'web/api/idempotencyKey',
    'features/donors/donorIdForSignIn',
    'shared/lengths',
    'words/(en|fr)/forms',
    'icons/(calendar|chevron-down)',
  ),
  chunkOf(
    'goal',
    'web/ui/(GoalSlab|rememberedSwitch)',
    'web/art/BagFull',
    'features/donations/GoldLoops',
    'features/settings/rules',
    'web/site/useToday',
    'icons/(chevron-right|pencil|plus|refresh-cw)',
  ),
  chunkOf(
    'parts',
    'web/ui/(Card|ErrorBanner|Pill|Pip|Ring)',
    'features/donations/rules',
    'shared/(dates|timeZone|weights)',
    'words/(en|fr)/(formats|rewards)',
    'icons/(check|clock|info|minus|scan-qr-code|triangle-exclamation-point)',
  ),
  chunkOf('art', 'web/art/(Bag|Bin|Books|Duck|Frame|Mug|Teapot|Vase)'),
  chunkOf(
    'shop',
    'web/ui/(Shelf|Skeleton)',
    'features/partners/PartnerLogo',
    'icons/(arrow-right|external-link|hand-heart|key-round|mail|map-pin|phone|store|ticket|truck)',
  ),
];

/** The build for browsers in one language. */
const browserBuild = (language: Language): EnvironmentOptions => ({
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

/** The build of the renderer in one language. It bundles its packages, which loads in a fraction of the time. */
const rendererBuild = (language: Language): EnvironmentOptions => ({
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

/** Clock changes of the site's default time zone in these years, by the data of this Node. */
function siteOffsets(): UtcOffset[] {
  const year = new Date().getUTCFullYear();
  const [start, end] = [new Date(Date.UTC(year - 1, 0)), new Date(Date.UTC(year + 3, 0))];
  return offsetsBetween(start, end, siteDefaults.timeZone);
}

/** Renders public pages at each request during development. */
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
    // The server's documents name the files that a page needs. Preloading more would delay a slow phone.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'js' ? dependencies.filter((file) => file.endsWith('.css')) : dependencies,
    },
    target: 'es2023',
  },
  environments: {
    client: browserBuild('en'),
    ...(command === 'build'
      ? { french: browserBuild('fr'), ssr: rendererBuild('en'), frenchSsr: rendererBuild('fr') }
      : mode === FRENCH && { ssr: { resolve: { conditions: [FRENCH, ...defaultServerConditions] } } }),
  },
  define: {
    'import.meta.env.HAS_CONSOLE': 'true',
    'import.meta.env.SITE_UTC_OFFSETS': JSON.stringify(siteOffsets()),
  },
  // Proxies API calls to the server, but not the source folder web/api. The host stays the page's, because the server
  // compares it with the origin of a change.
  server: { proxy: { '^/api/(?!.*[.]ts)': { target: 'http://127.0.0.1:3000', changeOrigin: false } } },
}));

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const compressible = /\.(html|js|css|svg|json|webmanifest|txt|xml)$/;

/** Puts a brotli and a gzip form beside each text file of the build, so that the server compresses nothing. */
function compressBuild(): Plugin {
  let directory = '';
  return {
    name: 'compress-build',
    apply: 'build',
    configResolved: (config) => {
      directory = resolve(config.root, config.build.outDir);
    },
    closeBundle: async () => {
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
    },
  };
}

export default defineConfig({
  root: 'src/web',
  plugins: [react(), tailwindcss(), compressBuild()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // Fonts and drawings stay files of their own: a strict font-src and img-src need no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
  },
  // Calls go to the server; the source folder web/api is Vite's own.
  server: { proxy: { '^/api/(?!.*[.]ts)': 'http://127.0.0.1:3000' } },
});

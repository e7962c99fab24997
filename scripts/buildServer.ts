// Bundles the server into dist/server/main.js, which `npm start` runs: see docs/decisions/0003.
import { rolldown } from 'rolldown';

/** Packages of many small files, which would slow each start. The others have native code or read files at run time. */
const inlined = /^(drizzle-orm|zod|fastify-type-provider-zod|aws4fetch|modern-tar)(\/|$)/;
const isPackage = /^[^./#]/;

const bundle = await rolldown({
  input: 'src/server/main.ts',
  platform: 'node',
  external: (id) => isPackage.test(id) && !inlined.test(id),
  // A warning fails the build: a bundle with warnings may not start.
  onLog: (_level, { message }) => {
    throw new Error(message);
  },
});
await bundle.write({
  dir: 'dist/server',
  format: 'esm',
  sourcemap: true,
  codeSplitting: false,
});
await bundle.close();

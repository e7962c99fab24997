// Puts the server into one file, dist/server/main.js, which is what `npm start` runs: see docs/decisions/0003.
import { rolldown } from 'rolldown';

/**
 * Packages whose many small files would be found and read one by one at each start. The others stay as they
 * are: native code, and what looks for files of its own.
 */
const inlined = /^(drizzle-orm|zod|fastify-type-provider-zod|aws4fetch|modern-tar)(\/|$)/;
const isPackage = /^[^./#]/;

const bundle = await rolldown({
  input: 'src/server/main.ts',
  platform: 'node',
  external: (id) => isPackage.test(id) && !inlined.test(id),
  // A warning of today is a server that does not start tomorrow.
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

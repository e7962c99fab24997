// How the site stands, for whoever looks into the console: as the last look of any process left it.
import packageJson from '#package.json' with { type: 'json' };
import { implement } from '#server/http/call.ts';
import { contract } from './contract.ts';
import { keptChecks } from './serverLooks.ts';

export const healthFeature = implement(contract, {
  health: async ({ database, now }) => ({
    ok: true as const,
    version: packageJson.version,
    checks: await keptChecks(database, now),
  }),
});

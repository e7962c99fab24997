// How the site stands, for whoever looks into the console: as the last look of any process left it.
import { implement } from '#server/http/call.ts';
import { contract } from './contract.ts';
import { keptChecks } from './serverLooks.ts';

export const healthFeature = implement(contract, {
  health: async ({ database, now }) => ({ ok: true as const, checks: await keptChecks(database, now) }),
});

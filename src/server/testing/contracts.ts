import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Endpoint } from '#shared/endpoint.ts';

const featuresFolder = fileURLToPath(new URL('../../features', import.meta.url));

interface NamedEndpoint {
  /** `feature.key`, as it is found in the source. */
  name: string;
  endpoint: Endpoint;
}

/** Every endpoint of every feature's contract, found on disk so that no new one is forgotten. */
export async function readContracts(): Promise<NamedEndpoint[]> {
  const files = readdirSync(featuresFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[^/\\]+[/\\]contract\.ts$/.test(file))
    .toSorted((one, other) => one.localeCompare(other));
  const found = await Promise.all(
    files.map(async (file) => {
      const feature = file.split(/[/\\]/)[0] ?? '';
      const { contract } = (await import(`../../features/${feature}/contract.ts`)) as {
        contract: Record<string, Endpoint>;
      };
      return Object.entries(contract).map(([key, endpoint]) => ({ name: `${feature}.${key}`, endpoint }));
    }),
  );
  return found.flat();
}

/** An endpoint's address with a plausible value for each parameter. */
export function plausiblePath(endpoint: Endpoint): string {
  return endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (/id$/i.test(name) ? '1' : 'RR-ABC234'));
}

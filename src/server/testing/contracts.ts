import { globSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Endpoint } from '#shared/endpoint.ts';
import type { z } from 'zod';

const featuresFolder = fileURLToPath(new URL('../../features', import.meta.url));

interface NamedEndpoint {
  /** `room.key`, as it is found in the source. */
  name: string;
  endpoint: Endpoint;
}

/** Every endpoint of every room's contract, found on disk so that no new one is forgotten. */
export async function readContracts(): Promise<NamedEndpoint[]> {
  const files = globSync('**/contract.ts', { cwd: featuresFolder }).toSorted();
  const found = await Promise.all(
    files.map(async (file) => {
      const address = pathToFileURL(path.join(featuresFolder, file)).href;
      const { contract } = (await import(address)) as { contract: Record<string, Endpoint> };
      const room = path.dirname(file).replaceAll('\\', '/');
      return Object.entries(contract).map(([key, endpoint]) => ({ name: `${room}.${key}`, endpoint }));
    }),
  );
  return found.flat();
}

/** An endpoint's address with a plausible value for each parameter. */
export function plausiblePath(endpoint: Endpoint): string {
  return endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (/id$/i.test(name) ? '1' : 'RR-ABC234'));
}

/** The fixed messages of a schema. Messages that depend on the value are not found. */
export function messagesOf(schema: unknown): string[] {
  return [...new Set(messagesIn(schema, new Set()))];
}

function messagesIn(value: unknown, visited: Set<unknown>): string[] {
  if (typeof value !== 'object' || value === null || visited.has(value)) return [];
  visited.add(value);
  const isSchema = '_zod' in value;
  const parts: object = isSchema ? (value as z.core.$ZodType)._zod.def : value;
  const error = isSchema && 'error' in parts ? parts.error : undefined;
  const message: unknown = typeof error === 'function' ? error({ input: undefined }) : undefined;
  return [
    ...(typeof message === 'string' ? [message] : []),
    ...Object.values(parts).flatMap((part) => messagesIn(part, visited)),
  ];
}

/** Prints every screen and every API endpoint with the file, and for endpoints the line, that answers it. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { repository } from '#server/files.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { type Screen, screens } from '#shared/screens.ts';

const read = (file: string) => readFileSync(path.join(repository, file), 'utf8');

/** The file of each screen, as src/web/routes.tsx loads it. */
function pageFiles(): Map<string, string> {
  const loaded = read('src/web/routes.tsx').matchAll(/^ {2}(\w+): \(\) => import\('#([^']+)'\)/gm);
  return new Map([...loaded].map(([, name = '', file = '']) => [name, `src/${file}`]));
}

function screenRows(): string[][] {
  const files = pageFiles();
  return Object.entries<Screen>(screens).map(([name, { path: address }]) => {
    const file = files.get(name);
    if (!file) throw new Error(`No file was found for the screen ${name} in src/web/routes.tsx.`);
    return [address, file, name];
  });
}

async function endpointRows(): Promise<string[][]> {
  const files = globSync('src/features/**/contract.ts', { cwd: repository }).toSorted();
  const rows = await Promise.all(
    files.map(async (file) => {
      const lines = read(file).split('\n');
      const { contract } = (await import(pathToFileURL(path.join(repository, file)).href)) as {
        contract: Record<string, Endpoint>;
      };
      return Object.entries(contract).map(([name, endpoint]) => {
        const line = lines.findIndex((text) => text.startsWith(`  ${name}: endpoint(`)) + 1;
        return [`${endpoint.method} ${endpoint.path}`, `${file}:${line}`, name];
      });
    }),
  );
  return rows.flat();
}

function print(title: string, rows: string[][]) {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  console.log(`${title} (${rows.length})`);
  for (const row of rows) {
    console.log(`  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
  }
}

print('Screens', screenRows());
print('Endpoints', await endpointRows());

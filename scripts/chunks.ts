// Which of the browser's files holds what.
import path from 'node:path';
import type { Rolldown } from 'vite';
import type { DocumentName } from '../src/shared/screens.ts';

const tips = /@radix-ui\/(?!react-(slot|compose-refs)\/)|@floating-ui\/|src\/web\/ui\/(Button|Tooltip)\./;

/** What the till's camera and its schemas import, so that neither brings the donors' file. */
const neededLate = ['web/ui/rememberedSwitch.ts', 'shared/lengths.ts', 'shared/weights.ts'].map((file) =>
  path.resolve(import.meta.dirname, '../src', file),
);

/**
 * Few files, since each costs a slow phone a round trip: React; what the landing page shares with others; what the till
 * shares beyond that, mostly what forms are made of; what the donors' pages share, which the till has no use for; and the
 * packages that screens of the app run on. What one page alone has is in its entry.
 */
export function chunkGroups(documentFile: (name: DocumentName) => string): Rolldown.CodeSplittingGroup[] {
  return [
    { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
    { name: 'tips', test: tips, tags: ['$initial'], entriesAware: true, priority: 3 },
    { name: sharedBy('public', documentFile('landing')), tags: ['$initial'], minShareCount: 2, priority: 2 },
    {
      name: sharedBy('forms', documentFile('redeem'), ...neededLate),
      tags: ['$initial'],
      minShareCount: 2,
      priority: 1,
    },
    { name: sharedBy('donors', documentFile('log')), tags: ['$initial'], minShareCount: 2, priority: 0 },
    { name: 'schemas', test: /node_modules\/zod\/|src\/web\/jitless/ },
    { name: 'router', test: /node_modules\/react-router\// },
  ];
}

/** Names a chunk for the modules that one of these cannot do without. */
function sharedBy(name: string, ...from: string[]): Rolldown.CodeSplittingNameFunction {
  let needed: Set<string> | undefined;
  return (module, context) => {
    needed ??= new Set(from.flatMap((entry) => [...imports(entry, context)]));
    return needed.has(module) ? name : null;
  };
}

function imports(module: string, context: Rolldown.ChunkingContext, found = new Set<string>()): Set<string> {
  found.add(module);
  for (const imported of context.getModuleInfo(module)?.importedIds ?? [])
    if (!found.has(imported)) imports(imported, context, found);
  return found;
}

/** Has each document's style sheet hold the classes of the files that the document is made of, and of no others. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, type Plugin } from 'vite';

const source = path.resolve(import.meta.dirname, '../src');

/** `document.css?log` gets the files that `log.tsx` imports, and those that they import. */
export function documentStyles(): Plugin {
  return {
    name: 'document-styles',
    enforce: 'pre',
    transform: {
      filter: { id: /document\.css\?\w+$/ },
      handler: (code, id) => {
        const [sheet = '', name] = id.split('?');
        const files = filesOf(path.join(path.dirname(sheet), `${name}.tsx`));
        return [code, ...[...files].map((file) => `@source '${file}';`)].join('\n');
      },
    },
  };
}

function filesOf(file: string, found = new Set<string>()): Set<string> {
  found.add(file);
  const text = readFileSync(file, 'utf8');
  const { staticImports, dynamicImports } = parseSync(file, text).module;
  const imported = [
    ...staticImports
      .filter(({ entries }) => entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
  for (const name of imported) {
    const next = name.startsWith('#')
      ? path.join(source, name.slice(1))
      : path.resolve(path.dirname(file), name);
    // Words have no classes.
    if (/^[#.](?!words\/).*\.tsx?$/.test(name) && !found.has(next)) filesOf(next, found);
  }
  return found;
}

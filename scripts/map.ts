/** Prints every URL and every API endpoint with the file and line that answers it. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'vite';

const repository = path.resolve(import.meta.dirname, '..');
const routesFile = 'src/web/routes.tsx';

interface SyntaxNode {
  type: string;
  start: number;
  [key: string]: unknown;
}

interface Route {
  url: string;
  offset: number;
  screen: string;
}

type Names = Map<string, { source: string; value: unknown }>;

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function childNodes(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node).flat().filter(isNode);
}

function property(object: SyntaxNode, name: string): SyntaxNode | undefined {
  const properties = object['properties'] as SyntaxNode[];
  const found = properties.find(
    (candidate) => (candidate['key'] as SyntaxNode | undefined)?.['name'] === name,
  );
  return found?.['value'] as SyntaxNode | undefined;
}

/** The names that the routes import, with the values of those that plain modules such as the typed links export. */
async function importedNames(program: SyntaxNode): Promise<Names> {
  const names: Names = new Map();
  for (const node of program['body'] as SyntaxNode[]) {
    if (node.type !== 'ImportDeclaration' || node['importKind'] === 'type') continue;
    const source = (node['source'] as { value: string }).value;
    const exported = /^(#|\.\/).*\.ts$/.test(source) ? await importFrom(source) : {};
    for (const specifier of node['specifiers'] as SyntaxNode[]) {
      const local = (specifier['local'] as { name: string }).name;
      const original = (specifier['imported'] as { name: string } | undefined)?.name ?? 'default';
      names.set(local, { source, value: exported[original] });
    }
  }
  return names;
}

async function importFrom(source: string): Promise<Record<string, unknown>> {
  const specifier = source.startsWith('#')
    ? source
    : pathToFileURL(path.join(repository, path.dirname(routesFile), source)).href;
  return (await import(specifier)) as Record<string, unknown>;
}

function evaluate(node: SyntaxNode, names: Names): unknown {
  switch (node.type) {
    case 'Literal':
      return node['value'];
    case 'Identifier':
      return names.get(node['name'] as string)?.value;
    case 'MemberExpression': {
      const object = evaluate(node['object'] as SyntaxNode, names) as Record<string, unknown> | undefined;
      return object?.[(node['property'] as { name: string }).name];
    }
    case 'TemplateLiteral': {
      const values = (node['expressions'] as SyntaxNode[]).map((each) => evaluate(each, names));
      const texts = (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
      return texts.map((text, index) => `${text}${(values[index] as string | undefined) ?? ''}`).join('');
    }
    default:
      return undefined;
  }
}

/** The file of the screen: what the route loads lazily, else where its component comes from. */
function screenOf(route: SyntaxNode, names: Names): string {
  const pending = ['lazy', 'Component', 'element'].map((name) => property(route, name)).filter(isNode);
  for (let node = pending.shift(); node; node = pending.shift()) {
    if (node.type === 'ImportExpression') return fileOf((node['source'] as { value: string }).value);
    const imported = names.get(String(node['name']));
    if (imported?.source.endsWith('.tsx')) return fileOf(imported.source);
    pending.push(...childNodes(node));
  }
  return '';
}

function fileOf(source: string): string {
  return source.startsWith('#') ? `src/${source.slice(1)}` : path.join(path.dirname(routesFile), source);
}

function collectRoutes(node: SyntaxNode, parentUrl: string, text: string, names: Names): Route[] {
  const repeated = repetitions(node, names);
  if (repeated) {
    return repeated.flatMap(({ body, bound }) => collectRoutes(body, parentUrl, text, bound));
  }
  if (node.type !== 'ObjectExpression') {
    return childNodes(node).flatMap((child) => collectRoutes(child, parentUrl, text, names));
  }
  const own = property(node, 'path');
  const children = property(node, 'children');
  if (!own && !children && !property(node, 'index')) return [];
  const spelled = own && (evaluate(own, names) ?? text.slice(own.start, own['end'] as number));
  const url = typeof spelled === 'string' ? join(parentUrl, spelled) : parentUrl;
  if (children) return collectRoutes(children, url, text, names);
  return [{ url: url || '/', offset: node.start, screen: screenOf(node, names) }];
}

/** The body of `[…].map((name) => body)` once for each element, with the name bound to it. */
function repetitions(node: SyntaxNode, names: Names): { body: SyntaxNode; bound: Names }[] | undefined {
  const callee = node['callee'] as (SyntaxNode & Record<'object' | 'property', SyntaxNode>) | undefined;
  if (callee?.object?.type !== 'ArrayExpression' || callee.property['name'] !== 'map') return undefined;
  const [callback] = node['arguments'] as SyntaxNode[];
  const [parameter] = (callback?.['params'] ?? []) as SyntaxNode[];
  if (!callback || !parameter) return undefined;
  return (callee.object['elements'] as SyntaxNode[]).map((element) => ({
    body: callback['body'] as SyntaxNode,
    bound: new Map(names).set(parameter['name'] as string, { source: '', value: evaluate(element, names) }),
  }));
}

function join(parent: string, child: string): string {
  return child.startsWith('/') ? child : `${parent.replace(/\/$/, '')}/${child}`;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, Math.max(offset, 0)).split('\n').length;
}

async function screens(): Promise<string[][]> {
  const file = path.join(repository, routesFile);
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  const program = parseSync(routesFile, text).program as unknown as SyntaxNode;
  const routes = collectRoutes(program, '', text, await importedNames(program));
  return routes.map(({ url, offset, screen }) => [url, `${routesFile}:${lineAt(text, offset)}`, screen]);
}

async function endpoints(): Promise<string[][]> {
  const rows: string[][] = [];
  for (const file of globSync('src/features/**/contract.ts', { cwd: repository }).toSorted()) {
    const text = readFileSync(path.join(repository, file), 'utf8');
    const module = (await import(pathToFileURL(path.join(repository, file)).href)) as Record<string, unknown>;
    for (const [exportName, value] of Object.entries(module)) {
      for (const [name, endpoint] of endpointsIn(exportName, value)) {
        const declared = text.search(new RegExp(`\\b${name}(:|\\s*=)\\s*endpoint\\(`));
        const offset = declared >= 0 ? declared : text.indexOf(endpoint.path);
        rows.push([`${endpoint.method} ${endpoint.path}`, `${file}:${lineAt(text, offset)}`, name]);
      }
    }
  }
  return rows;
}

interface EndpointLike {
  method: string;
  path: string;
}

function isEndpoint(value: unknown): value is EndpointLike {
  if (typeof value !== 'object' || value === null) return false;
  const { method, path: url } = value as Partial<EndpointLike>;
  return typeof method === 'string' && typeof url === 'string';
}

function endpointsIn(name: string, value: unknown): [string, EndpointLike][] {
  if (isEndpoint(value)) return [[name, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).filter((entry): entry is [string, EndpointLike] => isEndpoint(entry[1]));
}

function print(title: string, rows: string[][]) {
  const widths = [0, 1].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  console.log(`${title} (${rows.length})`);
  for (const row of rows) {
    console.log(`  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
  }
}

print('Screens', await screens());
print('Endpoints', await endpoints());

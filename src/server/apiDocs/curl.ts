import type { OpenAPIV3_1 } from 'openapi-types';
import type { DescribedOperation } from './document.ts';

/** A call as one types it into a shell, with what its example has. */
export function curl(
  { method, path, operation }: { method: string; path: string; operation: DescribedOperation },
  server: string,
): string {
  const parameters = (operation.parameters ?? []) as OpenAPIV3_1.ParameterObject[];
  const given = parameters.filter(({ example }) => example !== undefined);
  const address = given
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example))),
      path,
    );
  const query = new URLSearchParams(
    given
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, example }): [string, string] => [name, String(example)]),
  );
  const headers = parameters.flatMap(({ name }) => headerLines[name] ?? []);
  const isSignedIn = (operation.security ?? []).length > 0;
  const [type = '', media] =
    Object.entries((operation.requestBody as OpenAPIV3_1.RequestBodyObject | undefined)?.content ?? {})[0] ??
    [];
  const lines = [
    `curl ${method === 'GET' ? '' : '-X POST '}${quoted(`${server}${address}${query.size > 0 ? `?${query.toString()}` : ''}`)}`,
    ...(isSignedIn ? ['-b cookies.txt'] : []),
    ...headers.map((line) => `-H ${line}`),
    ...(media?.example === undefined ? [] : bodyLines(type, media.example as object)),
  ];
  return lines.join(' \\\n  ');
}

const headerLines: Readonly<Record<string, string>> = {
  'X-CSRF-Token': '"X-CSRF-Token: $TOKEN"',
  'Idempotency-Key': '"Idempotency-Key: $(uuidgen)"',
};

function bodyLines(type: string, body: object): string[] {
  return type === 'multipart/form-data'
    ? Object.keys(body).map((field) => `-F ${quoted(`${field}=@picture.jpg`)}`)
    : [`-H ${quoted(`Content-Type: ${type}`)}`, `-d ${quoted(JSON.stringify(body))}`];
}

/** A word of a shell's line, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

// The API as a page, made from its OpenAPI document: HTML alone, which a script lets one search.
import type { OpenAPIV3_1 } from 'openapi-types';
import { type ErrorCode, statusByErrorCode } from '#shared/errors.ts';
import { curl } from './curl.ts';
import type { DescribedOperation } from './document.ts';
import { type Field, fieldsOf, typeOf } from './fields.ts';
import { html, Markup, prose } from './markup.ts';
import { explanations } from './refusals.ts';

const title = 'The API of ReRound';
// Not within a template: the bundler has those that end a script made by a package, which is not there when the site runs.
const searching = new Markup('<script type="module" src="/api-docs.js"></script>');

const description =
  'Every call of the ReRound API: who may make it, what it takes, what it answers and how it refuses.';

/** An operation with where it is. */
interface Call {
  method: 'GET' | 'POST';
  path: string;
  operation: DescribedOperation;
}

/**
 * The page of an OpenAPI document.
 *
 * @param publicUrl where the examples call.
 * @param frame the site's page of HTML alone, whose head and header it takes: without it, where no front end is built, it has none.
 */
export function pageOf(document: OpenAPIV3_1.Document, publicUrl: string, frame: string | undefined): string {
  const main = html`<main id="content" tabindex="-1" class="api">
    ${[introduction(publicUrl), operations(document, publicUrl), refusals()]}
  </main>`;
  const head = html`<title>${title}</title><meta name="description" content="${description}" /><meta
      name="robots"
      content="noindex"
    /><link rel="stylesheet" href="/api-docs.css" /> ${searching}`;
  const skip = html`<a href="#content" class="api-skip">Skip to content</a>`;
  return (frame ?? plainFrame)
    .replace(/<title>[^]*?<\/title>(?:<meta [^>]*>)*/, '')
    .replace('</head>', () => `${head.text}</head>`)
    .replace(/<body[^>]*>/, (body) => `${body}${skip.text}`)
    .replace(/<main[^]*<\/main>/, () => main.text);
}

const plainFrame =
  '<!doctype html><html lang="en-CA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"></head><body><main></main></body></html>';

function callsOf(document: OpenAPIV3_1.Document): Call[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    (['get', 'post'] as const).flatMap((method) => {
      const operation = item?.[method] as DescribedOperation | undefined;
      return operation
        ? [{ method: method === 'get' ? ('GET' as const) : ('POST' as const), path, operation }]
        : [];
    }),
  );
}

function introduction(publicUrl: string): Markup {
  return html`<h1>The API</h1>
    <p>
      Every call that this site’s own pages make, for whoever writes a program that makes them. The same for
      machines: <a href="/api/openapi.json">/api/openapi.json</a>, OpenAPI 3.1. The calls are at
      <code>${publicUrl}</code>; bodies and answers are JSON in UTF-8 unless it says otherwise. Examples are
      answers to real calls, their lists cut short.
    </p>`;
}

/** What holds for every call. */
function basics(): Markup {
  return html`<section data-basics aria-label="What holds for every call">
    <h2 id="signing-in">Signing in</h2>
    <p>
      A session is a cookie: <code>curl -c cookies.txt</code> keeps it, the examples send it.
      <a href="#studentLogin">studentLogin</a> gives one to a donor, <a href="#adminLogin">adminLogin</a> to
      an admin or a volunteer. Whatever changes something in the console needs the session’s anti-forgery
      token besides, which <a href="#csrf">csrf</a> gives, in the header <code>X-CSRF-Token</code>. A
      browser’s change from another site’s page is refused.
    </p>
    <h2 id="instants">Instants, days and languages</h2>
    <p>
      Instants are ISO 8601 in UTC, days are <code>YYYY-MM-DD</code> in the site’s time zone. Where
      <code>Accept-Language</code> puts French first, what an answer says to people is in French; codes and
      names of fields stay as they are.
    </p>
    <h2 id="refusals">Refusals</h2>
    <p>
      Each has one shape: <code>error</code>, a sentence for a person, <code>code</code>, one of
      <a href="#refusal-codes">these</a> for a program, and for some more, such as <code>fields</code>. A
      refused call has changed nothing of what it was to change; wrong codes, PINs and passwords are counted.
    </p>
  </section>`;
}

function operations(document: OpenAPIV3_1.Document, publicUrl: string): Markup {
  const byTag = Map.groupBy(callsOf(document), ({ operation }) => operation.tags[0] ?? '');
  const groups = (document.tags ?? []).map((tag) => ({ ...tag, calls: byTag.get(tag.name) ?? [] }));
  const count = groups.reduce((sum, { calls }) => sum + calls.length, 0);
  return html`<form role="search" class="api-search" hidden>
      <label for="api-find">Find an operation by path, word, field or error code</label
      ><input type="search" id="api-find" name="q" autocomplete="off" spellcheck="false" />
      <p role="status" id="api-found">${count} operations</p>
    </form>
    <div class="api-columns">
      <nav aria-label="Operations">
        ${groups.map(
          ({ name, calls }) =>
            html`<div data-group>
              <p><a href="#tag-${name}">${titled(name)}</a></p>
              <ul>
                ${calls.map(
                  ({ method, operation }) =>
                    html`<li data-entry="${operation.operationId}">
                      <a href="#${operation.operationId}"
                        ><span class="api-method">${method}</span> ${operation.operationId}</a
                      >
                    </li>`,
                )}
              </ul>
            </div>`,
        )}
      </nav>
      <div class="api-groups">
        ${basics()}${groups.map(
          ({ name, description: about, calls }) =>
            html`<section data-group aria-labelledby="tag-${name}">
              <h2 id="tag-${name}">${titled(name)}</h2>
              <p>${about}</p>
              ${calls.map((call) => article(call, publicUrl))}
            </section>`,
        )}
      </div>
    </div>`;
}

const titled = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

function article(call: Call, publicUrl: string): Markup {
  const { method, path, operation } = call;
  const { operationId: id, summary, description: about = '', parameters = [], responses = {} } = operation;
  const [body] = Object.entries(
    (operation.requestBody as OpenAPIV3_1.RequestBodyObject | undefined)?.content ?? {},
  );
  const answers = Object.entries(responses) as [string, OpenAPIV3_1.ResponseObject][];
  const done = answers.find(([status]) => status < '400');
  const codes = answers.flatMap(([, response]) => codesOf(response));
  const [whoMayCall = '', ...quotas] = about.split('\n\n');
  const names = [
    ...(parameters as OpenAPIV3_1.ParameterObject[]),
    ...fieldsOf(body?.[1].schema ?? {}),
    ...fieldsOf(contentOf(done).schema ?? {}),
  ].map(({ name }) => name);
  const found = [id, method, path, summary, whoMayCall, ...operation.tags, ...names, ...codes];
  const find = [...new Set(found)].join(' ').toLowerCase();
  return html`<article data-operation="${id}" data-find="${find}" aria-labelledby="${id}">
    <h3 id="${id}"><a href="#${id}">${summary}</a></h3>
    <p class="api-address"><span class="api-method">${method}</span> <code>${wherever(path)}</code></p>
    <p>${whoMayCall} Its ID is <code>${id}</code>.</p>
    ${quotas.map((quota) => html`<p class="api-quota">Quota ${quota}</p>`)}
    ${parametersTable(parameters as OpenAPIV3_1.ParameterObject[])} ${body && part('Body', body, 'takes')}
    <h4>Example</h4>
    ${code('Request', curl(call, publicUrl))} ${done && answer(done)} ${errors(answers)}
  </article>`;
}

/** A path that may break before each of its parts. */
function wherever(path: string): Markup[] {
  return path.split(/(?=\/)/).map((step) => html`${step}<wbr />`);
}

function table(caption: string, columns: readonly string[], rows: readonly (readonly Markup[])[]): Markup {
  const head = columns.map((column) => html`<th scope="col">${column}</th>`);
  const lines = rows.map(
    ([first, ...rest]) =>
      html`<tr>
        <th scope="row">${first}</th>
        ${rest.map((cell) => html`<td>${cell}</td>`)}
      </tr>`,
  );
  return html`<div class="api-table" role="group" tabindex="0" aria-label="${caption}">
    <table>
      <thead>
        <tr>
          ${head}
        </tr>
      </thead>
      <tbody>
        ${lines}
      </tbody>
    </table>
  </div>`;
}

function parametersTable(parameters: readonly OpenAPIV3_1.ParameterObject[]): Markup | undefined {
  if (parameters.length === 0) return undefined;
  const rows = parameters.map((parameter) => [
    html`<code>${parameter.name}</code>`,
    html`${places[parameter.in] ?? parameter.in}${parameter.required ? '' : ', may be left out'}`,
    html`${typeOf(parameter.schema as OpenAPIV3_1.SchemaObject)}`,
    prose(parameter.description ?? ''),
  ]);
  return html`<h4>Parameters</h4>
    ${table('Parameters', ['Name', 'Where', 'Type', 'What it is'], rows)}`;
}

const places: Readonly<Record<string, string>> = {
  path: 'in the path',
  query: 'in the query',
  header: 'a header',
};

function fieldsTable(caption: string, fields: readonly Field[], withRequired: boolean): Markup {
  const rows = fields.map(({ name, type, isRequired, description: about }) => [
    html`<code>${name}</code>`,
    html`${type}${withRequired && !isRequired ? ', may be left out' : ''}`,
    prose(about ?? ''),
  ]);
  return table(caption, ['Field', 'Type', 'What it is'], rows);
}

function part(
  heading: string,
  [type, { schema }]: [string, OpenAPIV3_1.MediaTypeObject],
  direction: 'takes' | 'answers',
): Markup {
  const fields = fieldsOf(schema ?? {});
  const of = html`<p>${direction === 'takes' ? 'Takes' : 'Answers'} <code>${type}</code>.</p>`;
  const rows = fields.length > 0 ? fieldsTable(heading, fields, direction === 'takes') : undefined;
  return html`<h4>${heading}</h4>
    ${of}${rows}`;
}

/** What an answer carries: nothing where it has no body. */
function contentOf(answered: [string, OpenAPIV3_1.ResponseObject] | undefined): OpenAPIV3_1.MediaTypeObject {
  return Object.values(answered?.[1].content ?? {})[0] ?? {};
}

function answer([status, { content = {} }]: [string, OpenAPIV3_1.ResponseObject]): Markup {
  const [media] = Object.entries(content);
  const example = media?.[1].example as unknown;
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
  return html`${code(`Answer, ${status}`, text)}${media && part('Answer', media, 'answers')}`;
}

function code(caption: string, text: string): Markup {
  return html`<figure class="api-code">
    <figcaption>${caption}</figcaption>
    <pre role="group" tabindex="0" aria-label="${caption}"><code>${text}</code></pre>
  </figure>`;
}

function examplesOf({
  content = {},
}: OpenAPIV3_1.ResponseObject): Record<string, { value: { error: string } }> {
  return (content['application/json']?.examples ?? {}) as Record<string, { value: { error: string } }>;
}

const codesOf = (response: OpenAPIV3_1.ResponseObject): string[] => Object.keys(examplesOf(response));

function errors(answers: readonly [string, OpenAPIV3_1.ResponseObject][]): Markup {
  const rows = answers.flatMap(([status, response]) =>
    Object.entries(examplesOf(response)).map(([name, { value }]) => [
      html`<a href="#code-${name}"><code>${name}</code></a>`,
      html`${status}`,
      prose(explanations[name as ErrorCode].when),
      html`${value.error}`,
    ]),
  );
  return html`<h4>Errors</h4>
    ${table('Errors', ['Code', 'Status', 'When', 'Says for example'], rows)}`;
}

function refusals(): Markup {
  const rows = (Object.entries(explanations) as [ErrorCode, (typeof explanations)[ErrorCode]][]).map(
    ([name, { when, says }]) => [
      html`<code id="code-${name}">${name}</code>`,
      html`${statusByErrorCode[name]}`,
      prose(when),
      html`${says}`,
    ],
  );
  return html`<section aria-labelledby="refusal-codes" class="api-codes">
    <h2 id="refusal-codes">Every code of a refusal</h2>
    ${table('Codes', ['Code', 'Status', 'When', 'Says for example'], rows)}
  </section>`;
}

import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { renderWith } from '#features/site/siteAtFirst.ts';
import type { SiteInfo } from '#features/site/siteDefaults.ts';
import { languages, languageTag, pathIn } from '#shared/languages.ts';
import {
  NOT_FOUND_PAGE,
  type PageTemplate,
  pagesWithoutCode,
  PUBLIC_URL_PLACEHOLDER,
  withSite,
} from '#shared/prerendered.ts';
import { screenAt } from '#shared/screenAt.ts';
import type { DocumentName } from '#shared/screens.ts';
import { language } from '#words/language.ts';
import * as shell from '#words/shell.ts';
import { createQueryClient } from '#web/api/queries.ts';
import { Island, IslandMarkup, type PublicDocument } from '#web/documents/islands.tsx';
import * as landing from '#web/documents/landing.tsx';
import * as log from '#web/documents/log.tsx';
import * as mailLink from '#web/documents/mailLink.tsx';
import * as offline from '#web/documents/offline.tsx';
import * as redeem from '#web/documents/redeem.tsx';
import * as tillGuide from '#web/documents/tillGuide.tsx';
import { Prerendered } from '#web/ui/hydration.tsx';
import { Providers } from './Providers.tsx';
import { routes } from './routes.tsx';

const documents: Readonly<Record<DocumentName, PublicDocument>> = {
  landing,
  log,
  mailLink,
  offline,
  redeem,
  tillGuide,
};

/** A page's HTML: what belongs in the head, such as its title, and the rest. */
interface Rendered {
  head: string;
  body: string;
}

/**
 * Documents with what the site says of itself, each as nobody in particular sees it before any data has come. The build
 * does it once, and the server whenever the site's settings have changed.
 *
 * @throws Error if a page has no title or description, or is no screen.
 */
export async function renderPages(
  templates: readonly PageTemplate[],
  site: SiteInfo,
): Promise<PageTemplate[]> {
  renderWith(site);
  const rendered = new Map<string, Rendered>();
  const done: PageTemplate[] = [];
  for (const { page, file, html } of templates) {
    const told = withSite(inThisLanguage(html), site);
    if (page === null) {
      done.push({ page, file, html: told });
      continue;
    }
    const parts = rendered.get(page) ?? (await renderScreen(page));
    rendered.set(page, parts);
    done.push({ page, file, html: compose(told, page, parts) });
  }
  return done;
}

/** The document that all begin with is written in English (index.html). */
function inThisLanguage(html: string): string {
  return html
    .replace(/(<html [^>]*lang=")[^"]*/, (_, before: string) => before + languageTag(language))
    .replace(
      /(<meta\s+name="description"\s+content=")[^"]*/,
      (_, before: string) => before + shell.description,
    )
    .replace(/(<link rel="manifest" href=")[^"]*/, (_, before: string) => before + shell.manifest);
}

function compose(html: string, page: string, { head, body }: Rendered): string {
  const title = /<title[^>]*>([^<]*)</.exec(head)?.[1];
  const description = /<meta name="description" content="([^"]*)"/.exec(head)?.[1];
  if (!title || (!description && page !== NOT_FOUND_PAGE))
    throw new Error(`${page} lacks a title or description.`);
  const isShared = page !== NOT_FOUND_PAGE && !pagesWithoutCode.includes(page);
  const whole = isShared ? head + socialCard(page, title, description ?? '') : head;
  return html
    .replace(/<meta\s+name="description"[^>]*>/, (shellOwn) => (description ? '' : shellOwn))
    .replace(/<title>[^<]*<\/title>/, () => whole)
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`);
}

function socialCard(page: string, title: string, description: string): string {
  const address = PUBLIC_URL_PLACEHOLDER + pathIn(language, page);
  return [
    `<link rel="canonical" href="${address}">`,
    ...languages.map(
      (other) =>
        `<link rel="alternate" hreflang="${languageTag(other)}" href="${PUBLIC_URL_PLACEHOLDER}${pathIn(other, page)}">`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${PUBLIC_URL_PLACEHOLDER}${page}">`,
    '<meta property="og:type" content="website">',
    '<meta property="og:site_name" content="ReRound">',
    `<meta property="og:locale" content="${languageTag(language).replace('-', '_')}">`,
    `<meta property="og:url" content="${address}">`,
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:image" content="${PUBLIC_URL_PLACEHOLDER}${shell.socialCard}">`,
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('\n    ');
}

async function renderScreen(path: string): Promise<Rendered> {
  const name = screenAt(path)?.document as DocumentName | undefined;
  return name ? await renderDocument(documents[name]) : parted(await renderRoute(path));
}

async function renderDocument({ islands, loadPage }: PublicDocument): Promise<Rendered> {
  const Page = await loadPage?.();
  const parts = Object.entries(islands).map(([name, Component]) => {
    const island = (
      <Prerendered>
        <Component />
      </Prerendered>
    );
    return { name, ...parted(renderToString(island, { identifierPrefix: name })) };
  });
  const page = renderToString(
    <IslandMarkup value={Object.fromEntries(parts.map(({ name, body }) => [name, body]))}>
      {Page ? <Page /> : parts.map(({ name }) => <Island key={name} name={name} />)}
    </IslandMarkup>,
  );
  const { head, body } = parted(page);
  return { head: [head, ...parts.map((part) => part.head)].join(''), body };
}

/** React puts the elements that belong in the head before everything else. */
function parted(markup: string): Rendered {
  const [head = ''] = /^(?:<title[^>]*>[^<]*<\/title>|<(?:meta|link)[^>]*>)*/.exec(markup) ?? [];
  return { head, body: markup.slice(head.length) };
}

async function renderRoute(path: string): Promise<string> {
  const queryClient = createQueryClient();
  const handler = createStaticHandler(routes(queryClient));
  const context = await handler.query(new Request(new URL(pathIn(language, path), 'http://localhost')));
  if (context instanceof Response) throw new Error(`${path} leads elsewhere, so it cannot be prerendered.`);
  return renderToString(
    <Prerendered>
      <Providers queryClient={queryClient}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </Providers>
    </Prerendered>,
  );
}

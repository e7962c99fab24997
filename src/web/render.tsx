import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { setInitialSite } from '#web/site/useSiteInfo.ts';
import type { SiteInfo } from '#features/settings/contract.ts';
import { languages, languageTag, pathIn } from '#shared/languages.ts';
import type { RenderOptions } from '#shared/renderer.ts';
import { screenAt } from '#shared/screenAt.ts';
import { language, shell } from '#words/site.ts';
import { Prerendered } from '#web/ui/hydration.tsx';
import { routes } from './routes.tsx';

type Options = RenderOptions<SiteInfo>;

const handler = createStaticHandler(routes);

/** The HTML document without a rendered screen, with the site info in its `meta`. */
export function renderShell({ template, site }: Pick<Options, 'template' | 'site'>): string {
  const json = JSON.stringify(site).replaceAll('&', '&amp;').replaceAll("'", '&#39;');
  return template
    .replace(/(<html [^>]*lang=")[^"]*/, (_, before: string) => before + languageTag(language))
    .replace(
      /(<meta\s+name="description"\s+content=")[^"]*/,
      (_, before: string) => before + shell.description,
    )
    .replace(/(<link rel="manifest" href=")[^"]*/, (_, before: string) => before + shell.manifest)
    .replace('<meta name="site" content=""', () => `<meta name="site" content='${json}'`);
}

/**
 * Renders a public page in the state before any data has loaded.
 *
 * @param path the screen's English path. An unknown one gives the "not found" page.
 * @throws Error if the page redirects, or has no title or description.
 */
export async function renderPage(path: string, options: Options): Promise<string> {
  const { site, publicUrl, filesOf } = options;
  const context = await handler.query(new Request(new URL(pathIn(language, path), 'http://localhost')));
  if (context instanceof Response) throw new Error(`${path} redirects, so it cannot be rendered.`);
  const router = createStaticRouter(handler.dataRoutes, context);
  setInitialSite(site);
  const screen = screenAt(path);
  const app = (
    <StrictMode>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </StrictMode>
  );
  // On a page without a script nothing is hydrated, so its buttons must work at once.
  const markup = renderToString(screen?.hasNoScript ? app : <Prerendered>{app}</Prerendered>);
  // React puts the elements that belong in the head before everything else.
  const [head = ''] = /^(?:<title[^>]*>[^<]*<\/title>|<(?:meta|link)[^>]*>)*/.exec(markup) ?? [];
  const components = context.matches.flatMap(({ route }) => route.Component?.name ?? []);
  const preloads = filesOf(components).map((file) => `<link rel="modulepreload" crossorigin href="${file}">`);
  const html = renderShell(options)
    .replace(/<meta\s+name="description"[^>]*>/, (element) =>
      head.includes('name="description"') ? '' : element,
    )
    // Search engines list neither the "not found" page nor pages without a script.
    .replace(
      /<title>[^<]*<\/title>/,
      () => head + (screen && !screen.hasNoScript ? metaTags(path, head, publicUrl) : ''),
    )
    .replace('</head>', () => `${preloads.join('')}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${markup.slice(head.length)}</div>`);
  return screen?.hasNoScript
    ? html.replaceAll(/<script[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g, '')
    : html;
}

/**
 * The tags in the head for search engines and for previews of shared links.
 *
 * @throws Error if the page has no title or description.
 */
function metaTags(path: string, head: string, publicUrl: string): string {
  const title = /<title[^>]*>([^<]*)</.exec(head)?.[1];
  const description = /<meta name="description" content="([^"]*)"/.exec(head)?.[1];
  if (!title || !description) throw new Error(`${path} lacks a title or description.`);
  const addressIn = (pageLanguage: (typeof languages)[number]) => publicUrl + pathIn(pageLanguage, path);
  return [
    `<link rel="canonical" href="${addressIn(language)}">`,
    ...languages.map(
      (alternate) =>
        `<link rel="alternate" hreflang="${languageTag(alternate)}" href="${addressIn(alternate)}">`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${publicUrl}${path}">`,
    '<meta property="og:type" content="website">',
    '<meta property="og:site_name" content="ReRound">',
    `<meta property="og:locale" content="${languageTag(language).replace('-', '_')}">`,
    `<meta property="og:url" content="${addressIn(language)}">`,
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:image" content="${publicUrl}${shell.socialCard}">`,
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('');
}

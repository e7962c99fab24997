import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import type { Rendered } from '#shared/prerendered.ts';
import { screenAt } from '#shared/screenAt.ts';
import type { DocumentName } from '#shared/screens.ts';
import { createQueryClient } from '#web/api/queries.ts';
import { Island, IslandMarkup, type PublicDocument } from '#web/documents/islands.tsx';
import * as landing from '#web/documents/landing.tsx';
import * as log from '#web/documents/log.tsx';
import * as offline from '#web/documents/offline.tsx';
import * as redeem from '#web/documents/redeem.tsx';
import { Prerendered } from '#web/ui/hydration.tsx';
import { Providers } from './Providers.tsx';
import { routes } from './routes.tsx';

const documents: Readonly<Record<DocumentName, PublicDocument>> = { landing, log, offline, redeem };

/** A screen as nobody in particular sees it before any data has come. Runs at build only. */
export async function renderScreen(path: string): Promise<Rendered> {
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
  const context = await handler.query(new Request(new URL(path, 'http://localhost')));
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

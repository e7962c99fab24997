import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { LogDonationPage } from '#features/donations/logging/LogDonationPage.tsx';
import { RedeemPage } from '#features/redemption/RedeemPage.tsx';
import { createQueryClient } from '#web/api/queries.ts';
import { FormDocument } from '#web/documents/FormDocument.tsx';
import { islands } from '#web/landing/islands.tsx';
import { IslandMarkup, type IslandName } from '#web/landing/Island.tsx';
import { LandingPage } from '#web/landing/LandingPage.tsx';
import { Prerendered } from '#web/ui/alive.tsx';
import { Providers } from './Providers.tsx';
import { OfflinePage } from '#web/pages/OfflinePage.tsx';
import { OFFLINE_PAGE } from '#shared/prerenderedPages.ts';
import { paths } from './paths.ts';
import { routes } from './routes.tsx';

/**
 * The markup of a screen as nobody in particular sees it before any data has come, its title and
 * description first. Runs at build only.
 */
export async function renderScreen(path: string): Promise<string> {
  if (path === paths.home) return renderLandingPage();
  const form = forms[path];
  if (form) return renderForm(form);
  return path === OFFLINE_PAGE ? renderToString(<OfflinePage />) : await renderRoute(path);
}

const forms: Record<string, ReactNode> = {
  [paths.log]: <LogDonationPage />,
  [paths.redeem]: <RedeemPage />,
};

function renderForm(form: ReactNode): string {
  return renderToString(<FormDocument queryClient={createQueryClient()}>{form}</FormDocument>);
}

function renderLandingPage(): string {
  const markup = Object.fromEntries(
    Object.entries(islands).map(([name, Component]) => [
      name,
      renderToString(
        <Prerendered>
          <Component />
        </Prerendered>,
        { identifierPrefix: name },
      ),
    ]),
  ) as Record<IslandName, string>;
  return renderToString(
    <IslandMarkup value={markup}>
      <LandingPage />
    </IslandMarkup>,
  );
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

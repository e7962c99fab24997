import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject, RouterProvider } from 'react-router';
import { createQueryClient } from '#web/api/queries.ts';
import { Prerendered, warnOfMismatch } from '#web/ui/hydration.tsx';
import { Providers } from './Providers.tsx';
import { keepForOffline } from './keepForOffline.ts';
import { nameHistoryEntry } from './nameHistoryEntry.ts';
import { nextTask } from './nextTask.ts';
import { reloadWhenShownAgain } from './reloadWhenShownAgain.ts';
import { routes } from './routes.tsx';
import './styles.css';

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no #root to render into.');

const queryClient = createQueryClient();
const screens = routes(queryClient);

if (root.hasChildNodes()) {
  // Without the screen's code the prerendered page would give way to an empty one until that has come.
  // If it doesn't come, the router meets the same failure and shows it.
  await loadScreen(screens).catch(() => {});
}
nameHistoryEntry();
await nextTask();
const router = createBrowserRouter(screens);
await nextTask();
const app = (
  <Providers queryClient={queryClient}>
    <RouterProvider router={router} />
  </Providers>
);
// A query changes what a screen shows, and the page was prerendered without one.
// In slices: the page is there to be read and scrolled meanwhile.
startTransition(() => {
  if (root.hasChildNodes() && window.location.search === '')
    hydrateRoot(root, <Prerendered>{app}</Prerendered>, { onRecoverableError: warnOfMismatch });
  else createRoot(root).render(app);
});
keepForOffline();
reloadWhenShownAgain();

async function loadScreen(list: RouteObject[]): Promise<void> {
  for (const { route } of matchRoutes(list, window.location) ?? []) {
    if (typeof route.lazy !== 'object' || !route.lazy.Component) continue;
    route.Component = (await route.lazy.Component()) ?? null;
    delete route.lazy;
  }
}

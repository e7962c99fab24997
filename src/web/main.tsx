import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router';
import { Prerendered, warnOfMismatch } from '#web/ui/hydration.tsx';
import { nameHistoryEntries } from './nameHistoryEntries.ts';
import { registerServiceWorker } from './registerServiceWorker.ts';
import { reloadWhenShownAgain } from './reloadWhenShownAgain.ts';
import { routes } from './routes.tsx';
import { tolerateTranslator } from './tolerateTranslator.ts';
import './styles.css';

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no #root to render into.');

tolerateTranslator();
nameHistoryEntries();
const isRendered = root.hasChildNodes();
// Without the screen's code the rendered page would give way to an empty one until that has come.
// If it doesn't come, the router meets the same failure and shows it.
if (isRendered) await loadScreen().catch(() => {});
const app = (
  <StrictMode>
    <RouterProvider router={createBrowserRouter(routes)} />
  </StrictMode>
);
// In slices: the page is there to be read and scrolled meanwhile.
startTransition(() => {
  if (isRendered) hydrateRoot(root, <Prerendered>{app}</Prerendered>, { onRecoverableError: warnOfMismatch });
  else createRoot(root).render(app);
});
registerServiceWorker();
reloadWhenShownAgain();

async function loadScreen(): Promise<void> {
  const lazyRoutes = matchRoutes(routes, window.location)?.map(({ route }) => route) ?? [];
  await Promise.all(
    lazyRoutes.map(async (route) => {
      if (typeof route.lazy !== 'object') return;
      route.Component = (await route.lazy.Component?.()) ?? null;
      delete route.lazy;
    }),
  );
}

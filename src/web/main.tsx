import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router';
import { Prerendered, warnOfMismatch } from '#web/ui/hydration.tsx';
import { routes } from './routes.tsx';

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

/**
 * Gives history entries that the browser makes by itself a key of their own, by which the router remembers how far a page
 * was scrolled. The router names only those that it makes: all others would share one place.
 */
function nameHistoryEntries(): void {
  nameEntry();
  // Before the router's own listener: a change of the hash alone is an entry without a key.
  window.addEventListener('popstate', nameEntry);
}

function nameEntry(): void {
  const state: { key?: unknown } | null = window.history.state;
  if (state?.key !== undefined) return;
  window.history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '');
}

/** Has the browser show a page that says so where there is no connection. */
function registerServiceWorker(): void {
  if (!import.meta.env.PROD) return;
  // By the name of this file, which is another with each build.
  const build = new URL(import.meta.url).pathname;
  const register = () => {
    // Private windows and settings may refuse it, and without https there is none; the site needs it for nothing else.
    const serviceWorker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    serviceWorker?.register(`/sw.js?${build}`).catch(() => {});
  };
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register);
}

/** A browser may keep a page that was left and show it again as it was, to whoever comes next after a logout. */
function reloadWhenShownAgain(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload();
  });
}

/**
 * Lets React go on where the browser's translator has put other nodes in the place of its texts. React then removes
 * a text that has left, or inserts beside it, which throws and takes the whole page away (facebook/react#11538).
 */
function tolerateTranslator(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called below with the node that they are called on
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    return child.parentNode === this ? (removeChild.call(this, child) as Child) : child;
  };
  Node.prototype.insertBefore = function <New extends Node>(
    this: Node,
    added: New,
    before: Node | null,
  ): New {
    const isMoved = before !== null && before.parentNode !== this;
    return insertBefore.call(this, added, isMoved ? null : before) as New;
  };
}

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
// Without the screen's code the router would replace the rendered page by an empty one.
// If the code does not load, the router meets the same failure and shows it.
if (isRendered) await loadScreen().catch(() => {});
const app = (
  <StrictMode>
    <RouterProvider router={createBrowserRouter(routes)} />
  </StrictMode>
);
// With low priority, so that the page can be read and scrolled meanwhile.
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
 * Gives a key to history entries that the browser makes by itself. By the key the router remembers how far a page was
 * scrolled; entries without one would share a position.
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

/** Lets the browser show the offline page if there is no connection. */
function registerServiceWorker(): void {
  if (!import.meta.env.PROD) return;
  // This file's name changes with each build.
  const build = new URL(import.meta.url).pathname;
  const register = () => {
    // Private windows may refuse it, and without https there is none. The site works without it.
    const serviceWorker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    serviceWorker?.register(`/sw.js?${build}`).catch(() => {});
  };
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register);
}

/** Reloads a page that the browser has stored and shows again as it was, perhaps after a logout. */
function reloadWhenShownAgain(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload();
  });
}

/**
 * Lets React survive the browser's translator, which replaces text nodes. React would remove a text that is gone, or
 * insert beside it, and the error would empty the page (facebook/react#11538).
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

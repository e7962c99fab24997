import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router';
import { Prerendered, warnOfMismatch } from '#web/ui/hydration.tsx';
import { paths } from './paths.ts';
import { routes } from './routes.tsx';

import './styles.css';

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no #root to render into.');

tolerateTranslator();
addKeysToHistory();
const isPrerendered = root.hasChildNodes();
// Without the screen's code the router would replace the prerendered page by an empty one.
// If the code fails to load here, the router fails in the same way and shows the error.
if (isPrerendered) await loadScreen().catch(() => {});
const app = (
  <StrictMode>
    <RouterProvider router={createBrowserRouter(routes)} />
  </StrictMode>
);
// A transition has low priority, so that the page can be read and scrolled meanwhile.
startTransition(() => {
  if (isPrerendered)
    hydrateRoot(root, <Prerendered>{app}</Prerendered>, { onRecoverableError: warnOfMismatch });
  else createRoot(root).render(app);
});
registerServiceWorker();
reloadWhenShownAgain();

async function loadScreen(): Promise<void> {
  const matchedRoutes = matchRoutes(routes, window.location)?.map(({ route }) => route) ?? [];
  await Promise.all(
    matchedRoutes.map(async (route) => {
      if (typeof route.lazy !== 'object') return;
      route.Component = (await route.lazy.Component?.()) ?? null;
      delete route.lazy;
    }),
  );
}

/**
 * Gives a key to the history entries that the browser makes itself. The router stores the scroll position of each entry by
 * its key, so entries without a key would share one position.
 */
function addKeysToHistory(): void {
  addKeyToEntry();
  // A change of the hash alone makes an entry without a key. This listener must run before the router's own.
  window.addEventListener('popstate', addKeyToEntry);
}

function addKeyToEntry(): void {
  const state: { key?: unknown } | null = window.history.state;
  if (state?.key !== undefined) return;
  window.history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '');
}

/** Lets the browser show the offline page if there is no connection. */
function registerServiceWorker(): void {
  if (!import.meta.env.PROD) return;
  // The file name of this script changes with each build.
  const build = new URL(import.meta.url).pathname;
  const register = () => {
    // Private windows may refuse service workers, and pages without https have none. The site works without them.
    const serviceWorker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    // Without a scope of its own each language would replace the other's worker at every switch.
    serviceWorker?.register(`/sw.js?${build}`, { scope: paths.home }).catch(() => {});
  };
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register);
}

/** Reloads a page that the browser restores from its back/forward cache, since the session may have ended meanwhile. */
function reloadWhenShownAgain(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload();
  });
}

/**
 * Lets React survive a browser's translator, which replaces text nodes. When React removes a replaced node, or inserts
 * beside it, the DOM throws and the page goes blank (facebook/react#11538).
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

/// <reference lib="webworker" />
import { OFFLINE_PAGE, prerenderedPages } from '#shared/prerenderedPages.ts';

/**
 * Keeps the public pages for when there is no connection, at a drop bin in a basement for instance: a
 * page comes from the network while that answers, so nobody is shown an old one. Data is never kept.
 */
declare const self: ServiceWorkerGlobalScope;

/** The page that says so, with its style sheet and fonts. */
const OFFLINE = 'offline-1';
/** Pages and files as they were last seen. */
const SEEN = 'seen-1';
const MOST_SEEN = 200;

self.addEventListener('install', (event) => event.waitUntil(keepOfflinePage()));
self.addEventListener('activate', (event) => event.waitUntil(dropOtherCaches()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(pageFromNetwork(request, pathname));
  else if (pathname.startsWith('/assets/')) event.respondWith(assetFromCache(request));
});

/** Network first; then what was kept of the same page, whatever its query; then the page that says so. */
async function pageFromNetwork(request: Request, pathname: string): Promise<Response> {
  try {
    const response = await fetch(request);
    if (response.ok && isKept(pathname)) await keep(pathname, response.clone());
    return response;
  } catch {
    return (await caches.match(pathname)) ?? (await caches.match(OFFLINE_PAGE)) ?? Response.error();
  }
}

function isKept(pathname: string): boolean {
  return (prerenderedPages as readonly string[]).includes(pathname);
}

/** A file under assets/ has its content's hash in its name: what was kept is right for ever. */
async function assetFromCache(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await keep(request, response.clone());
  return response;
}

/** Keeps an answer, and forgets the oldest where there are many: each new version of the site brings new files. */
async function keep(request: Request | string, response: Response): Promise<void> {
  const cache = await caches.open(SEEN);
  await cache.put(request, response);
  const [oldest, ...others] = await cache.keys();
  if (oldest && others.length >= MOST_SEEN) await cache.delete(oldest);
}

async function keepOfflinePage(): Promise<void> {
  const cache = await caches.open(OFFLINE);
  const response = await fetch(OFFLINE_PAGE);
  const page = await response.clone().text();
  await cache.put(OFFLINE_PAGE, response);
  await cache.addAll([...page.matchAll(/href="(\/assets\/[^"]+)"/g)].flatMap(([, file]) => file ?? []));
}

async function dropOtherCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name !== OFFLINE && name !== SEEN).map((name) => caches.delete(name)),
  );
}

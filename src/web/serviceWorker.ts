/// <reference lib="webworker" />
import * as french from '#french/keptNews.ts';
import { takeNewsToast } from '#features/donations/logging/keptNews.ts';
import { askForSync, sendKept, SYNC_TAG } from '#features/donations/logging/sendDonation.ts';
import { languageAndPath, pathIn } from '#shared/languages.ts';

/**
 * Keeps the public pages for when there is no connection, at a drop bin in a basement for instance: a
 * page comes from the network while that answers, so nobody is shown an old one. Answers of the API are never kept.
 * Sends the donations that `/log` kept meanwhile: once the browser says that there is a connection, and at each visit.
 */
declare const self: ServiceWorkerGlobalScope;

// Background sync, which only some browsers have and TypeScript's libraries therefore leave out.
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

declare global {
  interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent;
  }
}

/** Another one with each build, which puts its name here: the page that says so is renewed with the site. */
const OFFLINE = 'offline BUILD';
/** Pages and files as they were last seen. */
const SEEN = 'seen';
const MOST_SEEN = 200;

/** How long a page that is kept waits for the network: one bar of signal is often worse than none. */
const PATIENCE_MILLISECONDS = 4_000;

self.addEventListener('install', (event) => event.waitUntil(keepOfflinePage()));
self.addEventListener('activate', (event) => event.waitUntil(dropOtherCaches()));
self.addEventListener('message', (event) => {
  const page = event.source as WindowClient;
  const { pathname } = new URL(page.url);
  event.waitUntil(
    Promise.all([keepWhatWasLoaded(pathname, event.data as string[]), sendAndTell(pathname, page)]),
  );
});
self.addEventListener('sync', (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(sendAll());
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  const keep = (answer: Promise<unknown>) => event.waitUntil(answer.catch(() => {}));
  if (pathname.startsWith('/assets/')) event.respondWith(assetFromCache(request, keep));
  else if (request.mode === 'navigate' && !/^\/(?:api|uploads)\//.test(pathname))
    event.respondWith(pageFromNetwork(request, pathname, keep));
});

/** Has something done beside the answer, which neither waits for it nor fails with it: storage may be full or refused. */
type Beside = (work: Promise<unknown>) => void;

/** Network first; then what was kept of the same page, whatever its query; then the page that says so. */
async function pageFromNetwork(request: Request, pathname: string, beside: Beside): Promise<Response> {
  const kept = (await seen(pathname)) ?? (await keptInFrench(request));
  const answer = fetch(request).then((response) => {
    if (response.ok && isKept(pathname)) beside(put(pathname, response.clone()));
    return response;
  });
  if (!kept)
    return await answer.catch(async () => (await seen(offlinePageFor(pathname))) ?? Response.error());
  const impatient = new Promise<Response>((resolve) => {
    setTimeout(() => resolve(kept), PATIENCE_MILLISECONDS);
  });
  return await Promise.race([answer.catch(() => kept), impatient]);
}

/** Leads to a page that is kept in French alone: codes are printed with its English address (server/pages.ts). */
async function keptInFrench({ url }: Request): Promise<Response | undefined> {
  const { origin, pathname, search } = new URL(url);
  const { language, path } = languageAndPath(pathname);
  const inFrench = pathIn('fr', path);
  if (language === 'fr' || !search || !(await seen(inFrench))) return undefined;
  return Response.redirect(origin + inFrench + search);
}

function offlinePageFor(pathname: string): string {
  return import.meta.env.OFFLINE_PAGES[languageAndPath(pathname).language];
}

function isKept(pathname: string): boolean {
  return import.meta.env.KEPT_PAGES.includes(pathname);
}

/** A file under assets/ has its content's hash in its name: what was kept is right for ever. */
async function assetFromCache(request: Request, beside: Beside): Promise<Response> {
  const kept = await seen(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) beside(put(request, response.clone()));
  return response;
}

async function seen(request: Request | string): Promise<Response | undefined> {
  return await caches.match(request).catch(() => undefined);
}

/** Keeps an answer, and forgets the oldest where there are many: each new version of the site brings new files. */
async function put(request: Request | string, response: Response): Promise<void> {
  const cache = await caches.open(SEEN);
  await cache.put(request, response);
  const [oldest, ...others] = await cache.keys();
  if (oldest && others.length >= MOST_SEEN) await cache.delete(oldest);
}

/** Keeps a page that no service worker saw, with the files that it says it has loaded. */
async function keepWhatWasLoaded(pathname: string, loaded: string[]): Promise<void> {
  if (!isKept(pathname) || (await seen(pathname))) return;
  const cache = await caches.open(SEEN);
  const files = loaded.map((name) => new URL(name).pathname).filter((name) => name.startsWith('/assets/'));
  await cache.addAll([pathname, ...files]);
}

/** Sends what was kept, and has the page say so. `/log` does both by itself, also where there is no service worker. */
async function sendAndTell(pathname: string, page: WindowClient): Promise<void> {
  const { language, path } = languageAndPath(pathname);
  if (path === import.meta.env.LOG_PAGE) return;
  if (await sendKept()) await askForSync(self.registration);
  // Taken for nobody it would be gone. A till and the console have toasts of their own, of which one takes away another.
  if (import.meta.env.WORK_PAGES.includes(path) || !(await self.clients.get(page.id))) return;
  const news = await takeNewsToast(language === 'fr' ? french : undefined);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page of this worker is of its origin anyway
  if (news) page.postMessage(news);
}

/** @throws Error while something still waits: the browser then tries again later. */
async function sendAll(): Promise<void> {
  if (await sendKept()) throw new Error('A donation still waits to be sent.');
}

async function keepOfflinePage(): Promise<void> {
  const cache = await caches.open(OFFLINE);
  const files = new Set<string>();
  for (const page of Object.values(import.meta.env.OFFLINE_PAGES)) {
    await cache.add(page);
    const html = await (await cache.match(page))?.text();
    for (const [, file = ''] of (html ?? '').matchAll(/href="(\/assets\/[^"]+)"/g)) files.add(file);
  }
  await cache.addAll([...files]);
}

async function dropOtherCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name !== OFFLINE && name !== SEEN).map((name) => caches.delete(name)),
  );
}

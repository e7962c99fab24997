// Shows the offline page if there is no connection. Each build registers this file under a new address, so that browsers
// store the offline page of the new build. French addresses have the English worker until a French page has registered its own.
const CACHE = 'offline';
const PAGES = ['/offline', '/fr/offline'];

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(cachePages());
});
self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOtherCaches());
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && !/^\/(?:api|uploads)\//.test(pathname)) {
    const [english, french] = PAGES;
    const page = /^\/fr(?:\/|$)/.test(pathname) ? french : english;
    event.respondWith(fetch(request).catch(async () => (await caches.match(page)) ?? Response.error()));
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(fetch(request).catch(async () => (await caches.match(request)) ?? Response.error()));
  }
});

/** Stores the offline pages, with the style sheets and fonts that they link to. */
async function cachePages() {
  await caches.delete(CACHE);
  const cache = await caches.open(CACHE);
  await cache.addAll(PAGES);
  const documents = await Promise.all(PAGES.map(async (page) => (await cache.match(page)).text()));
  const files = documents.flatMap((html) =>
    [...html.matchAll(/href="(\/assets\/[^"]+)"/g)].map(([, file]) => file),
  );
  await cache.addAll([...new Set(files)]);
}

async function deleteOtherCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}

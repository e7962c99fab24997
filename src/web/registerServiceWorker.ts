/** Has the browser show a page that says so where there is no connection. */
export function registerServiceWorker(): void {
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

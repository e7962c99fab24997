/** Lets the service worker keep public pages for when there is no connection. Not in their way: after everything else. */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register);
}

function register(): void {
  // Private windows and settings may refuse it; the site needs it for nothing else.
  navigator.serviceWorker.register('/sw.js').catch(() => {});
}

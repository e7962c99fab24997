import { toast } from '#web/ui/toast.ts';

const QUIET_MILLISECONDS = 3_000;

/**
 * Lets the service worker keep public pages for when there is no connection, with what a page loads late, and send what
 * was logged without one. Not in their way: its own loading would hold up a page that is just being hydrated.
 */
export function keepForOffline(loadLate?: () => Promise<unknown>): void {
  if (!import.meta.env.PROD) return;
  const registerLater = () => void setTimeout(() => void register(loadLate), QUIET_MILLISECONDS);
  if (document.readyState === 'complete') registerLater();
  else window.addEventListener('load', registerLater);
}

async function register(loadLate: (() => Promise<unknown>) | undefined): Promise<void> {
  try {
    await loadLate?.().catch(() => {});
    const { serviceWorker } = navigator;
    await serviceWorker.register('/sw.js');
    // What became of donations that were kept on this phone: each page asks, and the service worker sends them.
    serviceWorker.addEventListener('message', ({ data }) => toast(data));
    const { active } = await serviceWorker.ready;
    // The first visit was on its way before the service worker was there to see it.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is of this origin anyway
    active?.postMessage(performance.getEntriesByType('resource').map(({ name }) => name));
  } catch {
    // Private windows and settings may refuse it, and without https there is none; the site needs it for nothing else.
  }
}

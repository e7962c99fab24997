import { notLoaded } from '#words/boot.ts';
import { tolerateTranslator } from './tolerateTranslator.ts';

tolerateTranslator();

// The server's document says as much already (shared/prerendered.ts); one that the service worker kept may be of another query.
const query = new URLSearchParams(location.search);
const given = [...new Set(query.keys())].filter((part) => query.get(part)?.trim());
document.documentElement.dataset['query'] = given.join(' ');

// The switch of languages: the page keeps its query and its place, and scanned codes lead to the language from now on. It
// is plain HTML on some pages, and this is the first script of each.
document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[hreflang]');
  if (!link) return;
  link.search = location.search;
  link.hash = location.hash;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `lang=${link.hreflang.slice(0, 2)}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
});

const PATIENCE_MILLISECONDS = 2_000;
let isStarted = false;

// A prerendered page is painted first: until then its style sheet and fonts have the connection to themselves.
if (PerformanceObserver.supportedEntryTypes.includes('paint')) {
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    start();
  }).observe({ type: 'paint', buffered: true });
} else requestAnimationFrame(() => setTimeout(start));
// Some browsers keep to themselves when they paint.
window.addEventListener('load', () => setTimeout(start, PATIENCE_MILLISECONDS));

function start(): void {
  if (isStarted) return;
  isStarted = true;
  bringToLife().catch(sayThatItIsStill);
}

/** Asks for the files of the page and runs them each in a task of its own, so that none holds up the page for long. */
async function bringToLife(): Promise<void> {
  const files = document.querySelector<HTMLElement>('script[data-files]')?.dataset['files']?.split(' ') ?? [];
  for (const href of files) {
    const ahead = Object.assign(document.createElement('link'), { rel: 'modulepreload', href });
    document.head.append(ahead);
    await nextTask();
  }
  for (const file of files) {
    await import(/* @vite-ignore */ file);
    await nextTask();
  }
}

/** As `nextTask.ts` has it, which would be a file of its own here, to be waited for. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

/** Without its code the page can be read, but no button of it works. */
function sayThatItIsStill(): void {
  const note = document.createElement('p');
  note.role = 'alert';
  note.className = 'bg-clay-tint p-4 text-center font-medium text-clay-deep';
  note.textContent = notLoaded;
  document.body.prepend(note);
}

// Renders the documents in a thread of its own: React and the whole front end are loaded for it, and gone with it.
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { PageTemplate, Renderer } from '#shared/prerendered.ts';

/** What the thread is given. */
export interface RenderTask {
  /** Where the build left, for each language, `src/web/prerender.tsx` and the documents to fill, as URLs. */
  folders: string[];
  site: unknown;
}

const { folders, site } = workerData as RenderTask;
const rendered: PageTemplate[] = [];
for (const folder of folders) {
  const { renderPages } = (await import(new URL('prerender.js', folder).href)) as Renderer<unknown>;
  const templates = JSON.parse(await readFile(new URL('templates.json', folder), 'utf8')) as PageTemplate[];
  rendered.push(...(await renderPages(templates, site)));
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
parentPort?.postMessage(rendered);

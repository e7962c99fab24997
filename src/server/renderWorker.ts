// Renders the documents in a thread of its own: React and the whole front end are loaded for it, and gone with it.
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { PageTemplate, Renderer } from '#shared/prerendered.ts';

/** What the thread is given. */
export interface RenderTask {
  /** The built `src/web/prerender.tsx`, as a URL. */
  renderer: string;
  templates: string;
  site: unknown;
}

const { renderer, templates, site } = workerData as RenderTask;
const { renderPages } = (await import(renderer)) as Renderer<unknown>;
const read = JSON.parse(await readFile(new URL(templates), 'utf8')) as PageTemplate[];
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
parentPort?.postMessage(await renderPages(read, site));

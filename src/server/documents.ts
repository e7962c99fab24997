import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import { compressed, etagOf, type FixedAnswer } from '#server/http/fixedAnswer.ts';
import { languages } from '#shared/languages.ts';
import { type PageTemplate, PUBLIC_URL_PLACEHOLDER } from '#shared/prerendered.ts';
import type { RenderTask } from './renderWorker.ts';

/** Compressed for the first who asks: it takes some 30 ms of a core, and most documents are seldom asked for. */
type Document = () => Promise<FixedAnswer>;

type Documents = ReadonlyMap<string, Document>;

/** How often each process looks whether the site says something else of itself. */
const LOOK_MILLISECONDS = 500;

/** Rendering takes about half a second. A thread that takes this long will not end by itself. */
const RENDER_MILLISECONDS = 30_000;

/** Of the heap; 24 are enough. Nothing that an admin writes may take the server's memory. */
const RENDER_MEGABYTES = 192;

/** After a failure the same is tried again after one second, then after twice as long each time, up to this. */
const LONGEST_REST_MILLISECONDS = 60_000;

/** What was not rendered, and from when on it is tried again, in milliseconds of the process. */
interface Failure<Site> {
  site: Site;
  rest: number;
  until: number;
}

/**
 * The HTML of every page, kept in memory. What the site says of itself stands in it from the first paint on, so whenever
 * that has changed all of it is rendered anew, and whoever asks meanwhile waits: see docs/decisions/0008.
 */
export class RenderedDocuments<Site> {
  readonly #directory: string;
  readonly #publicUrl: string;
  /** As the build left them. */
  readonly #built: Documents;
  readonly #siteOfBuild: Site;
  /** What was asked for last and did not fail. */
  #site: Site | undefined;
  #failure: Failure<Site> | undefined;
  #documents: Promise<Documents>;

  private constructor(directory: string, publicUrl: string, built: Documents, siteOfBuild: Site) {
    this.#directory = directory;
    this.#publicUrl = publicUrl;
    this.#built = built;
    this.#siteOfBuild = siteOfBuild;
    this.#site = siteOfBuild;
    this.#documents = Promise.resolve(built);
  }

  /**
   * Reads what the build rendered.
   *
   * @param directory where the built front end lies.
   * @param siteOfBuild what the build's documents say.
   * @throws Error if nothing is built there.
   */
  static async read<Site>(
    directory: string,
    publicUrl: string,
    siteOfBuild: Site,
  ): Promise<RenderedDocuments<Site>> {
    const names = (await readdir(directory, { recursive: true })).filter((name) => name.endsWith('.html'));
    const built = await Promise.all(
      names.map(async (name): Promise<[string, Document]> => {
        const html = await readFile(path.join(directory, name), 'utf8');
        return [`/${name.replaceAll('\\', '/')}`, documentOf(html, publicUrl)];
      }),
    );
    if (!names.includes('index.html'))
      throw new Error(`There is no built front end in ${directory}. Run "npm run build".`);
    return new RenderedDocuments(directory, publicUrl, new Map(built), siteOfBuild);
  }

  /** The document in a file of the built front end; undefined where there is none. */
  async get(file: string): Promise<FixedAnswer | undefined> {
    return await (await this.#newest()).get(file)?.();
  }

  /** Waits for what is being rendered, and for what was asked for meanwhile. */
  async #newest(): Promise<Documents> {
    for (;;) {
      const awaited = this.#documents;
      const documents = await awaited;
      if (awaited === this.#documents) return documents;
    }
  }

  /**
   * Shows what the site says of itself now. Until the documents are rendered, whoever asks for one waits. One thread renders
   * at a time, and of several changes that wait for it only the last is rendered.
   *
   * @param now in milliseconds of the process, for how long the same rests after it failed.
   */
  show(site: Site, { now, onError }: { now: number; onError: (error: unknown) => void }): void {
    if (isDeepStrictEqual(site, this.#site)) return;
    const failure = isDeepStrictEqual(site, this.#failure?.site) ? this.#failure : undefined;
    if (failure && now < failure.until) return;
    this.#site = site;
    this.#documents = this.#documents.then(async (before) => {
      if (this.#site !== site) return before;
      try {
        const documents = await this.#render(site);
        this.#failure = undefined;
        return documents;
      } catch (error) {
        onError(error);
        const rest = failure ? Math.min(2 * failure.rest, LONGEST_REST_MILLISECONDS) : 1000;
        this.#failure = { site, rest, until: now + rest };
        if (this.#site === site) this.#site = undefined;
        return before;
      }
    });
  }

  async #render(site: Site): Promise<Documents> {
    if (isDeepStrictEqual(site, this.#siteOfBuild)) return this.#built;
    const folder = pathToFileURL(path.join(this.#directory, '../renderer/'));
    const folders = languages.map((language) => new URL(`${language}/`, folder).href);
    const rendered = await inThread({ folders, site });
    return new Map(rendered.map(({ file, html }) => [file, documentOf(html, this.#publicUrl)]));
  }
}

/**
 * Has the documents follow what the site says of itself, until the app closes: at once where this process changed it, within
 * a second where another did.
 *
 * @param read what it says now.
 * @returns what to call after a change.
 */
export async function follow<Site>(
  app: FastifyInstance,
  documents: RenderedDocuments<Site>,
  read: () => Promise<Site>,
): Promise<() => Promise<void>> {
  const onError = (error: unknown) => app.log.error({ error }, 'the pages were not rendered');
  let isFailing = false;
  let begun = 0;
  let underWay = 0;
  let lastShown = 0;
  const look = async () => {
    begun += 1;
    underWay += 1;
    const number = begun;
    try {
      const site = await read();
      isFailing = false;
      // A look that began before another may have read what was there before a change, and end after it.
      if (number < lastShown) return;
      lastShown = number;
      documents.show(site, { now: performance.now(), onError });
    } catch (error) {
      // A database that is away is no news twice a second.
      if (!isFailing) app.log.warn({ error }, 'the settings cannot be read: pages stay as they are');
      isFailing = true;
    } finally {
      underWay -= 1;
    }
  };
  // Where a look waits long for the database, no others line up behind it.
  const timer = setInterval(() => void (underWay === 0 && look()), LOOK_MILLISECONDS);
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
  await look();
  return look;
}

/** A page holds the site's own address, which the build does not know. */
function documentOf(html: string, publicUrl: string): Document {
  let answer: Promise<FixedAnswer> | undefined;
  return () =>
    (answer ??= make(html.replaceAll(PUBLIC_URL_PLACEHOLDER, publicUrl)).catch((error: unknown) => {
      answer = undefined;
      throw error;
    }));
}

async function make(html: string): Promise<FixedAnswer> {
  const sent = await compressed(html);
  return { type: 'text/html; charset=utf-8', etag: etagOf(sent.plain), immutable: false, ...sent };
}

/** The server's code is one file once it is built, and the thread's is another beside it. */
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './renderWorker.ts' : './renderWorker.js',
  import.meta.url,
);

async function inThread(task: RenderTask): Promise<PageTemplate[]> {
  const resourceLimits = { maxOldGenerationSizeMb: RENDER_MEGABYTES };
  const worker = new Worker(workerFile, { workerData: task, name: 'render', resourceLimits });
  const { promise, resolve, reject } = Promise.withResolvers<PageTemplate[]>();
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', (status) => reject(new Error(`The thread ended with ${status}.`)));
  const timer = setTimeout(
    () => reject(new Error(`The pages took more than ${RENDER_MILLISECONDS / 1000} s.`)),
    RENDER_MILLISECONDS,
  );
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

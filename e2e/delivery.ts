import type { Page } from '@playwright/test';

/** How the server hands out one of the site's files. */
export interface Delivery {
  path: string;
  type: string;
  cacheControl: string;
  /** Bytes as they travel: as they are, by brotli and by gzip; null where that is refused. */
  plain: number;
  brotli: number | null;
  gzip: number | null;
  /** Whether a browser that holds it is told so, and is sent no byte of it again. */
  revalidates: boolean;
}

/** Asks for a file in every way that browsers do. */
export async function deliveryOf(url: string, path: string): Promise<Delivery> {
  const plain = await bodyAs(url + path, 'identity');
  const compressed = async (encoding: string) => {
    const { headers, bytes } = await bodyAs(url + path, encoding);
    return headers.get('content-encoding') === encoding ? bytes : null;
  };
  const again = await fetch(url + path, {
    headers: { 'accept-encoding': 'br', 'if-none-match': plain.headers.get('etag') ?? '' },
  });
  return {
    path,
    type: plain.headers.get('content-type') ?? '',
    cacheControl: plain.headers.get('cache-control') ?? '',
    plain: plain.bytes,
    brotli: await compressed('br'),
    gzip: await compressed('gzip'),
    revalidates: again.status === 304 && (await again.arrayBuffer()).byteLength === 0,
  };
}

async function bodyAs(address: string, encoding: string): Promise<{ headers: Headers; bytes: number }> {
  const response = await fetch(address, { headers: { 'accept-encoding': encoding } });
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
  // Read to its end, so that the connection is free for the next.
  await response.arrayBuffer();
  return { headers: response.headers, bytes: Number(response.headers.get('content-length')) };
}

/** Whether a file of this type has text in it, which compresses. */
export function isText(type: string): boolean {
  return /^text\/|javascript|json|svg|xml/.test(type);
}

/** Collects what a page asks of the server beside its data. */
export function filesOf(page: Page, url: string): Set<string> {
  const files = new Set<string>();
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    const isData = ['fetch', 'xhr'].includes(request.resourceType());
    if (origin === url && !isData && !request.isNavigationRequest()) files.add(pathname);
  });
  return files;
}

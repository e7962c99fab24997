import type { Page } from '@playwright/test';

/**
 * Has the server act on what is posted to an address, and its first answers get lost on their way. Chromium reports each as
 * an error, so a page that is watched for those cannot be used.
 *
 * @returns the keys by which what is sent again is known, one for each try, as they come.
 */
export async function loseAnswers(page: Page, address: string, count: number): Promise<string[]> {
  const keys: string[] = [];
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return await route.continue();
    keys.push(route.request().headers()['idempotency-key'] ?? 'none');
    const response = await route.fetch();
    if (keys.length <= count) await route.abort('connectionreset');
    else await route.fulfill({ response });
  });
  return keys;
}

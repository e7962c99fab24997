import type { Page } from '@playwright/test';
import { type Layout, usKeyOf } from './usKeyboard.ts';

interface Scan {
  /** The key that the scanner ends by. */
  end?: 'Enter' | 'none';
  /** Of the machine. */
  layout?: Layout;
}

const SECONDS_APART = 0.006;

/**
 * Types as a scanner does: a US keyboard, six milliseconds from key to key, which the keys say themselves, so that a busy
 * machine makes no slower scanner of it.
 */
export async function scanByKeys(
  page: Page,
  text: string,
  { end = 'Enter', layout = {} }: Scan = {},
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const keys = text.split('').map((character) => {
    const typed = layout[character] ?? character;
    return { ...usKeyOf(character), key: typed, text: typed };
  });
  if (end === 'Enter') keys.push({ code: 'Enter', shift: false, key: 'Enter', text: '\r' });
  const from = Date.now() / 1000 - keys.length * SECONDS_APART;
  const sent = keys.flatMap(({ shift, text: typed, ...key }, index) => {
    const common = {
      ...key,
      windowsVirtualKeyCode: key.key === 'Enter' ? 13 : typed.toUpperCase().charCodeAt(0),
      modifiers: shift ? 8 : 0,
      timestamp: from + index * SECONDS_APART,
    };
    return [
      session.send('Input.dispatchKeyEvent', { ...common, type: 'keyDown', text: typed }),
      session.send('Input.dispatchKeyEvent', { ...common, type: 'keyUp' }),
    ];
  });
  await Promise.all(sent);
  await session.detach();
}

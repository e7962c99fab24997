import type { Page } from '@playwright/test';

/** What the machine's keyboard makes of the scanner's keys, by character of a US board. */
export type Layout = Readonly<Record<string, string>>;

interface Scan {
  /** The key that the scanner ends by. */
  end?: 'Enter' | 'none';
  layout?: Layout;
}

const SECONDS_APART = 0.006;

/** Where the keys of an address lie on a US board. */
function placeOf(character: string): { code: string; shift: boolean } {
  const signs: Record<string, [code: string, shift: boolean]> = {
    '-': ['Minus', false],
    '.': ['Period', false],
    '/': ['Slash', false],
    ':': ['Semicolon', true],
    '?': ['Slash', true],
    '=': ['Equal', false],
  };
  const [code, shift] = signs[character] ?? [];
  if (code !== undefined) return { code, shift: shift ?? false };
  if (/\d/.test(character)) return { code: `Digit${character}`, shift: false };
  return { code: `Key${character.toUpperCase()}`, shift: /[A-Z]/.test(character) };
}

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
    return { ...placeOf(character), key: typed, text: typed };
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

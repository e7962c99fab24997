import type { Page } from '@playwright/test';

const SECONDS_APART = 0.006;

const keysOfSigns: Record<string, [code: string, shift: boolean]> = {
  '-': ['Minus', false],
  '.': ['Period', false],
  '/': ['Slash', false],
  ':': ['Semicolon', true],
  '?': ['Slash', true],
  '=': ['Equal', false],
};

/** The key of a US keyboard for a character of an address. */
function usKeyOf(character: string): { code: string; shift: boolean } {
  const [code, shift = false] = keysOfSigns[character] ?? [];
  if (code !== undefined) return { code, shift };
  if (/\d/.test(character)) return { code: `Digit${character}`, shift: false };
  return { code: `Key${character.toUpperCase()}`, shift: /[A-Z]/.test(character) };
}

/**
 * Types as a scanner with a US keyboard does, six milliseconds from key to key. The events carry these times themselves, so
 * that a busy machine does not slow the scanner down.
 */
export async function scanByKeys(
  page: Page,
  text: string,
  { end = 'Enter' }: { end?: 'Enter' | 'none' } = {},
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const keys = text
    .split('')
    .map((character) => ({ ...usKeyOf(character), key: character, text: character }));
  if (end === 'Enter') keys.push({ code: 'Enter', shift: false, key: 'Enter', text: '\r' });
  const from = Date.now() / 1000 - keys.length * SECONDS_APART;
  const events = keys.flatMap(({ shift, text: typed, ...key }, index) => {
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
  await Promise.all(events);
  await session.detach();
}

import { afterEach, expect, test, vi } from 'vitest';
import { paths } from './paths.ts';
import { withReturnHere } from './returnAddress.ts';

afterEach(() => vi.unstubAllGlobals());

const openPage = (address: string) => vi.stubGlobal('window', { location: new URL(address, 'https://site') });

test.each([
  [paths.adminLogin, `${paths.console}?tab=activity`],
  [paths.donorLogin, `${paths.dashboard}?from=mail`],
] as const)(
  '%s leads back to the page of two refused calls, even if the second comes late',
  (signIn, page) => {
    openPage(page);
    const first = withReturnHere(signIn);
    expect(first).toBe(`${signIn}?returnTo=${encodeURIComponent(page)}`);
    // The address of the sign-in page is set before the page itself is shown.
    openPage(first);
    expect(withReturnHere(signIn)).toBe(first);
  },
);

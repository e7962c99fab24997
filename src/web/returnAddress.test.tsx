import { afterEach, expect, test, vi } from 'vitest';
import { paths } from './paths.ts';
import { withReturnHere } from './returnAddress.ts';

afterEach(() => vi.unstubAllGlobals());

const openPage = (address: string) =>
  vi.stubGlobal('window', { location: new URL(address, 'https://site.example') });

test.each([
  [paths.adminLogin, paths.consoleTab('codes')],
  [paths.donorLogin, `${paths.dashboard}?from=mail`],
] as const)('a second refused call keeps the return address of %s', (signInPath, address) => {
  openPage(address);
  const signInAddress = withReturnHere(signInPath);
  expect(new URLSearchParams(signInAddress.split('?')[1]).get('returnTo')).toBe(address);
  openPage(signInAddress);
  expect(withReturnHere(signInPath)).toBe(signInAddress);
});

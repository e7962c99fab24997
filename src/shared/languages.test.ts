import { expect, test } from 'vitest';
import { languageAndPath, pathIn } from './languages.ts';

test('French pages are at /fr and below, and a path such as /free is English', () => {
  expect(pathIn('en', '/log')).toBe('/log');
  expect(pathIn('fr', '/log')).toBe('/fr/log');
  expect(pathIn('fr', '/')).toBe('/fr');
  for (const path of ['/', '/log', '/p/abc'])
    expect(languageAndPath(pathIn('fr', path))).toEqual({ language: 'fr', path });
  expect(languageAndPath('/fr/')).toEqual({ language: 'fr', path: '/' });
  expect(languageAndPath('/fr?bin=1')).toEqual({ language: 'fr', path: '/?bin=1' });
  expect(languageAndPath('/free')).toEqual({ language: 'en', path: '/free' });
});

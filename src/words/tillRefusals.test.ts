import { expect, test } from 'vitest';
import { sentences } from '#french/sentences.ts';
import * as french from '#french/tillRefusals.ts';
import * as english from '#words/tillRefusals.ts';

test.each(Object.entries(english))('%s is in French what the server says for "%s"', (name, sentence) => {
  expect(french).toHaveProperty(name, (sentences as Record<string, string>)[sentence]);
});

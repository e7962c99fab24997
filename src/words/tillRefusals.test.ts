import { expect, test } from 'vitest';
import { sentences } from '#french/sentences.ts';
import { tillRefusals as french } from '#french/till.tsx';
import { tillRefusals as english } from '#words/till.tsx';

test.each(Object.entries(english))('%s is in French what the server says for "%s"', (name, sentence) => {
  expect(french).toHaveProperty(name, (sentences as Record<string, string>)[sentence]);
});

import { expect, test } from 'vitest';
import { isHeic, smallerSize } from './rules.ts';

test.each([
  [2000, 1500, null],
  [3, 2, null],
  [2001, 1500, [2000, 1499]],
  [8160, 6144, [2000, 1506]],
  [3628, 16_382, [443, 2000]],
  [30_000, 1, [2000, 1]],
])('a picture of %d × %d pixels is shrunk to %j', (width, height, expected) => {
  const size = smallerSize({ width, height });
  expect(size && [size.width, size.height]).toEqual(expected);
});

test.each([
  ['\0\0\0\u0018ftypheic\0\0\0\0', true],
  ['\0\0\0\u0018ftypheix\0\0\0\0', true],
  ['\0\0\0\u0018ftypmif1\0\0\0\0', true],
  ['\0\0\0\u001cftypavif\0\0\0\0', false],
  ['\0\0\0\u0018ftypisom\0\0\0\u0001', false],
  ['heic', false],
  ['', false],
])('the file that begins with %j is HEIC: %s', (head, expected) => {
  expect(isHeic(Buffer.from(head, 'latin1'))).toBe(expected);
});

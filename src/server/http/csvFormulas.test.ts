import papaparse from 'papaparse';
import { expect, test } from 'vitest';
import { textOfCsv } from './downloads.ts';

const runs = /^\s*[=+\-@＝＋－＠]/;

async function fileOf(cell: string): Promise<string> {
  const rows = async function* () {
    yield [[7, cell, 'end']];
  };
  const pieces: string[] = [];
  for await (const piece of textOfCsv({ header: ['id', 'text', 'last'], batches: rows() }))
    pieces.push(piece);
  return pieces.join('').replace('\ufeff', '');
}

const payloads = [
  "Bin 4;=1+cmd|' /C calc'!A0",
  'Bin 4,=1+1',
  'Bin 4\t=1+1',
  'Bin 4\n=1+1',
  'Bin 4\r\n@SUM(A1)',
  'Bin 4;＝1',
  'Bin 4;;-1',
  'Bin 4;"=1+1"',
  'Bin 4;""+1',
  '-1;+1;@x',
];

test.each(payloads)('no part of %j is a formula, whichever separator a program assumes', async (cell) => {
  const file = await fileOf(cell);
  for (const separator of [',', ';', '\t']) {
    for (const newline of ['\r\n', '\n'] as const) {
      const { data } = papaparse.parse<string[]>(file, { delimiter: separator, newline });
      expect(data.flat().filter((part) => runs.test(part.replace(/^"+/, '')))).toEqual([]);
    }
  }
});

test('what has no formula in it stays as it is', async () => {
  for (const cell of ['UC East; by the door', 'a=b', '1-2', 'Jo, Ann', "'=1", 'jo+bin@example.ca']) {
    const { data } = papaparse.parse<string[]>(await fileOf(cell), { delimiter: ',' });
    expect(data[1]).toEqual(['7', cell, 'end']);
  }
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The standard's sections, with the level of each of their items in turn. */
const sections = `
  V1.1:22 V1.2:111112222 V1.3:11222222222 V1.4:222 V1.5:12 V2.1:122 V2.2:112 V2.3:1222 V2.4:2 V3.2:11
  V3.3:1222 V3.4:112222 V3.5:11122 V3.7:22 V4.1:122 V4.2:2 V4.3:22 V4.4:1222 V5.1:2 V5.2:112 V5.3:11
  V5.4:222 V6.1:122 V6.2:111111112222 V6.3:1122 V6.4:1122 V6.5:22222 V6.6:222 V6.8:2222 V7.1:222 V7.2:1111
  V7.3:22 V7.4:11222 V7.5:22 V7.6:22 V8.1:12 V8.2:112 V8.3:1 V8.4:2 V9.1:111 V9.2:1222 V10.1:22 V10.2:22
  V10.3:2222 V10.4:11111222222 V10.5:22222 V10.6:22 V10.7:222 V11.1:22 V11.2:222 V11.3:112 V11.4:1222
  V11.5:2 V11.6:2 V12.1:122 V12.2:11 V12.3:2222 V13.1:2 V13.2:22222 V13.3:22 V13.4:12222 V14.1:22
  V14.2:1222 V14.3:122 V15.1:122 V15.2:122 V15.3:1222222 V16.1:2 V16.2:22222 V16.3:2222 V16.4:222
  V16.5:222 V17.1:2 V17.2:2222 V17.3:22
`;

const assessment = readFileSync(new URL('../docs/asvs.md', import.meta.url), 'utf8');

const levels = new Map(
  [...sections.matchAll(/(V[\d.]+):([\d-]+)/g)].flatMap(([, section = '', items = '']) =>
    [...items.matchAll(/\d/g)].map(({ 0: level, index }): [string, number] => [
      `${section}.${index + 1}`,
      Number(level),
    ]),
  ),
);

const rows = assessment
  .split('\n')
  .filter((line) => line.startsWith('| V'))
  .map((line) => {
    const [items = '', level = '', , verdict = ''] = line
      .slice(1)
      .split('|')
      .map((cell) => cell.trim());
    return { ids: items.split(', ').flatMap(idsOf), level, verdict };
  });

/** The items of `V1.2.3`, or of `V1.2.3 to V1.2.9`. */
function idsOf(text: string): string[] {
  const [first = '', last = first] = text.split(' to ');
  const number = (id: string) => Number(id.split('.')[2]);
  return [...levels.keys()].filter(
    (id) =>
      id.startsWith(`${first.split('.', 2).join('.')}.`) &&
      number(id) >= number(first) &&
      number(id) <= number(last),
  );
}

test('every item of levels 1 and 2 is assessed once, in its order and at its level', () => {
  expect(levels.size).toBe(253);
  expect(rows.flatMap(({ ids }) => ids)).toEqual([...levels.keys()]);
  for (const { ids, level } of rows) {
    expect({ ids, level }).toEqual({
      ids,
      level: [1, 2].filter((one) => ids.some((id) => levels.get(id) === one)).join(', '),
    });
  }
});

test.each(['pass', 'no', 'n.a.'])('so many items are counted as %s as there are', (verdict) => {
  const ids = rows.filter((row) => row.verdict === verdict).flatMap((row) => row.ids);
  const ofLevel = (level: number) => ids.filter((id) => levels.get(id) === level).length;
  const line = assessment.split('\n').find((one) => one.startsWith(`| ${verdict} `));
  expect(line?.match(/\d+/g)?.map(Number)).toEqual([ofLevel(1), ofLevel(2), ids.length]);
});

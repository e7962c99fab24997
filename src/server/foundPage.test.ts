import { describe, expect, test } from 'vitest';
import { foundPage } from './foundPage.ts';
import { noneDrawn, searchable } from './sample.ts';
import { useTestSite } from '#server/testing/testSite.ts';

const site = useTestSite();

interface Sampled {
  /** Its place in the list's order. */
  place: number;
  text: string;
}

/** A page of fifty of a list of a million rows, of which every five hundredth is in the sample, and how it was found. */
async function pageOf(
  mentions: (place: number) => boolean,
  {
    fits = () => true,
    walked = 50,
    of = 1_000_000,
  }: { fits?: (row: Sampled) => boolean; walked?: number; of?: number } = {},
) {
  const rows = Array.from({ length: 2000 }, (_, place) => ({
    place,
    text: mentions(place) ? 'kim friesen' : 'lou penner',
  })).toReversed();
  const asked: (string | number)[] = [];
  const answer = (count: number) => Array.from({ length: count }, (_, index) => index);
  const [page, total] = await foundPage<Sampled, number>(
    site.database,
    site.now,
    { limit: 50, offset: 0 },
    {
      sample: async () =>
        of > 2000 ? { of, drawn: 2000, rows, having: searchable(rows, ({ text }) => [text]) } : noneDrawn(of),
      text: 'friesen',
      fits,
      ahead: (sampled) => sampled.toSorted((one, other) => one.place - other.place),
      walk: async (until) => {
        asked.push('walk', until?.place ?? 'all');
        return answer(walked);
      },
      gather: async () => {
        asked.push('gather');
        return answer(50);
      },
      count: async () => {
        asked.push('count');
        return 777;
      },
    },
  );
  return { asked, rows: page.length, total };
}

describe('a page of what a text finds', () => {
  test('is walked to where the sample has rows enough that mention the text', async () => {
    // Two hundred rows, four times as many as are wanted, are one of the sample; two more are for chance.
    expect(await pageOf((place) => place % 9 === 0)).toEqual({
      asked: ['walk', 27],
      rows: 50,
      total: 10_001,
    });
    expect(await pageOf((place) => place >= 100)).toMatchObject({ asked: ['walk', 103] });
  });

  test('is walked past what does not meet the filters', async () => {
    const fits = ({ place }: Sampled) => place % 2 === 0;
    expect(await pageOf((place) => place >= 100, { fits })).toMatchObject({ asked: ['walk', 106] });
  });

  test('is gathered where the walk is not full by where it should be, and to go on costs more', async () => {
    const { asked, rows } = await pageOf((place) => place >= 1000, { walked: 3 });
    expect({ asked, rows }).toEqual({ asked: ['walk', 3, 'gather'], rows: 50 });
  });

  test('is gathered and counted, if the text is rare or nothing was drawn', async () => {
    const counted = { asked: ['gather', 'count'], rows: 50, total: 777 };
    expect(await pageOf((place) => place === 7)).toEqual(counted);
    expect(await pageOf(() => true, { of: 900 })).toEqual(counted);
  });
});

import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { VerdictSlab } from '#features/till/VerdictSlab.tsx';
import { Loops } from '#web/ui/Pip.tsx';
import { FoldedTag } from './RewardTag.tsx';

vi.stubGlobal('window', { location: { origin: 'https://reround.example' } });
afterAll(() => vi.unstubAllGlobals());

/** Loops in what is drawn, in their order: `c` closed, `o` open. */
function loopsIn(markup: string): string {
  const loops = markup.match(/<svg viewBox="0 0 24 24"[^]*?<\/svg>/g) ?? [];
  return loops.map((loop) => (loop.includes('<circle') ? 'c' : 'o')).join('');
}

const now = new Date('2026-11-20T18:00:00Z');
const timeZone = 'America/Winnipeg';

/** Uses that are taken and that there are, and the loops that they draw. */
const uses = [
  [0, 1, 'o'],
  [1, 1, 'c'],
  [0, 2, 'oo'],
  [1, 2, 'co'],
  [2, 2, 'cc'],
  [3, 10, 'cccooooooo'],
  [10, 10, 'cccccccccc'],
] as const;

describe('of a code’s uses', () => {
  test.each(uses)('%d of %d taken are %s', (closed, total, loops) => {
    expect(loopsIn(renderToStaticMarkup(<Loops total={total} closed={closed} label="" />))).toBe(loops);
  });

  test.each(uses)('%d of %d taken are %s on its donor’s tag, which says how many are left', (...row) => {
    const [useCount, maxUses, loops] = row;
    const expiresAt = '2026-12-20T18:00:00.000Z';
    const code = { code: 'RR-ABC234', useCount, maxUses, expiresAt, usedAt: null, givenBackAt: null };
    const markup = renderToStaticMarkup(
      <FoldedTag code={code} now={now} timeZone={timeZone} onOpen={() => {}} />,
    );
    expect(loopsIn(markup)).toBe(loops);
    expect(markup).toContain(`aria-label="${maxUses - useCount} of ${maxUses} uses left"`);
  });

  test.each(uses.filter(([taken, total]) => taken < total))(
    '%d of %d taken are %s at the till, which says how many are left',
    (...row) => {
      const [useCount, maxUses, loops] = row;
      const remaining = maxUses - useCount;
      const verdict = {
        kind: 'valid' as const,
        code: 'RR-ABC234',
        remaining,
        maxUses,
        expiresAt: '2026-12-20T18:00:00.000Z',
        partner: null,
      };
      const markup = renderToStaticMarkup(<VerdictSlab verdict={verdict} timeZone={timeZone} />);
      expect(loopsIn(markup.replace(/<svg[^>]*lucide[^]*?<\/svg>/, ''))).toBe(loops);
      expect(markup).toContain(remaining === 1 ? '1 use left' : `${remaining} uses left`);
    },
  );

  test.each([1, 2, 10])('a code of %d that is used up has them all closed at the till', (maxUses) => {
    const verdict = { kind: 'usedUp' as const, code: 'RR-ABC234', message: 'Code fully used', maxUses };
    const markup = renderToStaticMarkup(<VerdictSlab verdict={verdict} timeZone={timeZone} />);
    expect(loopsIn(markup.replace(/<svg[^>]*lucide[^]*?<\/svg>/, ''))).toBe('c'.repeat(maxUses));
  });
});

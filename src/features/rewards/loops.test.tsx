import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, test, vi } from 'vitest';
import { VerdictSlab } from '#features/till/VerdictSlab.tsx';
import { FoldedTag } from './RewardTag.tsx';

vi.stubGlobal('window', { location: { origin: 'https://reround.example' } });
afterAll(() => vi.unstubAllGlobals());

/** The loops in the markup, in order: `c` for closed, `o` for open. */
function readLoops(markup: string): string {
  const loops = markup.match(/<svg viewBox="0 0 24 24"[^]*?<\/svg>/g) ?? [];
  return loops.map((loop) => (loop.includes('<circle') ? 'c' : 'o')).join('');
}

const now = new Date('2026-11-20T18:00:00Z');
const timeZone = 'America/Winnipeg';

/** The uses taken, the uses in all, and the loops that show them. */
const uses = [
  [0, 1, 'o'],
  [1, 1, 'c'],
  [0, 2, 'oo'],
  [1, 2, 'co'],
  [2, 2, 'cc'],
  [3, 10, 'cccooooooo'],
  [10, 10, 'cccccccccc'],
] as const;

const expiresAt = '2026-12-20T18:00:00.000Z';

test.each(uses)(
  '%d of %d uses taken show as %s on the donor’s tag, with the number left',
  (useCount, maxUses, loops) => {
    const code = { code: 'RR-ABC234', useCount, maxUses, expiresAt, usedAt: null, givenBackAt: null };
    const markup = renderToStaticMarkup(
      <FoldedTag code={code} now={now} timeZone={timeZone} onOpen={() => {}} />,
    );
    expect(readLoops(markup)).toBe(loops);
    expect(markup).toContain(`aria-label="${maxUses - useCount} of ${maxUses} uses left"`);
  },
);

test.each(uses)(
  '%d of %d uses taken show as %s at the till, with the number left',
  (taken, maxUses, loops) => {
    const remaining = maxUses - taken;
    const code = { code: 'RR-ABC234', maxUses };
    const verdict =
      remaining > 0
        ? { ...code, kind: 'valid' as const, remaining, expiresAt, partner: null }
        : { ...code, kind: 'usedUp' as const, message: 'Code fully used' };
    const markup = renderToStaticMarkup(<VerdictSlab verdict={verdict} timeZone={timeZone} />);
    expect(readLoops(markup.replace(/<svg[^>]*lucide[^]*?<\/svg>/, ''))).toBe(loops);
    expect(markup).toContain(remaining === 1 ? '1 use left' : `${remaining} uses left`);
  },
);

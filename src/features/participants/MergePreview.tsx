import type { ReactNode } from 'react';
import { filledFields, nameAndNumber, type Holdings } from './mergeWords.ts';

/** What a merge moves, and what its target has afterwards. */
export function MergePreview({ moving, staying }: { moving: Holdings; staying: Holdings }) {
  const filled = filledFields(moving, staying);
  return (
    <section aria-label="What moves" className="mt-5">
      <h3 className="font-text text-[0.90625rem] leading-[1.35] font-[650]">What moves</h3>
      <dl className="mt-1.5 text-[0.9375rem]">
        <Count term="Donations" moved={moving.donations} there={staying.donations} />
        <Count term="Reward codes" moved={moving.codes} there={staying.codes} />
        <Line term="Donor IDs">{moving.studentIds.join(', ') || 'None'}</Line>
        <Line term="Fills in">{filled.join(', ') || 'Nothing'}</Line>
        <Line term="Share link">Then shows {nameAndNumber(staying)}</Line>
        <Line term="Removed">{nameAndNumber(moving)}</Line>
      </dl>
    </section>
  );
}

function Count({ term, moved, there }: { term: string; moved: number; there: number }) {
  return (
    <Line term={term}>
      <b className="font-[650]">{moved.toLocaleString('en-CA')}</b>
      <span className="text-muted">, {(moved + there).toLocaleString('en-CA')} in all afterwards</span>
    </Line>
  );
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7.5rem_1fr] border-b-[1.5px] border-line py-[7px] leading-[1.45] last:border-b-0">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 wrap-anywhere tabular">{children}</dd>
    </div>
  );
}

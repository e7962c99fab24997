import * as words from '#words/statementMonth.ts';
import { Card } from '#web/ui/Card.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { classNames } from '#web/ui/classNames.ts';
import type { Statement } from './contract.ts';
import { formatMonthName } from './months.ts';
import { sealGroups, signed } from './toldLines.ts';

/** What a month comes to, and its seal once it is closed. */
export function StatementTotals({ statement: { month, totals, digest } }: { statement: Statement }) {
  return (
    <Card as="section" console flush aria-label={words.totalOf(formatMonthName(month))}>
      <h2 className="px-[18px] py-3 font-display text-[1.125rem] font-[750] tracking-[-.012em]">
        {words.totalOf(formatMonthName(month))}
      </h2>
      <dl className="tabular">
        <Figure name={words.redeemed}>{signed(totals.redeemed)}</Figure>
        <Figure name={words.givenBack}>{signed(-totals.reversed)}</Figure>
        <Figure name={words.net} isNet>
          {signed(totals.net)}
        </Figure>
      </dl>
      {digest !== null && (
        <div className="border-t-[1.5px] border-line px-[18px] py-3">
          <p className="text-[0.84375rem] text-muted">{words.seal}</p>
          <p className="mt-1 mb-2 grid max-w-80 grid-cols-4 gap-x-2 font-display text-[0.875rem] leading-[1.5] font-bold tracking-[.02em] tabular">
            {sealGroups(digest).map((group, index) => (
              // A seal may have the same four twice.
              // oxlint-disable-next-line react/no-array-index-key
              <span key={index}>{group}</span>
            ))}
          </p>
          <CopyButton text={digest} label={words.copySeal} kind="ghost" size="row" className="-ms-2.5" />
        </div>
      )}
    </Card>
  );
}

function Figure({ name, isNet = false, children }: { name: string; isNet?: boolean; children: string }) {
  return (
    <div
      className={classNames(
        'flex items-center justify-between gap-4 px-[18px]',
        isNet ? 'min-h-18 border-t-[2.5px] border-plank' : 'min-h-[42px] border-t-[1.5px] border-line',
      )}
    >
      <dt className={isNet ? 'text-base font-[650]' : undefined}>{name}</dt>
      <dd
        className={classNames(
          'font-display leading-none font-extrabold tracking-[-.03em]',
          isNet ? 'text-[2.75rem]' : 'text-[1.375rem]',
        )}
      >
        {children}
      </dd>
    </div>
  );
}

import { memo } from 'react';
import { CardHeading, CardRow } from '#web/console/CardRow.tsx';
import * as words from '#words/statementLine.ts';
import { LineButton, type LinesProps, LineWords } from './LinePieces.tsx';
import { clerkOf, usesOf, whenOf } from './toldLines.ts';

/** The lines of a month where no table has room. Those out of sight are not laid out: there may be a thousand. */
export const StatementCards = memo(function StatementCards({ lines, ...context }: LinesProps) {
  const { action, timeZone } = context;
  return (
    <ul aria-label={words.lines}>
      {lines.map((line) => {
        const { day, time } = whenOf(line, timeZone);
        const clerk = clerkOf(line);
        return (
          <CardRow
            key={line.id}
            id={line.id}
            className={`py-3! [contain-intrinsic-size:auto_78px] [content-visibility:auto] ${
              line.kind === 'reversed' ? 'bg-wheat-tint text-wheat-deep' : ''
            }`}
          >
            <div className="flex items-baseline justify-between gap-3">
              <CardHeading className="font-display! font-bold! tracking-[.02em]">{line.code}</CardHeading>
              <b className="font-display text-[1.125rem] font-extrabold tabular">
                <span className="sr-only">{words.usesHeard}</span>
                {usesOf(line)}
              </b>
            </div>
            <p className={`text-[0.9375rem] tabular ${line.kind === 'reversed' ? '' : 'text-muted'}`}>
              {day}, {time}
              {clerk !== null && <span className="wrap-anywhere">, {clerk}</span>}
            </p>
            <div className="flex items-end justify-between gap-3 text-[0.9375rem]">
              <div className="min-w-0">
                <LineWords line={line} context={context} />
              </div>
              {action.mayAct(line) && (
                <div className="-me-3 -mb-2 shrink-0">
                  <LineButton line={line} context={context} size="small" />
                </div>
              )}
            </div>
          </CardRow>
        );
      })}
    </ul>
  );
});

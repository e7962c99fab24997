import { CalendarDays, ChevronLeft, ChevronRight, Lock } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { dayOf } from '#shared/dates.ts';
import { formatShortDay } from '#words/dates.ts';
import * as words from '#words/statementMonth.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import type { ClosedMonth, Statement } from './contract.ts';
import {
  formatClosingDay,
  formatMonthName,
  formatYearMonth,
  type Month,
  monthAfter,
  monthBefore,
} from './months.ts';
import type { ShownMonth } from './useShownMonth.ts';

type MonthHeadProps = {
  shown: ShownMonth;
  /** What has come, be it of the month before. */
  statement: Statement | undefined;
  /** Newest first; none until they have come. */
  closed: readonly ClosedMonth[] | undefined;
  timeZone: TimeZone;
};

/** Which month it is, the way to the others, and whether it may still change. */
export function MonthHead({ shown, statement, closed, timeZone }: MonthHeadProps) {
  const { month, current, addressOf } = shown;
  const navigate = useNavigate();
  const isFirst = closed !== undefined && month <= firstMonth(closed, current);
  const isLast = month >= current;

  function show(other: Month) {
    void navigate(addressOf(other), { replace: true, preventScrollReset: true });
  }

  function pressKey(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'ArrowLeft' && !isFirst) show(monthBefore(month));
    else if (event.key === 'ArrowRight' && !isLast) show(monthAfter(month));
    else return;
    event.preventDefault();
  }

  const size = 'console';
  const touch = 'max-md:min-h-11 max-md:w-11';
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 ps-2 pe-3.5">
      <div role="group" aria-label={words.month} className="flex items-center">
        <IconButton
          icon={ChevronLeft}
          label={words.backTo(formatYearMonth(monthBefore(month)))}
          size={size}
          className={touch}
          onClick={() => show(monthBefore(month))}
          onKeyDown={pressKey}
          disabledReason={isFirst ? words.nothingBefore : undefined}
        />
        <h2
          aria-live="polite"
          className="font-display text-[1.375rem] leading-[1.15] font-[750] tracking-[-.022em] max-tiny:text-[1.125rem]"
        >
          {words.alone(formatYearMonth(month))}
        </h2>
        <IconButton
          icon={ChevronRight}
          label={words.onTo(formatYearMonth(monthAfter(month)))}
          size={size}
          className={touch}
          onClick={() => show(monthAfter(month))}
          onKeyDown={pressKey}
          disabledReason={isLast ? words.notOver(formatMonthName(month)) : undefined}
        />
      </div>
      {statement?.month === month && (
        <>
          {statement.closedAt === null ? (
            <Pill tone="sky" icon={CalendarDays} size="small">
              {words.openUntil(formatClosingDay(month))}
            </Pill>
          ) : (
            <Pill tone="sunk" icon={Lock} size="small">
              {words.closedOn(formatShortDay(dayOf(new Date(statement.closedAt), timeZone)))}
            </Pill>
          )}
          <p className="ms-auto text-muted tabular">{words.lineCount(statement.lines.length)}</p>
        </>
      )}
    </div>
  );
}

/** The first month that may have lines: the first closed one, or the last while it waits to be closed. */
function firstMonth(closed: readonly ClosedMonth[], current: Month): Month {
  return closed.reduce((first, { month }) => (month < first ? month : first), monthBefore(current));
}

import { CalendarDays, ChevronLeft, ChevronRight, Lock } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { useToday } from '#web/site/useToday.ts';
import { dayOf } from '#shared/dates.ts';
import { IconButton } from '#web/ui/ReasonButton.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { formatShortDay } from '#words/formats.ts';
import { statementMonth as words } from '#words/statements.tsx';
import { type ClosedMonth, month as monthSchema, type Statement } from './contract.ts';
import {
  formatClosingDay,
  formatMonthName,
  formatYearMonth,
  type Month,
  monthAfter,
  monthBefore,
} from './statementFormats.ts';

/** The month in the address, or the current month, which the address leaves out. */
export function useShownMonth() {
  const [searchParams] = useSearchParams();
  const currentMonth: Month = useToday().slice(0, 7);
  const { data: requested } = monthSchema.safeParse(searchParams.get('month'));
  const pastMonth = requested !== undefined && requested < currentMonth ? requested : undefined;

  function addressOf(month: Month) {
    const parameters = new URLSearchParams(searchParams);
    if (month === currentMonth) parameters.delete('month');
    else parameters.set('month', month);
    return { search: parameters.toString() };
  }

  return { month: pastMonth ?? currentMonth, pastMonth, currentMonth, addressOf };
}

export type ShownMonth = ReturnType<typeof useShownMonth>;

type MonthHeadProps = {
  shownMonth: ShownMonth;
  /** The statement that was loaded last, which may be of the month shown before. */
  statement: Statement | undefined;
  /** Newest first. */
  closedMonths: readonly ClosedMonth[] | undefined;
};

/** The month, buttons for the months around it, and whether it is closed. */
export function MonthHead({ shownMonth, statement, closedMonths }: MonthHeadProps) {
  const { month, currentMonth, addressOf } = shownMonth;
  const { timeZone } = useSiteInfo();
  const navigate = useNavigate();
  // Lines may begin with the first closed month. Without one they may begin last month, which may still be open.
  const firstMonth = closedMonths && (closedMonths.at(-1)?.month ?? monthBefore(currentMonth));
  const isFirst = firstMonth !== undefined && month <= firstMonth;
  const isLast = month >= currentMonth;

  function showMonth(target: Month) {
    void navigate(addressOf(target), { replace: true, preventScrollReset: true });
  }

  const buttonProps = { size: 'console', className: 'max-md:min-h-11 max-md:w-11' } as const;
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 ps-2 pe-3.5">
      <div role="group" aria-label={words.month} className="flex items-center">
        <IconButton
          {...buttonProps}
          icon={ChevronLeft}
          label={words.backTo(formatYearMonth(monthBefore(month)))}
          onClick={() => showMonth(monthBefore(month))}
          disabledReason={isFirst ? words.nothingBefore : undefined}
        />
        <h2
          aria-live="polite"
          className="font-display text-[1.375rem] leading-[1.15] font-[750] tracking-[-.022em] max-tiny:text-[1.125rem]"
        >
          {words.standalone(formatYearMonth(month))}
        </h2>
        <IconButton
          {...buttonProps}
          icon={ChevronRight}
          label={words.onTo(formatYearMonth(monthAfter(month)))}
          onClick={() => showMonth(monthAfter(month))}
          disabledReason={isLast ? words.monthNotOver(formatMonthName(month)) : undefined}
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

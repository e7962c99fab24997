import { Lock } from 'lucide-react';
import { Link } from 'react-router';
import { dayOf } from '#shared/dates.ts';
import { formatShortDay } from '#words/dates.ts';
import * as words from '#words/statementMonth.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { Card } from '#web/ui/Card.tsx';
import type { ClosedMonth } from './contract.ts';
import { formatMonthName, formatYearMonth, type Month } from './months.ts';
import { sealGroups, signed } from './toldLines.ts';
import type { ShownMonth } from './useShownMonth.ts';

type MonthsBeforeProps = { months: readonly ClosedMonth[]; shown: ShownMonth; timeZone: TimeZone };

/** The months that are closed, newest first, with what each came to and how its seal begins. */
export function MonthsBefore({ months, shown, timeZone }: MonthsBeforeProps) {
  if (months.length === 0) return null;
  return (
    <Card as="section" console flush aria-label={words.monthsBefore} className="overflow-clip">
      <h2 className="px-[18px] pt-3 pb-1 font-display text-[1.125rem] font-[750] tracking-[-.012em]">
        {words.monthsBefore}
      </h2>
      <ul className="mb-2 px-[18px]">
        {months.map(({ month, redeemed, reversed, net, closedAt, digest }) => (
          <li key={month} className="border-line not-first:border-t-[1.5px]">
            <Link
              to={shown.addressOf(month)}
              replace
              preventScrollReset
              aria-current={month === shown.month ? 'true' : undefined}
              className="-mx-2 grid min-h-10 grid-cols-[auto_minmax(0,1fr)_1.75rem_minmax(5.625rem,auto)_4.5rem] items-center gap-x-2 max-tiny:grid-cols-[auto_minmax(0,1fr)_1.75rem_minmax(5.625rem,auto)] rounded-console px-2 tabular hover:bg-sunk aria-[current=true]:bg-spruce-tint max-md:min-h-11 pointer-coarse:min-h-11"
            >
              <Lock size={15} aria-hidden="true" className="text-muted" />
              <span className="font-[650]">{words.alone(nameOf(month, shown.current))}</span>
              <span title={words.redeemedAndGivenBack(redeemed, reversed)}>
                {signed(net)}
                <span className="sr-only">{words.netHeard}</span>
              </span>
              <span className="text-[0.875rem] text-muted">
                {words.closedOnInList(formatShortDay(dayOf(new Date(closedAt), timeZone)))}
              </span>
              <span className="text-[0.875rem] text-muted max-tiny:sr-only">
                <span className="sr-only">{words.sealBegins}</span>
                {sealGroups(digest).slice(0, 2).join(' ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** With the year where it is another than the one that runs. */
function nameOf(month: Month, current: Month): string {
  return month.slice(0, 4) === current.slice(0, 4) ? formatMonthName(month) : formatYearMonth(month);
}

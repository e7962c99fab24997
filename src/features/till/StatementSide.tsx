import { Lock } from 'lucide-react';
import { Link } from 'react-router';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { dayOf } from '#shared/dates.ts';
import { Card } from '#web/ui/Card.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { formatShortDay } from '#words/formats.ts';
import { statementMonth as words } from '#words/statements.tsx';
import type { ClosedMonth, Statement } from './contract.ts';
import type { ShownMonth } from './MonthHead.tsx';
import {
  formatMonthName,
  formatSeal,
  formatSigned,
  formatYearMonth,
  formatTotals,
} from './statementFormats.ts';

const titleClass = 'font-display text-[1.125rem] font-[750] tracking-[-.012em]';

/** A month's totals, and its seal once it is closed. */
export function Totals({ statement: { month, totals, digest } }: { statement: Statement }) {
  return (
    <Card as="section" console flush aria-label={words.totalOf(formatMonthName(month))}>
      <h2 className={`px-[18px] py-3 ${titleClass}`}>{words.totalOf(formatMonthName(month))}</h2>
      <dl className="tabular *:flex *:min-h-[42px] *:items-center *:justify-between *:border-t-[1.5px] *:border-line *:px-[18px] *:last:min-h-18 *:last:border-plank *:last:font-[650] [&>:last-child>dd]:text-[2.75rem]">
        {formatTotals(totals).map(({ label, figure }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="font-display text-[1.375rem] leading-none font-extrabold tracking-[-.03em]">
              {figure}
            </dd>
          </div>
        ))}
      </dl>
      {digest !== null && (
        <div className="border-t-[1.5px] border-line px-[18px] py-3">
          <p className="text-[0.84375rem] text-muted">{words.seal}</p>
          <p className="mt-1 mb-2 max-w-80 font-display text-[0.875rem] leading-[1.5] font-bold tracking-[.02em] tabular">
            {formatSeal(digest)}
          </p>
          <CopyButton text={digest} label={words.copySeal} kind="ghost" size="row" className="-ms-2.5" />
        </div>
      )}
    </Card>
  );
}

type ClosedMonthsProps = { closedMonths: readonly ClosedMonth[]; shownMonth: ShownMonth };

/** The closed months with their net uses, newest first. */
export function ClosedMonths({ closedMonths, shownMonth }: ClosedMonthsProps) {
  const { timeZone } = useSiteInfo();
  return (
    <Card as="section" console flush aria-label={words.monthsBefore} className="overflow-clip">
      <h2 className={`px-[18px] pt-3 pb-1 ${titleClass}`}>{words.monthsBefore}</h2>
      <ul className="mb-2 divide-y-[1.5px] divide-line px-[18px]">
        {closedMonths.map(({ month, net, closedAt }) => (
          <li key={month}>
            <Link
              to={shownMonth.addressOf(month)}
              replace
              preventScrollReset
              aria-current={month === shownMonth.month ? 'true' : undefined}
              className="-mx-2 flex min-h-10 items-center gap-x-2 rounded-console px-2 tabular hover:bg-sunk aria-[current=true]:bg-spruce-tint max-md:min-h-11 pointer-coarse:min-h-11"
            >
              <Lock size={15} aria-hidden="true" className="text-muted" />
              <span className="flex-1 font-[650]">{words.standalone(formatYearMonth(month))}</span>
              <span>
                {formatSigned(net)}
                <span className="sr-only">{words.netForScreenReaders}</span>
              </span>
              <span className="min-w-24 text-end text-[0.875rem] text-muted">
                {words.closedOnInList(formatShortDay(dayOf(new Date(closedAt), timeZone)))}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

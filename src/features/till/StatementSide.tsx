import { Lock } from 'lucide-react';
import { Link } from 'react-router';
import { dayOf } from '#shared/dates.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { Card } from '#web/ui/Card.tsx';
import { classNames } from '#web/ui/classNames.ts';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { formatShortDay } from '#words/formats.ts';
import { statementMonth as words } from '#words/statements.tsx';
import type { ClosedMonth, Statement } from './contract.ts';
import type { ShownMonth } from './MonthHead.tsx';
import { formatMonthName, formatYearMonth, sealGroups, signed } from './statementFormats.ts';

const title = 'font-display text-[1.125rem] font-[750] tracking-[-.012em]';

/** A month's totals, and its seal once it is closed. */
export function Totals({ statement: { month, totals, digest } }: { statement: Statement }) {
  return (
    <Card as="section" console flush aria-label={words.totalOf(formatMonthName(month))}>
      <h2 className={`px-[18px] py-3 ${title}`}>{words.totalOf(formatMonthName(month))}</h2>
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
          <p className="mt-1 mb-2 max-w-80 font-display text-[0.875rem] leading-[1.5] font-bold tracking-[.02em] tabular">
            {sealGroups(digest).join(' ')}
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

type MonthsBeforeProps = { closed: readonly ClosedMonth[]; shown: ShownMonth; timeZone: TimeZone };

/** The closed months, newest first, with totals and the start of each seal. */
export function MonthsBefore({ closed, shown, timeZone }: MonthsBeforeProps) {
  return (
    <Card as="section" console flush aria-label={words.monthsBefore} className="overflow-clip">
      <h2 className={`px-[18px] pt-3 pb-1 ${title}`}>{words.monthsBefore}</h2>
      <ul className="mb-2 px-[18px]">
        {closed.map(({ month, redeemed, reversed, net, closedAt, digest }) => (
          <li key={month} className="border-line not-first:border-t-[1.5px]">
            <Link
              to={shown.addressOf(month)}
              replace
              preventScrollReset
              aria-current={month === shown.month ? 'true' : undefined}
              className="-mx-2 grid min-h-10 grid-cols-[auto_minmax(0,1fr)_1.75rem_minmax(5.625rem,auto)_4.5rem] items-center gap-x-2 max-tiny:grid-cols-[auto_minmax(0,1fr)_1.75rem_minmax(5.625rem,auto)] rounded-console px-2 tabular hover:bg-sunk aria-[current=true]:bg-spruce-tint max-md:min-h-11 pointer-coarse:min-h-11"
            >
              <Lock size={15} aria-hidden="true" className="text-muted" />
              <span className="font-[650]">
                {words.alone(
                  month.slice(0, 4) === shown.current.slice(0, 4)
                    ? formatMonthName(month)
                    : formatYearMonth(month),
                )}
              </span>
              <span title={words.redeemedAndGivenBack(redeemed, reversed)}>
                {signed(net)}
                <span className="sr-only">{words.netHeard}</span>
              </span>
              <span className="text-[0.875rem] text-muted">
                {words.closedOnInList(formatShortDay(dayOf(new Date(closedAt), timeZone)))}
              </span>
              <span className="text-[0.8125rem] whitespace-nowrap text-muted max-tiny:sr-only">
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

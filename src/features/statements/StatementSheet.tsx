import { useDeferredValue, useMemo } from 'react';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { useToday } from '#features/site/useToday.ts';
import { dayOf } from '#shared/dates.ts';
import { formatInstant } from '#words/dates.ts';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import * as lineWords from '#words/statementLine.ts';
import * as monthWords from '#words/statementMonth.ts';
import * as words from '#words/statementSheet.ts';
import type { Statement } from './contract.ts';
import { closingDay, formatClosingDay, formatMonthDays, formatMonthName } from './months.ts';
import './statementSheet.css';
import { clerkOf, sealGroups, signed, type ToldLine, usesOf, whenOf, wordsOf } from './toldLines.ts';

/** How many of the last lines share a page with the totals, which never stand alone. */
const TOGETHER = 3;

const columns = [
  lineWords.date,
  lineWords.time,
  lineWords.code,
  lineWords.clerk,
  lineWords.what,
  lineWords.uses,
];

type StatementSheetProps = { statement: Statement; lines: readonly ToldLine[] };

/** The statement on paper. It comes after what is on the screen: a thousand lines would hold that up. */
export function StatementSheet({ statement, lines }: StatementSheetProps) {
  const sheet = useMemo(() => <Sheet statement={statement} lines={lines} />, [statement, lines]);
  return useDeferredValue(sheet, null);
}

/** All of its lines, whatever the screen has room for. */
function Sheet({ statement, lines }: StatementSheetProps) {
  const { timeZone, organization } = useSiteInfo();
  const today = useToday();
  const { partner, month, totals, closedAt, digest } = statement;
  const { addressLines, email, phone } = organization;

  /** Why a use that was taken in another month is given back in this one. */
  function closedMonthOf({ originalAt }: ToldLine): string {
    const original = originalAt && dayOf(new Date(originalAt), timeZone).slice(0, 7);
    if (!original || original >= month || today < closingDay(original)) return '';
    return words.isClosed(formatMonthName(original));
  }

  function row(line: ToldLine) {
    const { day, time } = whenOf(line, timeZone);
    const { first, rest } = wordsOf(line, timeZone);
    return (
      <tr key={line.id} className={line.kind}>
        <td>{day}</td>
        <td>{time}</td>
        <td>{line.code}</td>
        <td>{clerkOf(line)}</td>
        <td>
          {first}
          {rest}
          {closedMonthOf(line)}
          {line.dispute && words.saysNotOurs}
          {line.dispute && line.dispute.answer !== null && words.answered}
        </td>
        <td>{usesOf(line)}</td>
      </tr>
    );
  }

  return (
    <article className="statement-sheet">
      <header className="statement-sheet-head">
        <Wordmark size="till" />
        <p>
          {addressLines.length > 0 && <span>{addressLines.join(', ')}</span>}
          <span>{[email, phone].filter(Boolean).join(', ')}</span>
        </p>
      </header>
      <h1>{words.heading}</h1>
      <div className="statement-sheet-whose">
        <div>
          <h2>{partner.name}</h2>
          <p>{formatMonthDays(month)}</p>
        </div>
        <p>
          {closedAt === null
            ? words.openUntil(formatClosingDay(month))
            : words.closedAt(formatInstant(new Date(closedAt), timeZone))}
        </p>
      </div>
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{lines.slice(0, -TOGETHER).map(row)}</tbody>
        <tbody className="statement-sheet-end">
          {lines.slice(-TOGETHER).map(row)}
          {lines.length === 0 && (
            <tr>
              <td colSpan={6}>{words.nothingRedeemed(formatMonthName(month))}</td>
            </tr>
          )}
          <tr className="statement-sheet-foot">
            <td colSpan={6}>
              <Totals totals={totals} />
            </td>
          </tr>
          <tr className="statement-sheet-foot">
            <td colSpan={6}>
              <footer>
                <p>
                  {words.howItIsKept}
                  <br />
                  {words.notYours(words.officeReach(organization))}
                </p>
                {digest !== null && (
                  <p>
                    {monthWords.seal}
                    <b>
                      {sealGroups(digest).map((group, index) => (
                        // A seal may have the same four twice.
                        // oxlint-disable-next-line react/no-array-index-key
                        <span key={index}>{group} </span>
                      ))}
                    </b>
                  </p>
                )}
              </footer>
            </td>
          </tr>
        </tbody>
      </table>
    </article>
  );
}

function Totals({ totals }: Pick<Statement, 'totals'>) {
  return (
    <dl>
      <div>
        <dt>{monthWords.redeemed}</dt>
        <dd>{signed(totals.redeemed)}</dd>
      </div>
      <div>
        <dt>{monthWords.givenBack}</dt>
        <dd>{signed(-totals.reversed)}</dd>
      </div>
      <div>
        <dt>{words.netUses}</dt>
        <dd>{signed(totals.net)}</dd>
      </div>
    </dl>
  );
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useRowKeys } from '#web/console/useRowKeys.ts';
import { AnswerDialog } from './AnswerDialog.tsx';
import { contract, type Dispute } from './contract.ts';
import { DisputeSlab } from './DisputeSlab.tsx';
import { GiveBackDialog } from './GiveBackDialog.tsx';
import type { LineAction } from './LinePieces.tsx';
import { MonthsBefore } from './MonthsBefore.tsx';
import { StatementLayout } from './StatementLayout.tsx';
import { StatementLines } from './StatementLines.tsx';
import { StatementSheet } from './StatementSheet.tsx';
import { StatementTotals } from './StatementTotals.tsx';
import { mayBeGivenBack, toldLines, type ToldLine } from './toldLines.ts';
import { useShownMonth } from './useShownMonth.ts';

const none: readonly ToldLine[] = [];

/** A store's account of a month, as the office sees it. */
export function StatementTab({ partnerId }: { partnerId: number }) {
  const { timeZone } = useSiteInfo();
  const shown = useShownMonth();
  const params = { id: partnerId };
  const query = useQuery({
    ...endpointQuery(contract.statement, { params, query: { month: shown.named } }),
    placeholderData: keepPreviousData,
  });
  const closed = useQuery(endpointQuery(contract.closedMonths, { params }));
  const [givingBack, setGivingBack] = useState<ToldLine | null>(null);
  const [answering, setAnswering] = useState<{
    dispute: Dispute;
    line: ToldLine;
    giveBack: boolean;
  } | null>(null);
  const statement = query.data;
  const lines = useMemo(() => (statement ? toldLines(statement) : none), [statement]);
  const action = useMemo<LineAction>(
    () => ({ label: 'Give back', mayAct: mayBeGivenBack, act: setGivingBack }),
    [],
  );
  useRowKeys({ rows: lines });

  return (
    <>
      <div className="print:hidden">
        <StatementLayout
          side={
            <>
              {statement && <StatementTotals statement={statement} />}
              {lines.map((line) => {
                const { dispute } = line;
                if (dispute?.answer !== null) return null;
                const settle = (giveBack: boolean) => setAnswering({ dispute, line, giveBack });
                return (
                  <DisputeSlab
                    key={line.id}
                    dispute={dispute}
                    line={line}
                    timeZone={timeZone}
                    onAnswer={() => settle(false)}
                    onGiveBack={() => settle(true)}
                  />
                );
              })}
              {closed.data && <MonthsBefore months={closed.data.months} shown={shown} timeZone={timeZone} />}
            </>
          }
        >
          <StatementLines
            shown={shown}
            query={query}
            closed={closed.data?.months}
            failure={errorMessage(query.error, 'Failed to load the statement')}
            lines={lines}
            timeZone={timeZone}
            reader="office"
            action={action}
          />
        </StatementLayout>
      </div>
      {statement && <StatementSheet statement={statement} lines={lines} />}
      {givingBack && (
        <GiveBackDialog line={givingBack} timeZone={timeZone} onClose={() => setGivingBack(null)} />
      )}
      {answering && <AnswerDialog {...answering} timeZone={timeZone} onClose={() => setAnswering(null)} />}
    </>
  );
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Flag, Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useRowKeys } from '#web/console/useRowKeys.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { contract, type Dispute } from './contract.ts';
import { MonthsBefore } from './MonthsBefore.tsx';
import { AnswerDialog, GiveBackDialog } from './SettlingDialogs.tsx';
import { StatementLayout } from './StatementLayout.tsx';
import { type LineAction, StatementLines } from './StatementLines.tsx';
import { StatementSheet } from './StatementSheet.tsx';
import { StatementTotals } from './StatementTotals.tsx';
import { lineName, mayBeGivenBack, toldLines, type ToldLine } from './toldLines.ts';
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
            failure={(error) => errorMessage(error, 'Failed to load the statement')}
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

type DisputeSlabProps = {
  dispute: Dispute;
  line: ToldLine;
  timeZone: TimeZone;
  onAnswer: () => void;
  onGiveBack: () => void;
};

/** A line of which the store says that it is not its own, and the two ways to settle it. */
function DisputeSlab({ dispute, line, timeZone, onAnswer, onGiveBack }: DisputeSlabProps) {
  return (
    <Card
      as="section"
      console
      tone="clay"
      aria-label="The store says: not ours"
      className="p-[18px]! pt-3.5!"
    >
      <h2 className="flex items-center gap-2.5 text-base font-[650] text-clay-deep">
        <Flag size={17} aria-hidden="true" />
        The store says: not ours
      </h2>
      <p className="mt-1.5 leading-[1.45] wrap-anywhere">
        {lineName(line, timeZone)}
        {dispute.note !== null && `: “${dispute.note}”`}
      </p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button kind="outline" size="console" className="max-md:min-h-11" onClick={onAnswer}>
          Answer
        </Button>
        {mayBeGivenBack(line) && (
          <Button
            kind="clayGhost"
            size="console"
            icon={Undo2}
            className="max-md:min-h-11"
            onClick={onGiveBack}
          >
            Give it back
          </Button>
        )}
      </div>
    </Card>
  );
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { endpointUrl } from '#shared/endpoint.ts';
import * as titles from '#words/titles.ts';
import { ApiError, errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { TagObject } from '#web/art/TagObject.tsx';
import { PublicLayout } from '#web/layouts/PublicLayout.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { notOurs } from '#words/statementLine.ts';
import { officeReach } from '#words/statementSheet.ts';
import * as words from '#words/storeStatement.tsx';
import { contract, type Statement } from './contract.ts';
import { MonthsBefore } from './MonthsBefore.tsx';
import { NotOursDialog } from './NotOursDialog.tsx';
import { CsvButton, PrintButton } from './StatementButtons.tsx';
import { fileNameOf } from './rules.ts';
import { StatementLayout } from './StatementLayout.tsx';
import { type LineAction, StatementLines } from './StatementLines.tsx';
import { StatementSheet } from './StatementSheet.tsx';
import { StatementTotals } from './StatementTotals.tsx';
import { toldLines, type ToldLine } from './toldLines.ts';
import { useShownMonth } from './useShownMonth.ts';

/** A store's own account, for whoever has its link. */
export default function StoreStatementPage() {
  const { token = '' } = useParams();
  return (
    <PublicLayout ground="sunk">
      <title>{titles.storeStatement}</title>
      <meta name="robots" content="noindex" />
      <StoreStatement key={token} token={token} />
    </PublicLayout>
  );
}

const none: readonly ToldLine[] = [];

/** A store may say of a use that it is not its own, once, while it counts. */
function mayBeDisputed({ kind, givenBackAt, dispute }: ToldLine): boolean {
  return kind === 'redeemed' && givenBackAt === null && dispute === null;
}

function StoreStatement({ token }: { token: string }) {
  const { timeZone, organization } = useSiteInfo();
  const shown = useShownMonth();
  const query = useQuery({
    ...endpointQuery(contract.storeStatement, { params: { token }, query: { month: shown.named } }),
    placeholderData: keepPreviousData,
    // Whoever comes back wants to see what was answered meanwhile.
    staleTime: 0,
  });
  const [disputing, setDisputing] = useState<ToldLine | null>(null);
  const statement = query.data;
  const lines = useMemo(() => (statement ? toldLines(statement) : none), [statement]);
  const action = useMemo<LineAction>(
    () => ({ label: notOurs, mayAct: mayBeDisputed, act: setDisputing }),
    [],
  );
  if (query.error instanceof ApiError && query.error.status === 404) return <LinkEnded />;

  return (
    <>
      <div className="container-page pt-8 pb-14 t-console bar:pt-12 print:hidden">
        <div className="mb-5 flex flex-wrap items-end gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-72">
            <h1 className="t-2 wrap-anywhere">{statement?.partner.name ?? words.heading}</h1>
            <p className="mt-1.5 text-base text-muted">{words.lead}</p>
          </div>
          {statement && (
            <div className="flex items-center gap-1 sm:gap-3 [&_:is(a,button)]:min-h-11">
              <CsvButton
                href={endpointUrl(contract.storeStatementFile, {
                  params: { token },
                  query: { month: shown.named },
                })}
              />
              <PrintButton />
            </div>
          )}
        </div>
        <StatementLayout
          side={
            statement && (
              <>
                <StatementTotals statement={statement} />
                <MonthsBefore months={statement.months} shown={shown} timeZone={timeZone} />
                <HowItIsKept statement={statement} office={officeReach(organization)} />
              </>
            )
          }
        >
          <StatementLines
            shown={shown}
            query={query}
            closed={statement?.months}
            failure={(error) => errorMessage(error, words.failed)}
            lines={lines}
            timeZone={timeZone}
            reader="store"
            action={action}
          />
        </StatementLayout>
      </div>
      {statement && <StatementSheet statement={statement} lines={lines} />}
      {disputing && (
        <NotOursDialog
          token={token}
          line={disputing}
          timeZone={timeZone}
          onClose={() => setDisputing(null)}
        />
      )}
    </>
  );
}

function HowItIsKept({
  statement: { partner, month, digest },
  office,
}: {
  statement: Statement;
  office: string;
}) {
  return (
    <div className="grid gap-2 px-1 text-[0.9375rem] leading-[1.5] text-muted">
      <p>{words.notYours(office)}</p>
      <p>
        {words.closedForGood}
        {digest !== null && (
          <>
            {' '}
            {words.checkSeal(
              <code className="font-mono text-[0.875rem] wrap-anywhere">
                sha256sum {fileNameOf(partner, month)}
              </code>,
            )}
          </>
        )}
      </p>
    </div>
  );
}

function LinkEnded() {
  return (
    <div className="mx-auto w-full max-w-[38rem] px-5 pt-10 pb-16 text-center bar:pt-16">
      <h1 className="t-2">{words.linkEnded}</h1>
      <EmptyState object={TagObject} title={words.notHere} text={words.askAgain} />
    </div>
  );
}

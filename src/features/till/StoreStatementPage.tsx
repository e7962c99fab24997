import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { endpointUrl } from '#shared/endpoint.ts';
import { ApiError } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { TagObject } from '#web/art/TagObject.tsx';
import { PublicLayout } from '#web/layouts/PublicLayout.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { titles } from '#words/site.ts';
import { storeStatement as words } from '#words/statements.tsx';
import { contract, type Statement } from './contract.ts';
import { useShownMonth } from './MonthHead.tsx';
import { statementFileName } from './rules.ts';
import { StatementButtons, StatementView } from './StatementView.tsx';

/** A store's statements, for everyone who has the store's link. */
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

function StoreStatement({ token }: { token: string }) {
  const shownMonth = useShownMonth();
  const query = useQuery({
    ...endpointQuery(contract.storeStatement, { params: { token }, query: { month: shownMonth.pastMonth } }),
    placeholderData: keepPreviousData,
    // The store may have taken uses since, and the office may have given some back.
    staleTime: 0,
  });
  const statement = query.data;
  if (query.error instanceof ApiError && query.error.status === 404) return <LinkEnded />;

  return (
    <div className="container-page pt-8 pb-14 t-console bar:pt-12 print:p-0">
      <div className="mb-5 flex flex-wrap items-end gap-x-6 gap-y-3 print:hidden">
        <div className="min-w-0 flex-1 basis-72">
          <h1 className="t-2 wrap-anywhere">{statement?.partner.name ?? words.heading}</h1>
          <p className="mt-1.5 text-base text-muted">{words.lead}</p>
        </div>
        {statement && (
          <div className="flex flex-wrap items-center gap-1 sm:gap-3 [&_:is(a,button)]:min-h-11">
            <StatementButtons
              fileUrl={(separator) =>
                endpointUrl(contract.storeStatementFile, {
                  params: { token },
                  query: { month: shownMonth.pastMonth, separator },
                })
              }
            />
          </div>
        )}
      </div>
      <StatementView shownMonth={shownMonth} query={query} closedMonths={statement?.months}>
        {statement && <Notes statement={statement} />}
      </StatementView>
    </div>
  );
}

/** Tells the store what to do about a wrong line, and how to check a seal. */
function Notes({ statement: { partner, month, digest } }: { statement: Statement }) {
  const { email } = useSiteInfo().organization;
  return (
    <div className="grid gap-2 px-1 text-[0.9375rem] leading-[1.5] text-muted">
      <p>
        {words.notYours(
          <a href={`mailto:${email}`} className="underline underline-offset-4 wrap-anywhere hover:text-ink">
            {email}
          </a>,
        )}
      </p>
      <p>
        {words.closedForGood}
        {digest !== null && (
          <>
            {' '}
            {words.checkSeal(
              <code className="font-mono text-[0.875rem] wrap-anywhere">
                sha256sum {statementFileName(partner, month)}
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

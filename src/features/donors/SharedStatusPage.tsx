import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { titles } from '#words/site.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { NetworkError } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Duck } from '#web/art/Duck.tsx';
import { Teapot } from '#web/art/Teapot.tsx';
import { Vase } from '#web/art/Vase.tsx';
import { PublicLayout } from '#web/layouts/PublicLayout.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { Shelf } from '#web/ui/Shelf.tsx';
import { sharedStatus as words } from '#words/dashboard.tsx';
import { formatCount } from '#words/formats.ts';
import { contract } from './contract.ts';

type Status = EndpointResponse<typeof contract.publicStatus>;

export default function SharedStatusPage() {
  const { shareToken = '' } = useParams();
  // Dropped when the page is left, because donations may be confirmed meanwhile.
  const status = useQuery({ ...endpointQuery(contract.publicStatus, { params: { shareToken } }), gcTime: 0 });
  return (
    <PublicLayout ground="sunk">
      <title>{titles.sharedStatus}</title>
      <meta name="robots" content="noindex" />
      <div className="mx-auto w-full max-w-[38rem] px-5 pt-10 pb-16 bar:pt-16">
        <Shelf thickness={9} rowClassName="justify-between px-7 sm:px-12">
          <Teapot size={92} />
          <Vase size={104} />
          <Duck size={84} />
        </Shelf>
        <Card className="rounded-t-none border-t-0">
          <h1 className="t-2">{words.heading}</h1>
          {status.data && <Totals status={status.data} />}
          {status.isPending && (
            <p role="status" className="mt-2 text-muted">
              {words.loading}
            </p>
          )}
          {status.isError && !status.data && (
            <Failure
              error={status.error}
              onRetry={() => void status.refetch()}
              retrying={status.isFetching}
            />
          )}
        </Card>
      </div>
    </PublicLayout>
  );
}

function Totals({ status: { displayName, totals } }: { status: Status }) {
  return (
    <>
      {displayName && <p className="t-lead mt-1.5 wrap-anywhere text-muted">{displayName}</p>}
      <dl className="mt-5 grid divide-line rounded-card border-[1.5px] border-line max-sm:divide-y-[1.5px] sm:grid-cols-3 sm:divide-x-[1.5px]">
        <Tile label={words.totalDonations} count={totals.all} />
        <Tile label={words.confirmed} count={totals.confirmed} />
        <Tile label={words.pending} count={totals.pending} />
      </dl>
      <p className="t-small mt-4 text-muted">{words.pendingNote}</p>
      <div className="mt-6 flex flex-wrap gap-2 max-sm:[&>*]:grow">
        <Button asChild>
          <Link to={paths.log}>{words.logDonation}</Link>
        </Button>
        <Button asChild kind="ghost">
          <Link to={paths.section('how-it-works')}>{words.howItWorks}</Link>
        </Button>
      </div>
    </>
  );
}

function Tile({ label, count }: { label: string; count: number }) {
  return (
    <div className="px-4 py-3 max-sm:flex max-sm:items-center max-sm:justify-between max-sm:gap-4">
      <dt className="t-small text-muted">{label}</dt>
      <dd className="t-figure tabular wrap-anywhere">{formatCount(count)}</dd>
    </div>
  );
}

type FailureProps = { error: Error; onRetry: () => void; retrying: boolean };

function Failure({ error, onRetry, retrying }: FailureProps) {
  if (error instanceof NetworkError) {
    return (
      <ErrorBanner className="mt-4" message={words.noConnection} onRetry={onRetry} retrying={retrying} />
    );
  }
  return (
    <>
      <p role="alert" className="mt-3 font-[650]">
        {words.notFound}
      </p>
      <p className="mt-1 text-muted">{words.notFoundText}</p>
      <Button asChild className="mt-5">
        <Link to={paths.home}>{words.goHome}</Link>
      </Button>
    </>
  );
}

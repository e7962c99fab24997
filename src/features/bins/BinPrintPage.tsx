import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Printer } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import * as titles from '#web/console/titles.ts';
import { Bin } from '#web/art/Bin.tsx';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { consoleColumn, consoleHeading, ConsolePageLayout } from '#web/console/ConsolePageLayout.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { Skeleton, SkeletonBox } from '#web/ui/Skeleton.tsx';
import { BinSheet } from './BinSheet.tsx';
import { contract } from './contract.ts';
import { LocalAddressNote } from './LocalAddressNote.tsx';
import { choiceIn, type PrintChoice, queryOf } from './paper.ts';
import { PrintChoices } from './PrintChoices.tsx';

/** As many bins as one answer holds. */
const MOST_BINS = 200;

const everyBin = { query: { limit: MOST_BINS } };

export default function BinPrintPage() {
  const list = useQuery(endpointQuery(contract.managedBins, everyBin));
  const [searchParams, setSearchParams] = useSearchParams();
  // The address follows and does not lead: it changes a moment later, and a box must be ticked at once.
  const [choice, setChoice] = useState(() => choiceIn(searchParams));
  const { paper } = choice;
  const bins = list.data?.items ?? [];
  // Until someone chooses: an inactive bin's codes lead donors to a bin that is not there.
  const chosen = choice.bins ?? new Set(bins.filter((bin) => bin.isActive).map((bin) => bin.id));
  const sheets = bins.filter((bin) => chosen.has(bin.id));

  function choose(change: Partial<PrintChoice>) {
    const next = { ...choice, ...change };
    setChoice(next);
    setSearchParams(queryOf(next), { replace: true, preventScrollReset: true });
  }

  return (
    <ConsolePageLayout className={`${consoleColumn} pt-5 pb-10 sm:pt-7 print:max-w-none print:p-0`}>
      <title>{titles.consoleBinPrint}</title>
      <meta name="robots" content="noindex" />
      <div className="print:hidden">
        <Link
          to={paths.consoleBins}
          className="inline-flex min-h-11 items-center gap-1.5 rounded-console font-semibold text-spruce underline-offset-4 hover:underline"
        >
          <ArrowLeft size={17} aria-hidden="true" />
          Drop bin management
        </Link>
        <h1 className={consoleHeading}>Print bin sheets</h1>
        <p className="mt-2 max-w-[60ch] text-base text-muted">
          One page a bin, to hang on it at eye level: both QR codes, its name and code, and what each code
          does.
        </p>
        {list.isError && (
          <ErrorBanner
            message={errorMessage(list.error, 'Failed to load drop bins')}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
            className="mt-5"
          />
        )}
        {list.isPending && <Skeleton rows={5} row={<SkeletonBox className="h-6 w-72" />} className="mt-6" />}
        {list.data?.total === 0 && (
          <EmptyState
            object={Bin}
            title="No bins."
            text="Add a bin first; then its sheet is here."
            action={
              <Button asChild kind="outline" size="small">
                <Link to={paths.consoleBins}>Drop bin management</Link>
              </Button>
            }
            className="py-10"
          />
        )}
        {list.data && bins.length > 0 && (
          <>
            <LocalAddressNote publicUrl={list.data.publicUrl} className="mt-5" />
            <PrintChoices
              bins={bins}
              total={list.data.total}
              chosen={chosen}
              onChoose={(ids) => choose({ bins: new Set(ids) })}
              paper={paper}
              onPaper={(next) => choose({ paper: next })}
            />
            <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
              <Button
                size="medium"
                icon={Printer}
                disabledReason={sheets.length === 0 ? 'Choose a bin first.' : undefined}
                onClick={() => window.print()}
              >
                {sheets.length === 1 ? 'Print 1 sheet' : `Print ${sheets.length} sheets`}
              </Button>
              <p className="text-muted">Print at 100 %, not “fit to page”.</p>
            </div>
          </>
        )}
      </div>
      {list.data && sheets.length > 0 && (
        <section
          aria-label="Preview"
          className="mt-8 grid max-w-[1000px] gap-6 [&>*]:border-[1.5px] [&>*]:border-line sm:grid-cols-2 print:mt-0 print:block print:max-w-none print:[&>*]:border-0"
        >
          {sheets.map((bin) => (
            <BinSheet key={bin.id} bin={bin} paper={paper} publicUrl={list.data.publicUrl} />
          ))}
        </section>
      )}
    </ConsolePageLayout>
  );
}

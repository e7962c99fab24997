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
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { Button } from '#web/ui/Button.tsx';
import { ReasonButton } from '#web/ui/ReasonButton.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { Checkbox, Field } from '#web/ui/Field.tsx';
import { FieldSizeContext } from '#web/ui/fieldContext.ts';
import { StatusPill } from '#web/ui/Pill.tsx';
import { Skeleton, SkeletonBox } from '#web/ui/Skeleton.tsx';
import { BinPoster } from './BinPoster.tsx';
import { contract, type DropBin } from './contract.ts';
import { LocalAddressNote } from './QrCodesDialog.tsx';

/** The most bins that one API answer holds. */
const MAX_BINS = 200;

export default function BinPrintPage() {
  const list = useQuery(endpointQuery(contract.managedBins, { query: { limit: MAX_BINS } }));
  const { phone, email } = useSiteInfo().organization;
  const [searchParams, setSearchParams] = useSearchParams();
  // The ids are React state too: the address changes a moment later, but a box must be ticked at once.
  const [idsText, setIdsText] = useState(() => searchParams.get('bins'));
  const bins = list.data?.items ?? [];
  // The active bins are chosen first: codes of an inactive bin lead donors to a bin that is gone.
  const chosenIds = new Set(
    idsText?.split(',').map(Number) ?? bins.filter(({ isActive }) => isActive).map(({ id }) => id),
  );
  const chosenBins = bins.filter(({ id }) => chosenIds.has(id));

  function chooseBins(ids: readonly number[]) {
    setIdsText(ids.join(','));
    setSearchParams({ bins: ids.join(',') }, { replace: true, preventScrollReset: true });
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
          Bins
        </Link>
        <h1 className={consoleHeading}>Print posters</h1>
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
            text="Add a bin first; then its poster is here."
            action={
              <Button asChild kind="outline" size="small">
                <Link to={paths.consoleBins}>Bins</Link>
              </Button>
            }
            className="py-10"
          />
        )}
        {list.data && bins.length > 0 && (
          <>
            <LocalAddressNote publicUrl={list.data.publicUrl} className="mt-5" />
            <BinChoice bins={bins} total={list.data.total} chosenBins={chosenBins} onChoose={chooseBins} />
            <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
              <ReasonButton
                size="medium"
                icon={Printer}
                disabledReason={chosenBins.length === 0 ? 'Choose a bin first.' : undefined}
                onClick={() => window.print()}
              >
                {chosenBins.length === 1 ? 'Print 1 poster' : `Print ${chosenBins.length} posters`}
              </ReasonButton>
              <p className="text-muted">Letter paper, at 100 %, not “fit to page”.</p>
            </div>
          </>
        )}
      </div>
      {list.data && chosenBins.length > 0 && (
        <section aria-label="Preview" className="mt-8 flex flex-wrap gap-6 print:mt-0 print:block">
          {chosenBins.map((bin) => (
            <BinPoster key={bin.id} bin={bin} publicUrl={list.data.publicUrl} contact={phone ?? email} />
          ))}
        </section>
      )}
    </ConsolePageLayout>
  );
}

type BinChoiceProps = {
  bins: readonly DropBin[];
  /** How many bins there are, including those that were not loaded. */
  total: number;
  chosenBins: readonly DropBin[];
  onChoose: (ids: readonly number[]) => void;
};

function BinChoice({ bins, total, chosenBins, onChoose }: BinChoiceProps) {
  const areAllChosen = chosenBins.length === bins.length;
  const chosenIds = chosenBins.map(({ id }) => id);
  return (
    <FieldSizeContext value="page">
      <fieldset className="mt-6 min-w-0">
        <legend className="mb-2 text-base font-[650]">Bins</legend>
        <Field inline label="All bins" className="min-h-11 items-center">
          <Checkbox
            checked={areAllChosen}
            indeterminate={!areAllChosen && chosenBins.length > 0}
            onChange={() => onChoose(areAllChosen ? [] : bins.map(({ id }) => id))}
          />
        </Field>
        <ul className="grid gap-x-8 border-t-[1.5px] border-line pt-1 sm:grid-cols-2 lg:grid-cols-3">
          {bins.map((bin) => (
            <li key={bin.id}>
              <Field
                inline
                className="min-h-11 items-center py-1.5"
                label={
                  <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1">
                    <span className="min-w-0 wrap-anywhere">{bin.name}</span>
                    {!bin.isActive && <StatusPill status="inactive" size="small" />}
                  </span>
                }
              >
                <Checkbox
                  checked={chosenBins.includes(bin)}
                  onChange={({ currentTarget: { checked } }) =>
                    onChoose(checked ? [...chosenIds, bin.id] : chosenIds.filter((id) => id !== bin.id))
                  }
                />
              </Field>
            </li>
          ))}
        </ul>
        {total > bins.length && (
          <p className="mt-2 text-muted">{`Only the first ${bins.length} of ${total} bins are here.`}</p>
        )}
      </fieldset>
    </FieldSizeContext>
  );
}

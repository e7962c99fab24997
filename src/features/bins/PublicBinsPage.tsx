import { useQuery } from '@tanstack/react-query';
import { CircleCheck, LocateFixed } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { endpointQuery } from '#web/api/queries.ts';
import { BagFull } from '#web/art/BagFull.tsx';
import { Bin } from '#web/art/Bin.tsx';
import { PublicLayout } from '#web/layouts/PublicLayout.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { EmptyState, Shelf } from '#web/ui/Shelf.tsx';
import { publicBins as words } from '#words/bins.tsx';
import { titles } from '#words/site.ts';
import type { PublicBin } from './contract.ts';
import { publicBins } from './publicBins.ts';
import { PublicBinItem, PublicBinSkeleton } from './PublicBinItem.tsx';
import { type Coordinates, hasCoordinates, metresBetween } from './rules.ts';

/** The public list of bins. It reads where the device is only after a press, and never sends that. */
export default function PublicBinsPage() {
  const list = useQuery(endpointQuery(publicBins, {}));
  const { here, state, toggle } = useHere();
  const bins = list.data?.bins;
  return (
    <PublicLayout>
      <title>{titles.dropOff}</title>
      <meta name="description" content={words.description} />
      <div className="container-page pt-7 pb-16 bar:pt-12 bar:pb-22">
        <div className="flex items-end justify-between gap-x-3">
          <div className="max-w-[37rem] pb-3.5 bar:pb-5">
            <h1 className="t-1">{words.heading}</h1>
            <p className="t-lead mt-3.5">{words.lead(bins?.length ?? null)}</p>
            {bins?.some(hasCoordinates) ? (
              <NearestFirst isOn={here !== null} state={state} onPress={toggle} />
            ) : (
              // Reserves the button's room, so that nothing jumps when it appears.
              <div className={list.isPending ? 'mt-2 h-11' : ''} />
            )}
          </div>
          <Shelf
            thickness={0}
            className="shrink-0 max-[22.5rem]:hidden sm:pe-4 bar:pe-13"
            rowClassName="gap-x-3"
          >
            <BagFull size={104} className="max-bar:hidden" />
            <Bin size={160} className="max-bar:size-29.5" />
          </Shelf>
        </div>
        {list.isError && !bins && (
          <ErrorBanner
            message={words.failed}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        )}
        {list.isPending && (
          <>
            <output className="sr-only">{words.loading}</output>
            <ul aria-hidden="true" className={listClasses}>
              {['first', 'second', 'third', 'fourth'].map((place) => (
                <PublicBinSkeleton key={place} />
              ))}
            </ul>
          </>
        )}
        {bins?.length === 0 && (
          <Card>
            <EmptyState
              object={Bin}
              title={words.none}
              text={words.noneText}
              action={
                <Button asChild kind="outline">
                  <Link to={paths.pickupRequest}>{words.pickup}</Link>
                </Button>
              }
            />
          </Card>
        )}
        {bins && bins.length > 0 && (
          <ul aria-label={words.bins} className={listClasses}>
            {sortByDistance(bins, here).map(({ bin, metres }) => (
              <PublicBinItem key={bin.id} bin={bin} metres={metres} loadedAt={new Date(list.dataUpdatedAt)} />
            ))}
          </ul>
        )}
      </div>
    </PublicLayout>
  );
}

const listClasses =
  'divide-y-[1.5px] divide-line rounded-b-shelf border-[2.5px] border-t-9 border-plank bg-raised';

/** Bins by distance, those without coordinates last. Without a position of the device they stay sorted by name. */
function sortByDistance(bins: readonly PublicBin[], here: Coordinates | null) {
  const measured = bins.map((bin) => ({
    bin,
    metres: here && hasCoordinates(bin) ? metresBetween(here, bin) : null,
  }));
  // Infinity minus Infinity is NaN: of two without a distance neither comes first.
  return measured.toSorted((one, other) => (one.metres ?? Infinity) - (other.metres ?? Infinity) || 0);
}

type LocatingState = 'idle' | 'locating' | 'failed';

const LOCATING_MILLISECONDS = 15_000;

/** Coordinates found minutes ago are exact enough for a walk. */
const AGE_MILLISECONDS = 5 * 60_000;

/** Where the device is, switched on and off by `toggle`. */
function useHere() {
  const [here, setHere] = useState<Coordinates | null>(null);
  const [state, setState] = useState<LocatingState>('idle');

  function toggle() {
    if (here) {
      setHere(null);
      return;
    }
    setState('locating');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setHere({ lat: coords.latitude, lng: coords.longitude });
        setState('idle');
      },
      () => setState('failed'),
      { timeout: LOCATING_MILLISECONDS, maximumAge: AGE_MILLISECONDS },
    );
  }

  return { here, state, toggle };
}

type NearestFirstProps = { isOn: boolean; state: LocatingState; onPress: () => void };

function NearestFirst({ isOn, state, onPress }: NearestFirstProps) {
  return (
    <div className="mt-2 flex min-h-11 flex-wrap items-center gap-x-2">
      <Button
        kind="ghost"
        size="small"
        icon={isOn ? CircleCheck : LocateFixed}
        aria-pressed={isOn}
        pending={state === 'locating'}
        onClick={onPress}
        className="-ms-4 text-start text-base"
      >
        {words.nearestFirst}
      </Button>
      <p role="status" className={`text-base text-muted ${state === 'idle' ? 'max-sm:sr-only' : ''}`}>
        {state === 'locating' && words.locating}
        {state === 'failed' && words.notLocated}
        {state === 'idle' && (isOn ? words.isNearestFirst : words.staysHere)}
      </p>
    </div>
  );
}

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

/** The public list of bins. It reads the device's position only after a press, and never sends it. */
export default function PublicBinsPage() {
  const list = useQuery(endpointQuery(publicBins, {}));
  const { position, state, toggle } = useDevicePosition();
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
              <NearestFirstButton isOn={position !== null} state={state} onPress={toggle} />
            ) : (
              // Reserves the button's space, so that nothing jumps when it appears.
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
            {sortByDistance(bins, position).map(({ bin, metres }) => (
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

/** Farther than any bin. Not Infinity, since Infinity minus Infinity is no number. */
const UNKNOWN_DISTANCE = Number.MAX_SAFE_INTEGER;

/** Sorts bins by distance, those without coordinates last. Without a position they stay sorted by name. */
function sortByDistance(bins: readonly PublicBin[], position: Coordinates | null) {
  const binsWithDistance = bins.map((bin) => ({
    bin,
    metres: position && hasCoordinates(bin) ? metresBetween(position, bin) : null,
  }));
  return binsWithDistance.toSorted((a, b) => (a.metres ?? UNKNOWN_DISTANCE) - (b.metres ?? UNKNOWN_DISTANCE));
}

type LocatingState = 'idle' | 'locating' | 'failed';

const TIMEOUT_MILLISECONDS = 15_000;

/** A position from some minutes ago is exact enough for a walk. */
const MAX_AGE_MILLISECONDS = 5 * 60_000;

/** The device's position, which `toggle` requests and clears. */
function useDevicePosition() {
  const [position, setPosition] = useState<Coordinates | null>(null);
  const [state, setState] = useState<LocatingState>('idle');

  function toggle() {
    if (position) {
      setPosition(null);
      return;
    }
    setState('locating');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setPosition({ lat: coords.latitude, lng: coords.longitude });
        setState('idle');
      },
      () => setState('failed'),
      { timeout: TIMEOUT_MILLISECONDS, maximumAge: MAX_AGE_MILLISECONDS },
    );
  }

  return { position, state, toggle };
}

type NearestFirstButtonProps = { isOn: boolean; state: LocatingState; onPress: () => void };

function NearestFirstButton({ isOn, state, onPress }: NearestFirstButtonProps) {
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
        {state === 'idle' && (isOn ? words.sortedByDistance : words.positionStaysPrivate)}
      </p>
    </div>
  );
}

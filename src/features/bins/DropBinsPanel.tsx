import type { UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { Bin } from '#web/art/Bin.tsx';
import { errorMessage } from '#web/api/client.ts';
import { ListPanel } from '#web/console/ListCard.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import type { contract } from './contract.ts';
import { DropBinCard } from './DropBinCard.tsx';

type DropBinsPanelProps = {
  list: UseQueryResult<EndpointResponse<typeof contract.managedBins>>;
  address: ComponentProps<typeof ListPanel>['address'];
  /** None for whoever may add none. */
  onAdd: (() => void) | undefined;
};

const grid = 'grid gap-[18px] md:grid-cols-2 xl:grid-cols-3';

/** The bins as cards, with their QR codes. */
export function DropBinsPanel({ list, address, onAdd }: DropBinsPanelProps) {
  return (
    <ListPanel
      list={list}
      address={address}
      failure={(error) => errorMessage(error, 'Failed to load drop bins')}
      skeleton={<DropBinsSkeleton />}
      empty={
        <EmptyState
          object={Bin}
          title="No bins."
          text="Add a bin, make its QR codes, and print its sheet: donors scan it where they drop things off."
          action={
            onAdd && (
              <Button kind="outline" size="small" icon={Plus} onClick={onAdd}>
                Add the first bin
              </Button>
            )
          }
        />
      }
    >
      {(bins) => (
        <ul aria-label="Drop bins" className={grid}>
          {bins.map((bin) => (
            <DropBinCard key={bin.id} bin={bin} publicUrl={list.data?.publicUrl ?? ''} />
          ))}
        </ul>
      )}
    </ListPanel>
  );
}

function DropBinsSkeleton() {
  return (
    <div aria-hidden="true" className={grid}>
      {Array.from({ length: 6 }, (_, index) => (
        <Card key={index} console>
          <div className="flex gap-3">
            <div className="flex flex-1 flex-col gap-3">
              <SkeletonBox shape="block" className="w-4/5" />
              <SkeletonBox className="w-3/5" />
              <SkeletonBox className="w-2/5" />
              <SkeletonBox shape="pill" className="w-17" />
            </div>
            <SkeletonBox className="size-[118px]" />
          </div>
          <SkeletonBox className="mt-8 h-9 w-3/5 rounded-console" />
        </Card>
      ))}
    </div>
  );
}

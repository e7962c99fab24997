import type { ReactNode } from 'react';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { BinButtons, type BinListProps, BinPlace, BinStatus, BinTime, OpenAlerts } from './BinPieces.tsx';

const card = 'border-t-[1.5px] border-line px-3.5 pt-3.5 pb-4';

/** The bins of the console's list on a phone. */
export function BinListCards({ bins, timeZone, ...actions }: BinListProps) {
  return (
    <ul aria-label="Bins">
      {bins.map((bin) => (
        <li key={bin.id} data-row={bin.id} className={card}>
          <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1.5">
            <h2 className="min-w-0 font-text text-base leading-[1.4] font-[650] wrap-anywhere">{bin.name}</h2>
            <BinStatus isActive={bin.is_active} isOverflowing={bin.is_overflowing} />
          </div>
          <BinPlace location={bin.location} className="mt-0.5 text-[0.9375rem]" />
          <dl className="mt-1.5 text-[0.9375rem] tabular">
            <Fact term="Code">{bin.bin_code}</Fact>
            <Fact term="Last emptied">
              <BinTime at={bin.last_emptied} never="Never" timeZone={timeZone} />
            </Fact>
            <Fact term="Next pickup">
              <BinTime at={bin.next_scheduled_pickup} never="Not scheduled" timeZone={timeZone} />
            </Fact>
            <Fact term="Open alerts">
              <OpenAlerts bin={bin} />
            </Fact>
          </dl>
          <div className="mt-2.5 flex gap-2">
            <BinButtons bin={bin} size="small" {...actions} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.75rem_1fr] items-baseline">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

/** The cards' shape while they load. */
export function BinListCardsSkeleton() {
  return (
    <div aria-hidden="true">
      {Array.from({ length: 3 }, (_, index) => (
        <div key={index} className={`flex flex-col gap-2.5 ${card}`}>
          <SkeletonBox shape="block" className="w-2/5" />
          <SkeletonBox className="w-3/5" />
          <SkeletonBox className="w-4/5" />
          <SkeletonBox className="w-3/4" />
          <SkeletonBox className="h-11 w-full rounded-control" />
        </div>
      ))}
    </div>
  );
}

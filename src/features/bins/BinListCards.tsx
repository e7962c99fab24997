import type { ReactNode } from 'react';
import { CardHeading, CardRow } from '#web/console/CardRow.tsx';
import { BinButtons, BinCode, type BinListProps, BinStatus, BinTime, OpenAlerts } from './BinPieces.tsx';
import { BinPlace } from './BinPlace.tsx';

/** The bins of the console's list on a phone. */
export function BinListCards({ bins, timeZone, ...actions }: BinListProps) {
  return (
    <ul aria-label="Bins">
      {bins.map((bin) => (
        <CardRow key={bin.id} id={bin.id}>
          <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1.5">
            <CardHeading>{bin.name}</CardHeading>
            <BinStatus isActive={bin.is_active} isOverflowing={bin.is_overflowing} />
          </div>
          <BinPlace location={bin.location} className="mt-0.5 text-[0.9375rem]" />
          <dl className="mt-1.5 text-[0.9375rem] tabular">
            <Fact term="Code">
              <BinCode code={bin.bin_code} />
            </Fact>
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
        </CardRow>
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

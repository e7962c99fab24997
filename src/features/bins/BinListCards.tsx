import type { ReactNode } from 'react';
import { CardActions, CardHeading, CardRow, CardTop } from '#web/console/CardRow.tsx';
import { BinButtons, BinCode, type BinListProps, BinStatus, BinTime, OpenAlerts } from './BinPieces.tsx';
import { BinPlace } from './BinPlace.tsx';

/** The bins of the console's list where no table has room. */
export function BinListCards({ bins, timeZone, ...actions }: BinListProps) {
  return (
    <ul aria-label="Bins">
      {bins.map((bin) => (
        <CardRow
          key={bin.id}
          id={bin.id}
          facts={
            <dl className="mt-1.5 grid gap-x-4 text-[0.9375rem] tabular card:grid-cols-2">
              <Fact term="Code">
                <BinCode code={bin.bin_code} />
              </Fact>
              <Fact term="Last emptied">
                <BinTime at={bin.last_emptied} never="Never" timeZone={timeZone} />
              </Fact>
              <Fact term="Open alerts">
                <OpenAlerts bin={bin} />
              </Fact>
              <Fact term="Next pickup">
                <BinTime at={bin.next_scheduled_pickup} never="Not scheduled" timeZone={timeZone} />
              </Fact>
            </dl>
          }
          end={
            <CardActions>
              <BinButtons bin={bin} size="small" {...actions} />
            </CardActions>
          }
        >
          <CardTop pill={<BinStatus isActive={bin.is_active} isOverflowing={bin.is_overflowing} />}>
            <CardHeading>{bin.name}</CardHeading>
          </CardTop>
          <BinPlace location={bin.location} className="mt-0.5 text-[0.9375rem]" />
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

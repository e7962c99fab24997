import type { ReactNode } from 'react';
import { formatInstantDay } from '#shared/dates.ts';
import { StatusPill } from '#web/ui/Pill.tsx';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { ChangeStatusButton, Contact, preferredTime, type PickupListProps } from './PickupPieces.tsx';

const card = 'border-t-[1.5px] border-line px-3.5 pt-3.5 pb-4';

/** The pickup requests on a phone, which also dials and writes. */
export function PickupCards({ pickups, timeZone, onChangeStatus }: PickupListProps) {
  return (
    <ul aria-label="Pickup requests">
      {pickups.map((pickup) => (
        <li key={pickup.id} data-row={pickup.id} className={card}>
          <div className="flex items-start justify-between gap-3">
            <h2 className="min-w-0 font-text text-base leading-[1.4] font-[650] wrap-anywhere">
              {pickup.name}
            </h2>
            <StatusPill status={pickup.status} size="small" />
          </div>
          <p className="text-[0.9375rem] text-muted">
            Requested {formatInstantDay(new Date(pickup.createdAt), timeZone)}
          </p>
          <div className="my-1 text-[0.9375rem]">
            <Contact pickup={pickup} />
          </div>
          <dl className="flex flex-col gap-1.5 text-[0.9375rem]">
            <Fact term="Address">{pickup.address}</Fact>
            <Fact term="Items">{pickup.items}</Fact>
            <Fact term="Preferred time">{preferredTime(pickup, timeZone)}</Fact>
            {pickup.notes !== null && <Fact term="Notes">{pickup.notes}</Fact>}
          </dl>
          <div className="mt-3 flex *:flex-1">
            <ChangeStatusButton size="small" pickup={pickup} onClick={() => onChangeStatus(pickup)} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-[0.8125rem] text-muted">{term}</dt>
      <dd className="whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  );
}

/** The cards' shape while they load. */
export function PickupCardsSkeleton() {
  return (
    <div aria-hidden="true">
      {Array.from({ length: 3 }, (_, index) => (
        <div key={index} className={`flex flex-col gap-2.5 ${card}`}>
          <SkeletonBox shape="block" className="w-2/5" />
          <SkeletonBox className="w-1/2" />
          <SkeletonBox className="w-4/5" />
          <SkeletonBox className="w-3/5" />
          <SkeletonBox className="h-11 w-full rounded-control" />
        </div>
      ))}
    </div>
  );
}

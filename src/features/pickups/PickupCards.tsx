import type { ReactNode } from 'react';
import { formatInstantDay } from '#shared/dates.ts';
import { CardHeading, CardRow } from '#web/console/CardRow.tsx';
import { Instant } from '#web/ui/Instant.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { ChangeStatusButton, Contact, PreferredTime, type PickupListProps } from './PickupPieces.tsx';

/** The pickup requests on a phone, which also dials and writes. */
export function PickupCards({ pickups, timeZone, onChangeStatus }: PickupListProps) {
  return (
    <ul aria-label="Pickup requests">
      {pickups.map((pickup) => (
        <CardRow key={pickup.id} id={pickup.id}>
          <div className="flex items-start justify-between gap-3">
            <CardHeading>{pickup.name}</CardHeading>
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
            <Fact term="Preferred time">
              <PreferredTime pickup={pickup} timeZone={timeZone} />
            </Fact>
            {pickup.scheduledAt !== null && (
              <Fact term="Scheduled">
                <Instant at={pickup.scheduledAt} timeZone={timeZone} />
              </Fact>
            )}
            {pickup.notes !== null && <Fact term="Notes">{pickup.notes}</Fact>}
          </dl>
          <div className="mt-3 flex [&>*]:flex-1">
            <ChangeStatusButton size="small" pickup={pickup} onClick={() => onChangeStatus(pickup)} />
          </div>
        </CardRow>
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

import type { ReactNode } from 'react';
import { formatInstantDay } from '#words/dates.ts';
import { CardActions, CardHeading, CardRow, CardTop } from '#web/console/CardRow.tsx';
import { Instant } from '#web/ui/Instant.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { ChangeStatusButton, Contact, PreferredTime, type PickupListProps } from './PickupPieces.tsx';

/** The pickup requests where no table has room: mostly on a phone, which also dials and writes. */
export function PickupCards({ pickups, timeZone, onChangeStatus }: PickupListProps) {
  return (
    <ul aria-label="Pickup requests">
      {pickups.map((pickup) => (
        <CardRow
          key={pickup.id}
          id={pickup.id}
          facts={
            <dl className="grid gap-x-4 gap-y-1.5 text-[0.9375rem] card:grid-cols-2">
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
          }
          end={
            <CardActions>
              <ChangeStatusButton size="small" pickup={pickup} onClick={() => onChangeStatus(pickup)} />
            </CardActions>
          }
        >
          <CardTop pill={<StatusPill status={pickup.status} size="small" />}>
            <CardHeading>{pickup.name}</CardHeading>
          </CardTop>
          <p className="text-[0.9375rem] text-muted">
            Requested {formatInstantDay(new Date(pickup.createdAt), timeZone)}
          </p>
          <div className="my-1 flex flex-wrap gap-x-5 text-[0.9375rem]">
            <Contact pickup={pickup} />
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

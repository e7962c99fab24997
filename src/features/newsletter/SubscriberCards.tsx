import { useId } from 'react';
import { DetailsButton } from '#features/audit/ActivityPieces.tsx';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { formatInstantDay } from '#words/dates.ts';
import { CardHeading, CardRow, CardTop } from '#web/console/CardRow.tsx';
import { Consent, type SubscriberListProps, SubscriberState } from './SubscriberPieces.tsx';
import { sourceName } from './subscriberWords.ts';

/** The subscribers where no table has room. */
export function SubscriberCards({ subscribers, isMailOn, unfolded }: SubscriberListProps) {
  const { timeZone } = useSiteInfo();
  const id = useId();
  return (
    <ul aria-label="Subscribers">
      {subscribers.map((subscriber) => {
        const open = unfolded.has(subscriber.id);
        const detailsId = `${id}-${subscriber.id}`;
        const { email, firstName, source, createdAt } = subscriber;
        return (
          <CardRow key={subscriber.id} id={subscriber.id} className="pb-1!">
            <CardTop pill={<SubscriberState subscriber={subscriber} isMailOn={isMailOn} />}>
              <CardHeading>{email}</CardHeading>
            </CardTop>
            <div className="flex items-center justify-between gap-x-3 text-[0.9375rem] text-muted">
              <p className="min-w-0 wrap-anywhere">
                {firstName !== null && `${firstName}, `}
                {formatInstantDay(new Date(createdAt), timeZone)}, {sourceName(source)}
              </p>
              <span className="-me-2 shrink-0 [&_button]:min-h-11">
                <DetailsButton
                  size="small"
                  open={open}
                  controls={detailsId}
                  onClick={() => unfolded.toggle(subscriber.id)}
                />
              </span>
            </div>
            {open && (
              <div id={detailsId} className="pt-1 pb-3">
                <Consent subscriber={subscriber} />
              </div>
            )}
          </CardRow>
        );
      })}
    </ul>
  );
}

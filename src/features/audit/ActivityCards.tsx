import { useId } from 'react';
import { formatInstant } from '#shared/dates.ts';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { CardRow } from '#web/console/CardRow.tsx';
import { Details, DetailsButton, Sentence, type ActivityListProps } from './ActivityPieces.tsx';

/** The log on a phone. */
export function ActivityCards({ items, unfolded }: ActivityListProps) {
  const { timeZone } = useSiteInfo();
  const id = useId();
  return (
    <ul aria-label="Activity">
      {items.map((item) => {
        const open = unfolded.has(item.id);
        const detailsId = `${id}-${item.id}`;
        return (
          <CardRow key={item.id} id={item.id} className="pt-3! pb-1.5!">
            <p className="text-base leading-[1.45] wrap-anywhere [&_a]:-my-2.5 [&_a]:inline-block [&_a]:py-2.5">
              <Sentence item={item} timeZone={timeZone} />
            </p>
            <div className="flex items-center justify-between gap-3 text-[0.9375rem] text-muted tabular">
              {formatInstant(new Date(item.createdAt), timeZone)}
              <span className="-me-2">
                <DetailsButton
                  size="small"
                  open={open}
                  controls={detailsId}
                  onClick={() => unfolded.toggle(item.id)}
                />
              </span>
            </div>
            {open && (
              <div id={detailsId} className="pb-3">
                <Details item={item} />
              </div>
            )}
          </CardRow>
        );
      })}
    </ul>
  );
}

import { useId } from 'react';
import { formatInstant } from '#words/dates.ts';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { CardRow } from '#web/console/CardRow.tsx';
import { Details, DetailsButton, Sentence, type ActivityListProps } from './ActivityPieces.tsx';

/** The log where no table has room. */
export function ActivityCards({ items, unfolded }: ActivityListProps) {
  const { timeZone } = useSiteInfo();
  const id = useId();
  return (
    <ul aria-label="Activity">
      {items.map((item) => {
        const open = unfolded.has(item.id);
        const detailsId = `${id}-${item.id}`;
        return (
          <CardRow key={item.id} id={item.id} className="py-1.5!">
            <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 text-[0.9375rem] text-muted tabular">
              <p className="text-base leading-[1.45] wrap-anywhere text-ink max-card:col-span-2 max-card:pt-1.5 card:self-end [&_a]:-my-2.5 [&_a]:inline-block [&_a]:py-2.5">
                <Sentence item={item} timeZone={timeZone} />
              </p>
              <span className="card:row-start-2 card:self-start">
                {formatInstant(new Date(item.createdAt), timeZone)}
              </span>
              <span className="-me-2 card:col-start-2 card:row-span-2 card:row-start-1 [&_button]:min-h-11">
                <DetailsButton
                  size="small"
                  open={open}
                  controls={detailsId}
                  onClick={() => unfolded.toggle(item.id)}
                />
              </span>
            </div>
            {open && (
              <div id={detailsId} className="pt-1 pb-3">
                <Details item={item} />
              </div>
            )}
          </CardRow>
        );
      })}
    </ul>
  );
}

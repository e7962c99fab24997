import { useId } from 'react';
import { formatInstant } from '#shared/dates.ts';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { Details, DetailsButton, Sentence, type ActivityListProps } from './ActivityPieces.tsx';

const card = 'border-t-[1.5px] border-line px-3.5 pt-3 pb-1.5';

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
          <li key={item.id} data-row={item.id} className={card}>
            <p className="text-base leading-[1.45] wrap-anywhere [&_a]:-my-2.5 [&_a]:inline-block [&_a]:py-2.5">
              <Sentence item={item} />
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
          </li>
        );
      })}
    </ul>
  );
}

/** The cards' shape while they load. */
export function ActivityCardsSkeleton() {
  return (
    <div aria-hidden="true">
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className={`flex flex-col gap-3.5 ${card} pb-4`}>
          <SkeletonBox shape="block" className="w-4/5" />
          <SkeletonBox className="w-2/5" />
        </div>
      ))}
    </div>
  );
}

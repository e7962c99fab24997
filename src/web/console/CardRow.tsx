import type { ReactNode } from 'react';
import { classNames } from '#web/ui/classNames.ts';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';

const look = 'border-t-[1.5px] border-line px-3.5 pt-3.5 pb-4';

/** A row of a list on a phone. */
export function CardRow({
  id,
  className,
  children,
}: {
  id: number;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <li data-row={id} className={classNames(look, className)}>
      {children}
    </li>
  );
}

/** The name, or whatever it is that the card is about. */
export function CardHeading({
  className,
  children,
}: {
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <h2
      className={classNames('min-w-0 font-text text-base leading-[1.4] font-[650] wrap-anywhere', className)}
    >
      {children}
    </h2>
  );
}

type CardsSkeletonProps = {
  cards?: number | undefined;
  /** The width of each line, the heading's first. */
  lines: readonly string[];
  /** Beside the lines: a box to tick. */
  start?: ReactNode;
  buttons?: boolean | undefined;
};

/** The cards' shape while they load. */
export function CardsSkeleton({ cards = 4, lines: [heading, ...lines], start, buttons }: CardsSkeletonProps) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: cards }, (_, index) => (
        <div key={index} className={`flex gap-3 ${look}`}>
          {start}
          <div className="flex flex-1 flex-col gap-2.5">
            <SkeletonBox shape="block" className={heading} />
            {lines.map((width) => (
              <SkeletonBox key={width} className={width} />
            ))}
            {buttons && <SkeletonBox className="h-11 w-full rounded-control" />}
          </div>
        </div>
      ))}
    </div>
  );
}

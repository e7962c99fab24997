import type { ReactNode } from 'react';
import { classNames } from '#web/ui/classNames.ts';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';

const look = 'flex gap-3.5 border-t-[1.5px] border-line px-3.5 py-3.5';

type CardRowProps = {
  id: number;
  className?: string | undefined;
  /** Before the lines: a box to tick. */
  start?: ReactNode;
  /** What it is about, in lines. */
  children: ReactNode;
  /** Under the lines, as wide as the card. */
  facts?: ReactNode;
  /** Beside the lines where there is room, else under everything. */
  end?: ReactNode;
};

/** A row of a list where no table has room. */
export function CardRow({ id, className, start, children, facts, end }: CardRowProps) {
  return (
    <li data-row={id} className={classNames('relative', look, className)}>
      {start}
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] card:grid-cols-[minmax(0,1fr)_auto] card:items-center card:gap-x-4">
        <div className="min-w-0">{children}</div>
        {facts !== undefined && <div className="card:col-span-2">{facts}</div>}
        {end !== undefined && <div className="card:col-start-2 card:row-start-1">{end}</div>}
      </div>
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

/** A card's first line: its heading, and its status at the end or, where the end is far, beside it. */
export function CardTop({ pill, children }: { pill: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 card:justify-start">
      {children}
      {pill}
    </div>
  );
}

type CardActionsProps = {
  /** Three buttons share a phone's width, four stand two by two; of fewer the first takes what the others leave. */
  many?: boolean | 'four' | undefined;
  /** The first stands last where they end a line. */
  reversed?: boolean | undefined;
  children: ReactNode;
};

/** What can be done to a card's row, large enough for a thumb. */
export function CardActions({ many = false, reversed = false, children }: CardActionsProps) {
  return (
    <div
      className={classNames(
        // Above the link that fills the card.
        'relative z-1 mt-3 flex card:mt-0 [&_:is(a,button)]:min-h-11 [&_:is(a,button)]:whitespace-nowrap',
        many
          ? 'flex-wrap gap-1 max-md:[&_svg]:hidden max-card:[&_button]:w-full max-card:[&_button]:px-1.5 max-card:[&>*]:flex-1 card:gap-2 card:[&_button]:px-2.5'
          : 'gap-2 [&_:is(a,button)]:px-3 max-card:[&>:first-child]:flex-1',
        many === 'four' && 'max-card:[&>*]:basis-[45%]',
        reversed && 'card:flex-row-reverse',
      )}
    >
      {children}
    </div>
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
        <div key={index} className={look}>
          {start}
          <div className="flex flex-1 flex-col gap-3 card:flex-row card:items-center">
            <div className="flex flex-1 flex-col gap-2.5">
              <SkeletonBox shape="block" className={heading} />
              {lines.map((width) => (
                <SkeletonBox key={width} className={width} />
              ))}
            </div>
            {buttons && <SkeletonBox className="h-11 w-full rounded-control card:w-52" />}
          </div>
        </div>
      ))}
    </div>
  );
}

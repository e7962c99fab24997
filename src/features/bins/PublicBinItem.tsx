import { Check, Clock, MapPin, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ageOf } from '#shared/dates.ts';
import { paths } from '#web/paths.ts';
import type { Icon } from '#web/ui/Button.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { publicBins as words } from '#words/bins.tsx';
import type { PublicBin } from './contract.ts';

type PublicBinItemProps = {
  bin: PublicBin;
  /** Distance from the visitor's device. Null if the visitor did not ask for it, or the bin has no coordinates. */
  metres: number | null;
  loadedAt: Date;
};

const columnClasses =
  'md:grid md:min-h-[118px] md:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)_13.25rem] md:items-center md:gap-x-6 md:px-7 md:py-3.75';

/** A bin in use: its state, place and hours, and the links to log or report. */
export function PublicBinItem({ bin, metres, loadedAt }: PublicBinItemProps) {
  const { id, name, location, binCode, directions, hours, isOverflowing, reportedAt } = bin;
  const reportedAgo = reportedAt && isOverflowing && words.reported(ageOf(new Date(reportedAt), loadedAt));
  return (
    <li className={columnClasses}>
      <div className="flex items-start justify-between gap-x-3 px-4.5 pt-4 md:block md:p-0">
        <h2 className="t-3 min-w-0 wrap-anywhere">{name}</h2>
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 max-md:shrink-0 md:mt-2">
          <Pill tone={isOverflowing ? 'clay' : 'spruce'} icon={isOverflowing ? TriangleAlert : Check}>
            {isOverflowing ? words.full : words.hasRoom}
          </Pill>
          {reportedAgo && (
            <span className="text-[0.9375rem] text-clay-deep max-md:hidden">{reportedAgo}</span>
          )}
        </p>
      </div>
      <dl className="grid gap-1 px-4.5 pt-1 pb-3.5 text-base md:p-0">
        <BinFact icon={MapPin} name={words.where}>
          {metres !== null && <span className="text-muted">{words.distance(metres)} · </span>}
          {location}
          {directions !== null && <span className="block text-muted">{directions}</span>}
        </BinFact>
        {hours !== null && (
          <BinFact icon={Clock} name={words.hours}>
            {hours}
          </BinFact>
        )}
      </dl>
      {isOverflowing && (
        <p className="mx-4.5 mb-3.5 rounded-control bg-clay-tint px-3 py-2 text-[0.9375rem] leading-[1.5] text-clay-deep md:hidden">
          {reportedAgo && `${reportedAgo}. `}
          {words.chooseAnotherBin}
        </p>
      )}
      <div className="grid grid-cols-2 border-line max-md:border-t-[1.5px] max-[22.5rem]:grid-cols-1 md:grid-cols-1">
        {isOverflowing && (
          <p className="text-center text-[0.9375rem] text-clay-deep max-md:hidden">
            {words.chooseAnotherBin}
          </p>
        )}
        <Link
          to={paths.logFromBin({ bin: binCode, location })}
          className={`${actionClasses} ${isOverflowing ? 'col-span-full' : 'md:border-2 md:border-spruce'}`}
        >
          {words.log} <span className="sr-only">{words.linkSuffix(name)}</span>
        </Link>
        {!isOverflowing && (
          <Link
            to={paths.reportOverflowOf({ binId: id, code: binCode })}
            className={`${actionClasses} border-line max-md:border-s-[1.5px] max-[22.5rem]:border-s-0 max-[22.5rem]:border-t-[1.5px]`}
          >
            {words.report} <span className="sr-only">{words.linkSuffix(name)}</span>
          </Link>
        )}
      </div>
    </li>
  );
}

const actionClasses =
  'flex min-h-[50px] items-center justify-center px-2 py-1 text-center text-[0.9375rem] leading-[1.2] font-[650] text-spruce hover:bg-spruce-tint focus-visible:-outline-offset-3 md:min-h-11 md:rounded-control md:focus-visible:outline-offset-3';

type BinFactProps = { icon: Icon; name: string; children: ReactNode };

function BinFact({ icon: FactIcon, name, children }: BinFactProps) {
  return (
    <div className="flex gap-2.5">
      <dt className="mt-0.75 shrink-0 text-muted">
        <FactIcon size={19} aria-hidden />
        <span className="sr-only">{name}</span>
      </dt>
      <dd className="min-w-0 leading-[1.5] whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  );
}

export function PublicBinSkeleton() {
  return (
    <li className={columnClasses}>
      <div className="px-4.5 pt-5 md:p-0">
        <SkeletonBox shape="block" className="w-44 max-w-full" />
        <SkeletonBox shape="pill" className="mt-3 w-24 max-md:hidden" />
      </div>
      <div className="grid gap-2.5 px-4.5 pt-4 pb-4 md:p-0">
        <SkeletonBox className="w-48 max-w-full" />
        <SkeletonBox className="w-60 max-w-full" />
        <SkeletonBox className="w-40 max-w-full" />
      </div>
      <div className="grid min-h-[50px] place-items-center border-line max-md:border-t-[1.5px]">
        <SkeletonBox shape="block" className="w-40" />
      </div>
    </li>
  );
}

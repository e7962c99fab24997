import type { ReactNode } from 'react';
import { loading } from '#words/site.ts';

const shapes = {
  line: 'h-3.5 rounded-shelf',
  block: 'h-4.5 rounded-shelf',
  pill: 'h-5.5 rounded-pill',
  free: '',
};

type SkeletonBoxProps = {
  shape?: keyof typeof shapes | undefined;
  /** Classes for its width, which may also replace the height. A `free` shape gets all its size and corners from them. */
  className?: string | undefined;
};

/** One grey box in the place of a word, a figure or a pill. */
export function SkeletonBox({ shape = 'line', className = 'w-full' }: SkeletonBoxProps) {
  return <span className={`block bg-line/75 motion-safe:animate-pulse ${shapes[shape]} ${className}`} />;
}

type SkeletonProps = {
  /** The text for screen readers. */
  label?: string | undefined;
  rows?: number | undefined;
  /** The shape of one row, made of boxes. */
  row?: ReactNode;
  className?: string | undefined;
};

const defaultRow = (
  <>
    <SkeletonBox shape="block" className="w-10 shrink-0" />
    <span className="flex-1">
      <SkeletonBox className="w-11/12" />
    </span>
    <SkeletonBox shape="pill" className="w-19 shrink-0" />
  </>
);

/** The shape of a list while it loads. */
export function Skeleton({ label = loading, rows = 3, row = defaultRow, className = '' }: SkeletonProps) {
  return (
    <div className={className}>
      <output className="sr-only">{label}</output>
      <div aria-hidden="true" className="flex flex-col gap-4">
        {Array.from({ length: rows }, (_, index) => (
          <div key={index} className="flex items-center gap-3.5">
            {row}
          </div>
        ))}
      </div>
    </div>
  );
}

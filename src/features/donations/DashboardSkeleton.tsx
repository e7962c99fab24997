import { Card } from '#web/ui/Card.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { Skeleton, SkeletonBox } from '#web/ui/Skeleton.tsx';
import { dashboard as words } from '#words/dashboard.tsx';

/** Grey shapes in place of the dashboard's cards while it loads. Only screen readers get the heading. */
export function DashboardSkeleton() {
  return (
    <>
      <h1 className="sr-only">{words.heading}</h1>
      <Skeleton
        label={words.loading}
        rows={1}
        row={
          <div className="flex h-21 flex-col justify-between py-2.5">
            <SkeletonBox className="w-24" />
            <SkeletonBox className="h-9 w-52" />
          </div>
        }
      />
      <div
        aria-hidden="true"
        className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]"
      >
        <div className="flex flex-col gap-6">
          <Card flush className="grid grid-cols-3 divide-x-[1.5px] divide-line">
            {['total', 'confirmed', 'pending'].map((figure) => (
              <div key={figure} className="px-4 py-3">
                <SkeletonBox className="my-1 w-16 max-w-full" />
                <SkeletonBox className="h-9 w-10" />
              </div>
            ))}
          </Card>
          <SkeletonBox className="h-6 w-40" />
          <CodeTagSkeleton />
          <Card>
            <SkeletonBox className="mb-5 h-6 w-48" />
            {['first', 'second', 'third', 'fourth'].map((donation) => (
              <div key={donation} className="flex items-center gap-4 py-4">
                <SkeletonBox shape="block" className="w-14 shrink-0" />
                <SkeletonBox className="flex-1" />
                <SkeletonBox shape="pill" className="w-24 shrink-0" />
              </div>
            ))}
          </Card>
        </div>
        <div className="flex flex-col gap-6">
          <div className="flex h-42 items-center gap-6 rounded-slab bg-panel px-6">
            <Ring percent={0} size={118} tone="panel" />
          </div>
          <Card>
            <SkeletonBox className="h-6 w-36" />
            <SkeletonBox className="mt-5 w-11/12" />
            <SkeletonBox className="mt-3 w-2/3" />
            <SkeletonBox className="mt-5 h-9 w-full" />
          </Card>
          <Card>
            <SkeletonBox className="mb-5 h-6 w-24" />
            <SkeletonBox className="h-13 w-full" />
          </Card>
        </div>
      </div>
    </>
  );
}

function CodeTagSkeleton() {
  return (
    <div className="-mt-2 drop-shadow-tag">
      <div className="tag-tall flex flex-col items-center gap-4 bg-raised px-5 pt-15 pb-22 sm:flex-row sm:justify-between sm:px-6.5">
        <div className="flex flex-col items-center gap-4 sm:items-start">
          <SkeletonBox className="h-10 w-60 max-w-full" />
          <SkeletonBox className="w-40" />
          <SkeletonBox className="w-52" />
        </div>
        <SkeletonBox className="h-37 w-37 shrink-0" />
      </div>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { HealthLine } from '#features/health/HealthLine.tsx';
import { endpointQuery } from '#web/api/queries.ts';
import { Card } from '#web/ui/Card.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { contract } from './contract.ts';
import { SettingsForm } from './SettingsForm.tsx';

/** What the organisation decides by itself. */
export function SettingsTab() {
  // Others may have saved since this was last open.
  const kept = useQuery({ ...endpointQuery(contract.settings, {}), staleTime: 0 });
  return (
    <>
      <h1 className="sr-only">Settings</h1>
      <HealthLine />
      {kept.error && (
        <ErrorBanner
          message="Failed to load the settings"
          onRetry={() => void kept.refetch()}
          retrying={kept.isFetching}
        />
      )}
      {kept.data ? <SettingsForm kept={kept.data} /> : !kept.error && <SettingsSkeleton />}
    </>
  );
}

function SettingsSkeleton() {
  return (
    <div role="status" className="grid gap-3.5 md:ps-[194px]">
      <VisuallyHidden>Loading…</VisuallyHidden>
      {['w-36', 'w-32', 'w-28'].map((width) => (
        <Card key={width} console aria-hidden="true" className="grid max-w-[610px] gap-4 px-5!">
          <SkeletonBox shape="block" className={width} />
          <div className="grid grid-cols-2 gap-5">
            <SkeletonBox className="h-9" />
            <SkeletonBox className="h-9" />
          </div>
          <SkeletonBox className="w-4/5" />
        </Card>
      ))}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '#web/api/queries.ts';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { contract } from './contract.ts';

/** One red line where backups, mail or the disk need somebody; nothing where all is well. */
export function HealthLine() {
  const health = useQuery({ ...endpointQuery(contract.health, {}), staleTime: 0 });
  if (health.error && !health.data) {
    return (
      <ErrorBanner
        className="mb-3.5"
        message="Failed to load whether backups, mail and disk are well"
        onRetry={() => void health.refetch()}
        retrying={health.isFetching}
      />
    );
  }
  if (!health.data?.problems.length) return null;
  return <ErrorBanner className="mb-3.5" message={health.data.problems.join(' ')} />;
}

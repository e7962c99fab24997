import { ListChecks } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { useAdminSummary } from './useAdminSummary.ts';

/** The way to decide all that is pending one by one, where there is something. */
export function ProcessButton() {
  const pending = useAdminSummary().data?.stats.pendingCount ?? 0;
  if (pending === 0) return null;
  return (
    <Button asChild kind="outline" size="console" className="max-md:min-h-11 max-sm:w-full">
      <Link to={paths.consoleProcess}>
        <ListChecks size={17} aria-hidden="true" />
        Process {pending}
      </Link>
    </Button>
  );
}

import { ListChecks } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { useAdminSummary } from './useAdminSummary.ts';

/** What processing is told by the tab that leads there. */
export interface ProcessState {
  /** The tab's query, to come back to the list as it was left. */
  pendingSearch: string;
}

/** The way to decide all that is pending one by one, where there is something. A search finds less than that. */
export function ProcessButton({ isSearching }: { isSearching: boolean }) {
  const { search } = useLocation();
  const state: ProcessState = { pendingSearch: search };
  const pending = useAdminSummary().data?.stats.pendingCount ?? 0;
  if (pending === 0) return null;
  return (
    <Button asChild kind="outline" size="console" className="max-md:min-h-11 max-sm:w-full">
      <Link to={paths.consoleProcess} state={state}>
        <ListChecks size={17} aria-hidden="true" />
        Process {isSearching && 'all '}
        {pending}
      </Link>
    </Button>
  );
}

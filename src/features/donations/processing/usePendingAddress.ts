import { type To, useLocation } from 'react-router';
import type { ProcessState } from '#features/donations/console/PendingTab.tsx';
import { paths } from '#web/paths.ts';

/** Where the Pending tab is as it was left for here, with its search, order and page. */
export function usePendingAddress(): To {
  const state = useLocation().state as Partial<ProcessState> | null;
  return { pathname: paths.console, search: state?.pendingSearch ?? '' };
}

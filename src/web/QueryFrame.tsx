import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { queryClient } from '#web/api/queries.ts';

/** The route around all screens that load their data by TanStack Query: provides the query cache. */
export function QueryFrame() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  );
}

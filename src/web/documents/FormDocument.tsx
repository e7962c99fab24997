import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Providers } from '#web/Providers.tsx';
import { Prerendered } from '#web/ui/alive.tsx';
import { Toasts } from '#web/ui/Toasts.tsx';

/** What stands round a form that is a document of its own, in the browser and at build alike. */
export function FormDocument({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  return (
    <Prerendered>
      <Providers queryClient={queryClient}>
        {children}
        <Toasts />
      </Providers>
    </Prerendered>
  );
}

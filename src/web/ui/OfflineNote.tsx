import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOnline } from './useOnline.ts';

/** Says while the browser is offline what that means here. */
export function OfflineNote({ children }: { children: ReactNode }) {
  const online = useOnline();
  return (
    // Always in the page: a live region that arrives together with its words is not read out.
    <div role="status" className="print:hidden">
      {!online && (
        <div className="bg-wheat-tint">
          <p className="container-page t-small flex gap-3 py-2.5 font-medium text-wheat-deep">
            <WifiOff size={20} className="mt-px shrink-0" aria-hidden="true" />
            {children}
          </p>
        </div>
      )}
    </div>
  );
}

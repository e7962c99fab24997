import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

/** Says while the browser is offline that nothing is lost by it. */
export function OfflineNote() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    // Always in the page: a live region that arrives together with its words is not read out.
    <div role="status" className="print:hidden">
      {!online && (
        <div className="bg-wheat-tint">
          <p className="container-page t-small flex gap-3 py-2.5 font-medium text-wheat-deep">
            <WifiOff size={20} className="mt-px shrink-0" aria-hidden="true" />
            You are offline. Nothing you typed is lost while this page stays open: send it once you are back
            online.
          </p>
        </div>
      )}
    </div>
  );
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

import { WifiOff } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';

type OfflineNoteProps = {
  /** `warning` if going on as usual would do harm. */
  tone?: 'quiet' | 'warning' | undefined;
  children: ReactNode;
};

const tones = {
  quiet: { ground: 'border-b-[1.5px] border-line bg-sunk', text: 'font-[650] text-ink' },
  warning: { ground: 'bg-wheat-tint', text: 'font-medium text-wheat-deep' },
};

/** Explains, while the browser is offline, what that means for this page. */
export function OfflineNote({ tone = 'warning', children }: OfflineNoteProps) {
  const isOnline = useOnline();
  return (
    // The region is always in the page, because a live region that appears together with its text is not read out.
    <div role="status" className="print:hidden">
      {!isOnline && (
        <div className={tones[tone].ground}>
          <p className={`container-page t-small flex gap-2.5 py-2.5 ${tones[tone].text}`}>
            <WifiOff size={20} className="mt-px shrink-0" aria-hidden="true" />
            <span>{children}</span>
          </p>
        </div>
      )}
    </div>
  );
}

/** Whether the browser has a connection, as far as it knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
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

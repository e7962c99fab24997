import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { currentToast, dismissToast, subscribeToToast } from './toast.ts';

const TOAST_MILLISECONDS = 5000;

const Toaster = lazy(async () => ({
  default: await import('./Toaster.tsx').then(
    (module) => module.Toaster,
    // Without a connection it may not come, and that is when there is something to say.
    () => PlainToast,
  ),
}));

/** The corner where toasts appear. Its code comes with the first of them. */
export function Toasts() {
  const needed = useSyncExternalStore(
    subscribeToToast,
    () => currentToast() !== null,
    () => false,
  );
  return <Suspense>{needed && <Toaster />}</Suspense>;
}

function PlainToast() {
  const message = useSyncExternalStore(subscribeToToast, currentToast, () => null);
  useEffect(() => {
    if (!message?.open) return;
    const closing = setTimeout(() => dismissToast(message.id), TOAST_MILLISECONDS);
    return () => clearTimeout(closing);
  }, [message]);
  return (
    message?.open && (
      <p
        key={message.id}
        role="alert"
        className="fixed inset-x-4 bottom-4 z-70 mx-auto w-fit rounded-large border-[1.5px] border-line bg-raised px-4 py-3 text-ink shadow-toast"
      >
        <b className="font-[650]">{message.title}</b> <span>{message.description}</span>
      </p>
    )
  );
}

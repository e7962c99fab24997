import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { PlainButton } from './PlainButton.tsx';
import { currentToast, dismissToast, shownFor, subscribeToToast, type ToastMessage } from './toast.ts';

const Toaster = lazy(async () => ({
  default: await import('./Toaster.tsx').then(
    (module) => module.Toaster,
    // Without a connection it may not come, and that is when there is something to say.
    () => PlainToast,
  ),
}));

/** The corner where toasts appear. Its code comes with the first of them. */
export function Toasts() {
  const message = useSyncExternalStore(subscribeToToast, currentToast, () => null);
  return <Suspense>{message && <Toaster message={message} />}</Suspense>;
}

function PlainToast({ message }: { message: ToastMessage }) {
  const { id, open, action } = message;
  useEffect(() => {
    if (!message.open) return;
    const closing = setTimeout(() => dismissToast(message.id), shownFor(message));
    return () => clearTimeout(closing);
  }, [message]);
  return (
    open && (
      <p
        key={id}
        role="alert"
        className="fixed inset-x-4 bottom-4 z-70 mx-auto w-fit rounded-large border-[1.5px] border-line bg-raised px-4 py-3 text-ink shadow-toast"
      >
        <b className="font-[650]">{message.title}</b> <span>{message.description}</span>
        {action && (
          <PlainButton
            kind="ghost"
            size="small"
            className="-my-2"
            onClick={() => {
              dismissToast(id);
              action.act();
            }}
          >
            {action.label}
          </PlainButton>
        )}
      </p>
    )
  );
}

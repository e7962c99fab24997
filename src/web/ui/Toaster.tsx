import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { classNames } from './classNames.ts';
import { PlainButton } from './PlainButton.tsx';
import { currentToast, dismissToast, subscribeToToast, type ToastMessage } from './toast.ts';

const kinds = {
  success: { icon: CircleCheck, bar: 'border-l-spruce', text: 'text-spruce', urgency: 'background' },
  error: { icon: CircleAlert, bar: 'border-l-clay', text: 'text-clay', urgency: 'foreground' },
} as const;

/** The corner where toasts appear. `Toasts` brings it when there is one. */
export function Toaster() {
  const message = useSyncExternalStore(subscribeToToast, currentToast, () => null);
  return (
    <Toast.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {message && <ToastCard key={message.id} message={message} />}
      <Toast.Viewport
        hotkey={['F8']}
        className="fixed z-70 m-0 w-[min(360px,calc(100vw-32px))] list-none p-0 outline-none max-sm:inset-x-0 max-sm:bottom-(--toast-bottom,12px) max-sm:mx-auto sm:right-6 sm:bottom-6 print:hidden"
      />
    </Toast.Provider>
  );
}

function ToastCard({ message }: { message: ToastMessage }) {
  const { icon: Icon, bar, text, urgency } = kinds[message.kind];
  return (
    <Toast.Root
      ref={standClear}
      open={message.open}
      onOpenChange={(open) => {
        if (!open) dismissToast(message.id);
      }}
      type={urgency}
      className={classNames(
        'flex touch-pan-y items-start gap-3 rounded-large border-[1.5px] border-line border-l-[6px] bg-raised py-3 pe-2 ps-4 text-ink shadow-toast data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) motion-safe:transition-[opacity,translate] motion-safe:duration-200 motion-safe:data-[swipe=move]:transition-none motion-safe:starting:translate-y-2 motion-safe:starting:opacity-0',
        bar,
      )}
    >
      <Icon size={21} className={classNames('mt-0.5 shrink-0', text)} />
      <div className="min-w-0 flex-1 text-base leading-[1.45] wrap-anywhere">
        <Toast.Title className="font-[650]">{message.title}</Toast.Title>
        {message.description !== undefined && <Toast.Description>{message.description}</Toast.Description>}
      </div>
      <Toast.Close asChild>
        <PlainButton icon={X} square aria-label="Close" kind="quiet" size="small" className="-my-1.5" />
      </Toast.Close>
    </Toast.Root>
  );
}

/** In pixels, between the toast and what it stands clear of. */
const GAP = 12;

/** On a phone: as low as it covers nothing to press and lies under no keyboard, else at the top. Elsewhere it has its corner. */
function standClear(card: HTMLElement | null) {
  // What the page shows along with the toast is there by the next frame, and before that nothing is seen of it.
  requestAnimationFrame(() => {
    if (!card) return;
    const { innerHeight, visualViewport } = window;
    const boxes = [...document.querySelectorAll('a, button, input, select, textarea')]
      .filter((control) => !card.contains(control))
      .map((control) => control.getBoundingClientRect())
      .filter(({ height, top, bottom }) => height > 0 && bottom > 0 && top < innerHeight)
      .toSorted((one, other) => other.bottom - one.bottom);
    let end = (visualViewport?.height ?? innerHeight) - GAP;
    for (const { top, bottom } of boxes) if (bottom > end - card.offsetHeight) end = Math.min(end, top - GAP);
    end = Math.max(end, card.offsetHeight + GAP);
    document.documentElement.style.setProperty('--toast-bottom', `${innerHeight - end}px`);
  });
}

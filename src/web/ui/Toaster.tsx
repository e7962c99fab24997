import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import * as words from '#words/toast.ts';
import { classNames } from './classNames.ts';
import { PlainButton } from './PlainButton.tsx';
import { dismissToast, shownFor, type ToastMessage } from './toast.ts';

const kinds = {
  success: { icon: CircleCheck, bar: 'border-l-spruce', text: 'text-spruce', urgency: 'background' },
  error: { icon: CircleAlert, bar: 'border-l-clay', text: 'text-clay', urgency: 'foreground' },
} as const;

/** The corner where toasts appear. `Toasts` brings it when there is one. */
export function Toaster({ message }: { message: ToastMessage }) {
  return (
    // It is swiped away by 50 px to the right: the provider's defaults.
    <Toast.Provider>
      <ToastCard key={message.id} message={message} />
      <Toast.Viewport
        hotkey={['F8']}
        // Beside the buttons that most rows end with, and the boxes that they begin with.
        className="fixed z-70 bottom-(--toast-bottom,12px) m-0 list-none p-0 outline-none max-sm:inset-x-4 max-sm:mx-auto max-sm:max-w-[360px] sm:left-[calc(50%-244px)] sm:w-[min(360px,calc(100vw-358px))] print:hidden"
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
      duration={shownFor(message)}
      className={classNames(
        'flex touch-pan-y items-start gap-3 rounded-large border-[1.5px] border-line border-l-[6px] bg-raised py-3 pe-2 ps-4 text-ink shadow-toast data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) motion-safe:transition-[opacity,translate] motion-safe:duration-200 motion-safe:data-[swipe=move]:transition-none motion-safe:starting:translate-y-2 motion-safe:starting:opacity-0',
        bar,
      )}
    >
      <Icon size={21} className={classNames('mt-0.5 shrink-0', text)} />
      <div className="min-w-0 flex-1 text-base leading-[1.45] wrap-anywhere">
        <Toast.Title className="font-[650]">{message.title}</Toast.Title>
        {message.description !== undefined && <Toast.Description>{message.description}</Toast.Description>}
        {message.action && (
          // Unlike what only closes it, this is read out along with the words.
          <Toast.Action asChild altText={`${message.action.label}: F8, Tab`}>
            <PlainButton kind="ghost" size="small" onClick={message.action.act} className="-ms-4 -mb-2">
              {message.action.label}
            </PlainButton>
          </Toast.Action>
        )}
      </div>
      <Toast.Close asChild>
        <PlainButton icon={X} square aria-label={words.close} kind="quiet" size="small" className="-my-1.5" />
      </Toast.Close>
    </Toast.Root>
  );
}

/** In pixels, between the toast and what it stands clear of. */
const GAP = 12;

/** As low as it covers nothing to press and lies under no keyboard, else at the top. The links of a list's rows may be under it. */
function standClear(card: HTMLElement | null) {
  // What the page shows along with the toast is there by the next frame, and before that nothing is seen of it.
  requestAnimationFrame(() => {
    if (!card) return;
    const { innerHeight, visualViewport } = window;
    const { left, right, height } = card.getBoundingClientRect();
    const boxes = [...document.querySelectorAll('a:not([data-row] a), button, input, select, textarea')]
      .filter((control) => !card.contains(control))
      .map((control) => control.getBoundingClientRect())
      .filter((box) => box.height > 0 && box.bottom > 0 && box.top < innerHeight)
      .filter((box) => box.left < right && box.right > left)
      .toSorted((one, other) => other.bottom - one.bottom);
    let end = (visualViewport?.height ?? innerHeight) - GAP;
    for (const { top, bottom } of boxes) if (bottom > end - height) end = Math.min(end, top - GAP);
    end = Math.max(end, height + GAP);
    document.documentElement.style.setProperty('--toast-bottom', `${innerHeight - end}px`);
  });
}

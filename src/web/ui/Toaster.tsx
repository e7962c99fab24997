import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { toast as words } from '#words/site.ts';
import { Button } from './Button.tsx';
import { classNames } from './classNames.ts';
import { currentToast, dismissToast, shownFor, subscribeToToast, type ToastMessage } from './toast.ts';

const kinds = {
  success: { icon: CircleCheck, bar: 'border-l-spruce', text: 'text-spruce', role: undefined },
  error: { icon: CircleAlert, bar: 'border-l-clay', text: 'text-clay', role: 'alert' },
} as const;

/** Where toasts appear. */
export function Toaster() {
  const message = useSyncExternalStore(subscribeToToast, currentToast, () => null);
  const card = message?.open && <ToastCard key={message.id} message={message} />;
  return (
    // Dialogs hide all but live regions and take the pointer from it: a toast can be pressed over them, and does not close them.
    <div
      aria-live="off"
      className="pointer-events-auto"
      onPointerDown={({ nativeEvent }) => nativeEvent.stopPropagation()}
    >
      {/* Always there: a status that arrives together with its words is not read out. An alert is. */}
      <div role="status">{message?.kind === 'success' && card}</div>
      {message?.kind === 'error' && card}
    </div>
  );
}

function ToastCard({ message }: { message: ToastMessage }) {
  const { id, title, description, action } = message;
  const { icon: Icon, bar, text, role } = kinds[message.kind];
  const region = useRef<HTMLElement>(null);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);

  useEffect(() => {
    if (isHovered || isFocused) return undefined;
    const closing = setTimeout(() => dismissToast(id), shownFor(message));
    return () => clearTimeout(closing);
  }, [id, message, isHovered, isFocused]);

  useEffect(() => {
    let before: Element | null = null;
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'F8' && !region.current?.contains(document.activeElement)) {
        before = document.activeElement;
        region.current?.focus();
      } else if (event.key === 'Escape' && !event.defaultPrevented) dismissToast(id);
    };
    window.addEventListener('keydown', handleKey);
    return () => {
      window.removeEventListener('keydown', handleKey);
      // With the focused toast the focus would be gone, too.
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
    };
  }, [id]);

  useEffect(() => (region.current ? standClear(region.current) : undefined), []);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- nothing to press: it stays for whoever reads it
    <section
      ref={region}
      aria-label={words.region}
      tabIndex={-1}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      // Beside the buttons that most rows end with, and the boxes that they begin with.
      className="fixed bottom-3 z-70 max-sm:inset-x-4 max-sm:mx-auto max-sm:max-w-[360px] sm:left-[calc(50%-244px)] sm:w-[min(360px,calc(100vw-358px))] print:hidden"
    >
      <ol>
        <li
          className={classNames(
            'flex items-start gap-3 rounded-large border-[1.5px] border-line border-l-[6px] bg-raised py-3 pe-2 ps-4 text-ink shadow-toast motion-safe:transition-[opacity,translate] motion-safe:duration-200 motion-safe:starting:translate-y-2 motion-safe:starting:opacity-0',
            bar,
          )}
        >
          <Icon size={21} className={classNames('mt-0.5 shrink-0', text)} />
          <div className="min-w-0 flex-1 text-base leading-[1.45] wrap-anywhere">
            <div role={role}>
              <p className="font-[650]">{title}</p> {description !== undefined && <p>{description}</p>}
            </div>
            {action && (
              <Button
                kind="ghost"
                size="small"
                className="-ms-4 -mb-2"
                onClick={() => {
                  dismissToast(id);
                  action.act();
                }}
              >
                {action.label}
              </Button>
            )}
          </div>
          <Button
            icon={X}
            square
            aria-label={words.close}
            kind="quiet"
            size="small"
            className="-my-1.5"
            onClick={() => dismissToast(id)}
          />
        </li>
      </ol>
    </section>
  );
}

/** In pixels, between the toast and what it stands clear of. */
const GAP = 12;

/**
 * Puts a toast as low as it covers nothing to press and lies under no keyboard, else at the top. The links of a list's
 * rows may be under it.
 *
 * @returns ends that.
 */
function standClear(toast: HTMLElement): () => void {
  let frame = 0;
  function place() {
    const { innerHeight, visualViewport } = window;
    const { left, right, height } = toast.getBoundingClientRect();
    const boxes = [...document.querySelectorAll('a:not([data-row] a), button, input, select, textarea')]
      .filter((control) => !toast.contains(control))
      .map((control) => control.getBoundingClientRect())
      .filter((box) => box.height > 0 && box.bottom > 0 && box.top < innerHeight)
      .filter((box) => box.left < right && box.right > left)
      .toSorted((one, other) => other.bottom - one.bottom);
    let end = (visualViewport?.height ?? innerHeight) - GAP;
    for (const { top, bottom } of boxes) if (bottom > end - height) end = Math.min(end, top - GAP);
    toast.style.bottom = `${innerHeight - Math.max(end, height + GAP)}px`;
  }
  // What the page shows along with the toast is there by the next frame, and before that nothing is seen of it.
  function placeSoon() {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(place);
  }
  placeSoon();
  const listening = new AbortController();
  const options = { capture: true, passive: true, signal: listening.signal };
  window.addEventListener('scroll', placeSoon, options);
  window.addEventListener('resize', placeSoon, options);
  window.visualViewport?.addEventListener('resize', placeSoon, options);
  return () => {
    listening.abort();
    cancelAnimationFrame(frame);
  };
}

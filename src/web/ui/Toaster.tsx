import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { toast as words } from '#words/site.ts';
import { Button } from './Button.tsx';
import { classNames } from './classNames.ts';
import { currentToast, dismissToast, durationOf, subscribeToToast, type ToastMessage } from './toast.ts';

const kinds = {
  success: { icon: CircleCheck, bar: 'border-l-spruce', text: 'text-spruce', role: undefined },
  error: { icon: CircleAlert, bar: 'border-l-clay', text: 'text-clay', role: 'alert' },
} as const;

type Side = 'left' | 'right';

/** The place where toasts appear. `side` applies to windows wider than a phone. */
export function Toaster({ side }: { side: Side }) {
  const message = useSyncExternalStore(subscribeToToast, currentToast, () => null);
  const card = message && <ToastCard key={message.id} message={message} side={side} />;
  return (
    // A dialog hides everything from screen readers but live regions. The handler keeps a press here from closing the dialog.
    <div
      aria-live="off"
      className="pointer-events-auto"
      onPointerDown={({ nativeEvent }) => nativeEvent.stopPropagation()}
    >
      {/* The status is always in the page, because one that appears together with its text is not read out. An alert is. */}
      <div role="status">{message?.kind === 'success' && card}</div>
      {message?.kind === 'error' && card}
    </div>
  );
}

/** One toast. F8 moves the focus to it, and Escape closes it. */
function ToastCard({ message, side }: { message: ToastMessage; side: Side }) {
  const { id, title, description, action } = message;
  const { icon: KindIcon, bar, text, role } = kinds[message.kind];
  const region = useRef<HTMLElement>(null);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);

  useEffect(() => {
    if (isHovered || isFocused) return undefined;
    const closing = setTimeout(() => dismissToast(id), durationOf(message));
    return () => clearTimeout(closing);
  }, [id, message, isHovered, isFocused]);

  useEffect(() => {
    let previousFocus: Element | null = null;
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'F8' && !region.current?.contains(document.activeElement)) {
        previousFocus = document.activeElement;
        region.current?.focus();
      } else if (event.key === 'Escape' && !event.defaultPrevented) dismissToast(id);
    };
    window.addEventListener('keydown', handleKey);
    return () => {
      window.removeEventListener('keydown', handleKey);
      // If the toast had the focus, the focus returns to where it was before.
      if (previousFocus instanceof HTMLElement && document.activeElement === document.body)
        previousFocus.focus();
    };
  }, [id]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- nothing to press: the toast stays while it is hovered or focused
    <section
      ref={region}
      aria-label={words.region}
      tabIndex={-1}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      // Covers few controls: it is at the top of a phone, between a row's checkbox and its buttons in the console, and
      // elsewhere at the right, since a form's button is on the left.
      className={classNames(
        'fixed z-70 max-sm:inset-x-4 max-sm:top-[max(6px,env(safe-area-inset-top))] max-sm:mx-auto max-sm:max-w-[360px] sm:bottom-3 sm:w-[min(360px,calc(100vw-358px))] print:hidden',
        side === 'left' ? 'sm:left-19' : 'sm:right-6',
      )}
    >
      <ol>
        <li
          className={classNames(
            'flex items-start gap-3 rounded-large border-[1.5px] border-line border-l-[6px] bg-raised py-3 pe-2 ps-4 text-ink shadow-toast motion-safe:transition-[opacity,translate] motion-safe:duration-200 motion-safe:starting:translate-y-2 motion-safe:starting:opacity-0',
            bar,
          )}
        >
          <KindIcon size={21} className={classNames('mt-0.5 shrink-0', text)} />
          <div className="min-w-0 flex-1 text-base leading-[1.45] wrap-anywhere">
            <div role={role}>
              <p className="font-[650] max-sm:inline">{title}</p>{' '}
              {description !== undefined && <p className="max-sm:inline">{description}</p>}
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

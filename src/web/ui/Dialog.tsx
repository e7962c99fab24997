import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { dialog as words } from '#words/forms.ts';
import { classNames } from './classNames.ts';
import { ErrorNote } from './ErrorBanner.tsx';
import { FieldSizeContext, type FieldSize } from './fieldContext.ts';
import { IconButton } from './ReasonButton.tsx';
import { useReturnFocus } from './rowFocus.ts';

export const scrim =
  'fixed inset-0 z-40 grid touch-none place-items-center bg-scrim motion-safe:transition-opacity motion-safe:duration-200 motion-safe:starting:opacity-0 sm:p-6 print:hidden';

export const dialogPanel =
  'pointer-events-auto flex w-full touch-auto flex-col overflow-clip bg-raised t-small text-ink shadow-dialog outline-none motion-safe:transition-transform motion-safe:duration-200 motion-safe:starting:translate-y-2 sm:max-h-[calc(100dvh-48px)] sm:rounded-card forced-colors:border';

export const dialogTitle =
  'font-display text-[1.375rem] font-[750] leading-[1.15] tracking-[-.022em] text-balance wrap-anywhere';

export const dialogFooter =
  'flex flex-wrap items-center justify-end gap-3 border-t-[1.5px] border-line bg-sunk px-[22px] py-4 max-sm:pb-[max(16px,env(safe-area-inset-bottom))] max-sm:[&>*]:min-h-11 max-sm:[&>*]:grow';

type DialogProps = {
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** An element beside the close button, such as a status pill. */
  headerEnd?: ReactNode;
  /** Buttons, the primary one last. `me-auto` puts a button on the left. */
  footer?: ReactNode;
  /**
   * A `wideForm` has two columns. A `sheet` lies at the bottom of a phone, a `panel` stands at the window's end, and a `photo`
   * fills the window. A `palette` has no padding, no close button, and a title for screen readers only.
   */
  size?: 'form' | 'wideForm' | 'details' | 'palette' | 'sheet' | 'panel' | 'photo' | undefined;
  fieldSize?: FieldSize | undefined;
  /** Which element gets the focus first: the first field, or the footer's first button if that is safe to press. */
  startsOn?: 'field' | 'footer' | undefined;
  /** Why the last try failed. It stays until the next try. */
  error: string | null;
  /** Whether its action is running. Then the dialog cannot be closed. */
  pending: boolean;
  children: ReactNode;
};

const sizeClasses = {
  form: 'sm:max-w-[560px]',
  wideForm: 'sm:max-w-[760px]',
  details: 'sm:max-w-[760px]',
  sheet: 'max-sm:rounded-t-card sm:max-w-[420px]',
  panel: 'h-dvh max-md:max-w-none! sm:max-h-dvh sm:rounded-none md:max-w-[424px]',
  photo: 'sm:h-dvh sm:max-w-none',
  palette: 'sm:max-h-[min(520px,calc(100dvh-48px))] sm:max-w-[600px]',
};

const firstFocus = {
  field: '[data-dialog-body] :is(input, select, textarea):enabled',
  footer: 'footer button',
};

/** A dialog that is open while it is mounted. */
export function Dialog({ onClose, pending, ...rest }: DialogProps) {
  return (
    <RadixDialog.Root
      open
      onOpenChange={(isOpen) => {
        if (!isOpen && !pending) onClose();
      }}
    >
      <RadixDialog.Portal>
        <DialogPanel pending={pending} {...rest} />
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

function DialogPanel({
  title,
  description,
  headerEnd,
  footer,
  size = 'form',
  fieldSize = 'console',
  startsOn = 'field',
  error,
  pending,
  children,
}: Omit<DialogProps, 'onClose'>) {
  const focus = useReturnFocus();
  useScrollLock();

  return (
    <div
      className={classNames(
        scrim,
        size === 'palette' && 'sm:items-start sm:pt-[10vh]',
        size === 'sheet' && 'max-sm:items-end',
        size === 'panel' && 'justify-items-end sm:p-0!',
      )}
    >
      <RadixDialog.Content
        // Tells Radix that there is no description.
        {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        aria-busy={pending || undefined}
        onOpenAutoFocus={(event) => {
          focus.remember();
          const panel = event.currentTarget as HTMLElement;
          const firstControl = panel.querySelector<HTMLElement>(firstFocus[startsOn]);
          event.preventDefault();
          (firstControl ?? panel).focus();
        }}
        onCloseAutoFocus={focus.restore}
        // Escape closes an open list of suggestions first.
        onEscapeKeyDown={(event) => {
          if ((event.target as Element).hasAttribute('data-list-open')) event.preventDefault();
        }}
        // A tap outside must not close a half-filled form.
        onInteractOutside={(event) => {
          if (size === 'form' || size === 'wideForm') event.preventDefault();
        }}
        className={classNames(dialogPanel, size !== 'sheet' && 'max-sm:h-dvh', sizeClasses[size])}
      >
        {size === 'palette' ? (
          <RadixDialog.Title className="sr-only">{title}</RadixDialog.Title>
        ) : (
          <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b-[1.5px] border-line px-[22px] py-4">
            <div className="min-w-0 flex-1">
              <RadixDialog.Title className={dialogTitle}>{title}</RadixDialog.Title>
              {description !== undefined && (
                <RadixDialog.Description className="mt-0.5 t-small text-muted">
                  {description}
                </RadixDialog.Description>
              )}
            </div>
            {headerEnd !== undefined && (
              <div className="max-sm:order-last max-sm:basis-full">{headerEnd}</div>
            )}
            <RadixDialog.Close asChild>
              <IconButton
                icon={X}
                label={words.close}
                kind="quiet"
                size="small"
                disabledReason={pending ? words.waitUntilDone : undefined}
              />
            </RadixDialog.Close>
          </header>
        )}
        <FieldSizeContext value={fieldSize}>
          <div
            data-dialog-body
            // Details may have nothing to focus, but must scroll by keyboard.
            {...(size === 'details' ? { tabIndex: 0, role: 'group', 'aria-label': title } : {})}
            className={classNames(
              'min-h-0 flex-1',
              size === 'palette'
                ? 'flex flex-col'
                : 'overflow-y-auto overscroll-contain px-[22px] py-5 focus-visible:-outline-offset-3',
            )}
          >
            {children}
          </div>
          <ErrorNote message={error} className="px-[22px] pb-4" />
          {footer !== undefined && <footer className={dialogFooter}>{footer}</footer>}
        </FieldSizeContext>
      </RadixDialog.Content>
    </div>
  );
}

let lockCount = 0;
const listeners = new Set<() => void>();

function changeLocks(by: 1 | -1) {
  lockCount += by;
  for (const listener of listeners) listener();
}

/**
 * Keeps the page from scrolling while a dialog is open, and replaces the scrollbar by padding so that nothing jumps. Radix's
 * own overlay injects a style sheet for this, which the content security policy refuses.
 */
export function useScrollLock() {
  useEffect(() => {
    const root = document.documentElement;
    if (lockCount === 0) {
      const scrollbarWidth = window.innerWidth - root.clientWidth;
      root.style.overflow = 'hidden';
      if (scrollbarWidth > 0) root.style.paddingInlineEnd = `${scrollbarWidth}px`;
    }
    changeLocks(1);
    return () => {
      changeLocks(-1);
      if (lockCount > 0) return;
      root.style.overflow = '';
      root.style.paddingInlineEnd = '';
    };
  }, []);
}

/** Whether any dialog is open over the page. */
export function useIsCovered(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    () => lockCount > 0,
    () => false,
  );
}

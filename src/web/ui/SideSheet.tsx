import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import * as words from '#words/sideSheet.ts';
import { classNames } from './classNames.ts';
import { IconButton } from './IconButton.tsx';
import { useReturnFocus } from './useReturnFocus.ts';
import { useScrollLock } from './useScrollLock.ts';

type SideSheetProps = {
  onClose: () => void;
  title: string;
  /** The lines under the title. */
  head?: ReactNode;
  children: ReactNode;
};

/** A dialog at the right, as high as the window. Under 768 pixels it is the whole screen. It starts on itself. */
export function SideSheet({ onClose, ...rest }: SideSheetProps) {
  return (
    <RadixDialog.Root
      open
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <RadixDialog.Portal>
        <Panel {...rest} />
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

function Panel({ title, head, children }: Omit<SideSheetProps, 'onClose'>) {
  const focus = useReturnFocus();
  useScrollLock();
  return (
    <div className="fixed inset-0 z-40 touch-none bg-scrim motion-safe:transition-opacity motion-safe:duration-200 motion-safe:starting:opacity-0 print:hidden">
      <RadixDialog.Content
        aria-describedby={undefined}
        onOpenAutoFocus={(event) => {
          focus.remember();
          event.preventDefault();
          (event.currentTarget as HTMLElement).focus();
        }}
        onCloseAutoFocus={focus.restore}
        className={classNames(
          'pointer-events-auto ms-auto flex h-dvh w-full touch-auto flex-col overflow-clip bg-raised t-small text-ink shadow-dialog outline-none md:w-[600px] md:rounded-s-card',
          'motion-safe:transition-transform motion-safe:duration-200 motion-safe:starting:translate-x-6 forced-colors:border',
        )}
      >
        <header className="border-b-[1.5px] border-line px-3.5 pt-3.5 pb-3 md:px-6 md:pt-5 md:pb-3.5">
          <div className="flex items-start gap-2">
            <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 max-md:min-h-11">
              <RadixDialog.Title className="min-w-0 font-display text-[1.625rem] leading-[1.15] font-[780] tracking-[-.025em] wrap-anywhere">
                {title}
              </RadixDialog.Title>
            </div>
            <div className="flex shrink-0 gap-1 md:-me-2">
              <RadixDialog.Close asChild>
                <IconButton
                  icon={X}
                  label={words.close}
                  kind="quiet"
                  size="console"
                  className="max-md:size-11"
                />
              </RadixDialog.Close>
            </div>
          </div>
          {head}
        </header>
        <div className="min-h-0 flex-1 overflow-x-clip overflow-y-auto overscroll-contain px-3.5 pt-2.5 pb-6 md:px-6">
          {children}
        </div>
      </RadixDialog.Content>
    </div>
  );
}

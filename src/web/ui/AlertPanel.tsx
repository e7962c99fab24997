import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import { dialogFooter, dialogPanel, dialogTitle, scrim } from './dialogStyles.ts';
import { useReturnFocus } from './useReturnFocus.ts';
import { useScrollLock } from './useScrollLock.ts';

type AlertPanelProps = {
  title: string;
  description: ReactNode;
  descriptionClassName: string;
  busy?: boolean | undefined;
  /** What stands between the words and the buttons. */
  children?: ReactNode;
  buttons: ReactNode;
};

/** What interrupts: a sentence or two, and the buttons that end it. */
export function AlertPanel({
  title,
  description,
  descriptionClassName,
  busy,
  children,
  buttons,
}: AlertPanelProps) {
  const focus = useReturnFocus();
  useScrollLock();
  return (
    <div className={classNames(scrim, 'max-sm:p-4')}>
      <AlertDialog.Content
        aria-modal
        aria-busy={busy || undefined}
        onOpenAutoFocus={focus.remember}
        onCloseAutoFocus={focus.restore}
        className={classNames(
          dialogPanel,
          'max-w-[460px] max-sm:max-h-[calc(100dvh-32px)] max-sm:rounded-card',
        )}
      >
        <div className="min-h-0 overflow-y-auto px-[22px] py-5">
          <AlertDialog.Title className={dialogTitle}>{title}</AlertDialog.Title>
          <AlertDialog.Description className={`mt-2 text-base leading-[1.5] ${descriptionClassName}`}>
            {description}
          </AlertDialog.Description>
        </div>
        {children}
        <div className={dialogFooter}>{buttons}</div>
      </AlertDialog.Content>
    </div>
  );
}

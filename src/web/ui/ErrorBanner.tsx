import { CircleAlert } from 'lucide-react';
import { retrying as words } from '#words/site.ts';
import { Button } from './Button.tsx';
import { useEffect, useRef } from 'react';
import { classNames } from './classNames.ts';

type ErrorBannerProps = {
  message: string;
  detail?: string | undefined;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
  className?: string | undefined;
};

/** An error message in the page, with a button that tries again if `onRetry` is given. */
export function ErrorBanner({
  message,
  detail,
  onRetry,
  retrying = false,
  className = '',
}: ErrorBannerProps) {
  return (
    <div
      role="alert"
      className={`flex flex-wrap items-center gap-x-3 gap-y-2 rounded-large bg-clay-tint px-4 py-3 ${className}`}
    >
      <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-clay-deep" />
      <div className="min-w-0 flex-1 basis-40">
        <p>{message}</p>
        {detail && <p className="text-muted">{detail}</p>}
      </div>
      {onRetry && (
        <Button
          kind="clayOutline"
          size="small"
          pending={retrying}
          pendingLabel={words.retrying}
          onClick={onRetry}
        >
          {words.retry}
        </Button>
      )}
    </div>
  );
}

type ErrorNoteProps = {
  message: string | null;
  /** Whether it takes the focus when the message appears. False if an invalid field takes the focus. */
  takesFocus?: boolean | undefined;
  className?: string | undefined;
};

/** The error of a form or dialog, above its buttons. */
export function ErrorNote({ message, takesFocus = true, className }: ErrorNoteProps) {
  const note = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (message !== null && takesFocus) note.current?.focus();
  }, [message, takesFocus]);

  return (
    <div role="alert" className={classNames(message === null && 'hidden', className)}>
      {message !== null && (
        <p
          ref={note}
          tabIndex={-1}
          className="flex gap-3 rounded-control bg-clay-tint px-4 py-3 text-base leading-[1.45] text-clay-deep focus-visible:outline-offset-0"
        >
          <CircleAlert size={20} className="mt-0.5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{message}</span>
        </p>
      )}
    </div>
  );
}

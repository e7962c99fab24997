import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { classNames } from './classNames.ts';

type ErrorNoteProps = {
  message: string | null;
  /** Moves focus here when the message appears; not when an invalid field takes it. */
  takesFocus?: boolean | undefined;
  className?: string | undefined;
};

/** The one error of a form or dialog, above its buttons. */
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

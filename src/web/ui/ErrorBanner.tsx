import { CircleAlert } from 'lucide-react';
import { retrying as words } from '#words/site.ts';
import { Button } from './Button.tsx';

type ErrorBannerProps = {
  message: string;
  /** What else helps to know. */
  detail?: string | undefined;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
  className?: string | undefined;
};

/** A load that failed, in its own place: what happened and a way to try again. */
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

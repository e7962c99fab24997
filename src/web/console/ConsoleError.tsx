import { useRevalidator } from 'react-router';
import { Lamp } from '#web/art/Lamp.tsx';
import { useRouteFailure } from '#web/pages/useRouteFailure.ts';
import { ConsoleEntryScreen } from './ConsoleEntryScreen.tsx';
import { Button } from '#web/ui/Button.tsx';

/** The console's error boundary, for a session check or a screen that failed. */
export function ConsoleError() {
  const { title, text, isCallError } = useRouteFailure();
  const { state, revalidate } = useRevalidator();
  return (
    <ConsoleEntryScreen objects={<Lamp isDotted size={104} />}>
      <title>{`${title} · Console · ReRound`}</title>
      <div role="alert">
        <h1 className="t-3">{title}</h1>
        <p className="mt-1.5 mb-5.5 text-muted">{text}</p>
      </div>
      <Button
        size="large"
        pending={state === 'loading'}
        pendingLabel="Retrying…"
        // After a failed call a reload is not needed, and without a connection it would lose the page.
        onClick={() => (isCallError ? void revalidate() : window.location.reload())}
        className="w-full"
      >
        Retry
      </Button>
    </ConsoleEntryScreen>
  );
}

import { useRevalidator } from 'react-router';
import { Lamp } from '#web/art/Lamp.tsx';
import { useRouteFailure } from '#web/pages/useRouteFailure.ts';
import { ConsoleEntryScreen } from './ConsoleEntryScreen.tsx';
import { Button } from '#web/ui/Button.tsx';

/** The console's error boundary: the session could not be checked, or a screen failed to load, or broke. */
export function ConsoleError() {
  const { title, text, isCall } = useRouteFailure();
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
        // Without a connection a reload would lose the page.
        onClick={() => (isCall ? void revalidate() : window.location.reload())}
        className="w-full"
      >
        Retry
      </Button>
    </ConsoleEntryScreen>
  );
}

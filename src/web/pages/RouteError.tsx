import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { ApiError, NetworkError } from '#web/api/client.ts';
import { Lamp } from '#web/art/Lamp.tsx';
import { PublicLayout } from '#web/layouts/PublicLayout.tsx';
import { paths } from '#web/paths.ts';
import { PlainButton } from '#web/ui/PlainButton.tsx';
import { Shelf } from '#web/ui/Shelf.tsx';

/** The router's error boundary: a screen that failed to load, or broke. */
export function RouteError() {
  const error = useRouteError();
  const { title, text } = explain(error);
  const outdated = isMissingChunk(error) && navigator.onLine;

  useEffect(() => {
    if (outdated) reloadOnce();
  }, [outdated]);

  return (
    <PublicLayout donor={false} footer={false}>
      <title>{`${title} · ReRound`}</title>
      <div
        role="alert"
        className="container-page flex flex-1 flex-col items-center py-14 text-center bar:py-22"
      >
        <Shelf thickness={8} className="w-50">
          <Lamp ghost size={120} />
        </Shelf>
        <h1 className="t-2 mt-7">{title}</h1>
        <p className="t-lead mt-3 max-w-[44ch] text-muted">{text}</p>
        <div className="mt-7 flex flex-wrap justify-center gap-3">
          <PlainButton size="large" onClick={() => window.location.reload()}>
            Retry
          </PlainButton>
          <PlainButton asChild kind="outline" size="large">
            {/* A whole page load, since what runs here may be what is broken. */}
            <a href={paths.home}>Go home</a>
          </PlainButton>
        </div>
      </div>
    </PublicLayout>
  );
}

function explain(error: unknown): { title: string; text: string } {
  if (error instanceof NetworkError || !navigator.onLine) {
    return { title: 'Network error', text: 'There is no connection just now. Check it, then try again.' };
  }
  if (isMissingChunk(error)) {
    return {
      title: 'A new version is out',
      text: 'The page is loading it now. If nothing happens, press Retry.',
    };
  }
  const requestId = error instanceof ApiError ? error.response?.requestId : undefined;
  const reference = requestId === undefined ? '' : ` Reference: ${requestId}.`;
  return {
    title: 'Something went wrong',
    text: `This page could not be shown. Trying again often helps.${reference}`,
  };
}

/** A screen's code that has gone with the last deploy, in the words of Chromium, Firefox and Safari, then Vite's. */
const missingChunk =
  /failed to fetch dynamically imported module|error loading dynamically imported module|importing a module script failed|unable to preload css/i;

function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && missingChunk.test(error.message);
}

const RELOADED_AT = 'reround.reloadedAt';
const QUIET_MILLISECONDS = 30_000;

/** Reloads, but not again and again when the reload didn't help. */
function reloadOnce() {
  try {
    const last = Number(sessionStorage.getItem(RELOADED_AT));
    if (Date.now() - last < QUIET_MILLISECONDS) return;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  } catch {
    // Where storage is barred nothing would end the loop: the Retry button remains.
    return;
  }
  window.location.reload();
}

import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { networkError, routeFailure as words } from '#words/site.ts';
import { ApiError, NetworkError } from '#web/api/client.ts';

interface RouteFailure {
  title: string;
  text: string;
  /** Whether a call failed, not the page's code. Then repeating the call may be enough. */
  isCallError: boolean;
}

/** Explains why a screen failed to load or broke. If a new version has removed its code, the page reloads once. */
export function useRouteFailure(): RouteFailure {
  const error = useRouteError();
  const isOutdated = isMissingChunk(error) && navigator.onLine;

  useEffect(() => {
    if (isOutdated) reloadOnce();
  }, [isOutdated]);

  return { ...explainError(error), isCallError: error instanceof ApiError || error instanceof NetworkError };
}

function explainError(error: unknown): { title: string; text: string } {
  if (error instanceof NetworkError || !navigator.onLine) {
    return { title: networkError, text: words.networkErrorText };
  }
  if (isMissingChunk(error)) {
    return { title: words.newVersion, text: words.newVersionText };
  }
  const requestId = error instanceof ApiError ? error.response?.requestId : undefined;
  return { title: words.broken, text: words.brokenText(requestId) };
}

/** The error messages of Chromium, Firefox, Safari and Vite if a deploy has removed a screen's code. */
const missingChunk =
  /failed to fetch dynamically imported module|error loading dynamically imported module|importing a module script failed|unable to preload css/i;

function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && missingChunk.test(error.message);
}

const RELOADED_AT = 'reround.reloadedAt';
const RELOAD_PAUSE_MILLISECONDS = 30_000;

/** Reloads at most once in 30 seconds, since a reload may not help. */
function reloadOnce() {
  try {
    const lastReloadAt = Number(sessionStorage.getItem(RELOADED_AT));
    if (Date.now() - lastReloadAt < RELOAD_PAUSE_MILLISECONDS) return;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  } catch {
    // Without storage the reloads might never end. The Retry button remains.
    return;
  }
  window.location.reload();
}

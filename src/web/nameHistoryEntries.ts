/**
 * Gives history entries that the browser makes by itself a key of their own, by which the router remembers how far a page
 * was scrolled. The router names only those that it makes: all others would share one place.
 */
export function nameHistoryEntries(): void {
  nameEntry();
  // Before the router's own listener: a change of the hash alone is an entry without a key.
  window.addEventListener('popstate', nameEntry);
}

function nameEntry(): void {
  const state: { key?: unknown } | null = window.history.state;
  if (state?.key !== undefined) return;
  window.history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '');
}

/**
 * Gives the history entry that a page was opened by a key of its own, by which the router remembers how far it was scrolled.
 * The router names only the entries that it makes itself: all pages that were opened otherwise would share one place.
 */
export function nameHistoryEntry(): void {
  const state: { key?: unknown } | null = window.history.state;
  if (state?.key !== undefined) return;
  window.history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '');
}

/** A browser may keep a page that was left and show it again as it was, to whoever comes next after a logout. */
export function reloadWhenShownAgain(): void {
  if (import.meta.env.SSR) return;
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload();
  });
}

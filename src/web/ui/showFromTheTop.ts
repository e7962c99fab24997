/** For the heading of what takes the place of a form which had the focus: it takes it, from the top of the screen. */
export function showFromTheTop(heading: HTMLElement | null): void {
  if (!heading) return;
  heading.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}

/** Ends the task at hand: a long one holds up a slow phone, which paints, scrolls and takes presses between two. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

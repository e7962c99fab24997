/** How far along, as the whole percentage that sentences show: floored, so that 100 is said only of what is reached. */
export function percentOf(part: number, whole: number): number {
  // Multiplied first: 72.5 / 250 * 100 comes out below 29.
  return whole > 0 ? Math.floor((part * 100) / whole) : 0;
}

/** The same as a ring shows it, which is closed at 100 and stays so. */
export function clampPercent(percent: number): number {
  return Number.isFinite(percent) ? Math.floor(Math.min(100, Math.max(0, percent))) : 0;
}

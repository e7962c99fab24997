/** How far along, as the whole percentage that every ring and sentence shows: rounded, 0 to 100. */
export function percentOf(part: number, whole: number): number {
  return whole > 0 ? clampPercent((part / whole) * 100) : 0;
}

export function clampPercent(percent: number): number {
  return Number.isFinite(percent) ? Math.round(Math.min(100, Math.max(0, percent))) : 0;
}

/** Kilograms as a reader sees them: `92.5`, `1,204.0`; a goal takes no decimals unless it has one. */
export function formatKilograms(kilograms: number, minimumDecimals: 0 | 1 = 1): string {
  const rounded = Math.round(kilograms * 10) / 10;
  // Not by Intl, as no date is: see shared/dates.ts.
  return rounded
    .toFixed(Number.isInteger(rounded) ? minimumDecimals : 1)
    .replaceAll(/\B(?=(?:\d{3})+(?!\d))/g, ',');
}

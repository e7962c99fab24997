// Numbers as Canadian French writes them: thousands are parted by a space that does not break, decimals by a comma.

/** A whole number: `12 345`. */
export function formatCount(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, '\u00a0');
}

/** Kilograms without their unit: `92,5`, `1 204,0`; a goal takes no decimals unless it has one. */
export function formatKilograms(kilograms: number, minimumDecimals: 0 | 1 = 1): string {
  const rounded = Math.round(kilograms * 10) / 10;
  return rounded
    .toFixed(Number.isInteger(rounded) ? minimumDecimals : 1)
    .replace('.', ',')
    .replaceAll(/\B(?=(?:\d{3})+(?!\d))/g, '\u00a0');
}

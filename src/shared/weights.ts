/** The weight bands a donor may claim and a volunteer may measure, lightest first (spec section 9). */
export const weightBands = ['0-1kg', '1-2kg', '2-3kg', '3kg+'] as const;

export type WeightBand = (typeof weightBands)[number];

/** What a band counts for, in kilograms: its middle, and 3.5 for the open-ended one. */
export const kilogramsByBand: Readonly<Record<WeightBand, number>> = {
  '0-1kg': 0.5,
  '1-2kg': 1.5,
  '2-3kg': 2.5,
  '3kg+': 3.5,
};

/** The least and the most kilograms that a bag can have. */
export const LEAST_KILOGRAMS = 0.05;
export const MOST_KILOGRAMS = 500;

/** A heavier bag is more likely a slip of the finger, and is asked about once. */
export const SURPRISING_KILOGRAMS = 40;

/** The kilograms that a text says, with a comma or a point, or null where it says none that a bag can have. */
export function kilogramsIn(text: string): number | null {
  const typed = text.trim();
  if (!/^(?:\d{1,3}(?:[.,]\d{0,2})?|[.,]\d{1,2})$/.test(typed)) return null;
  const kilograms = Number(typed.replace(',', '.'));
  return kilograms >= LEAST_KILOGRAMS && kilograms <= MOST_KILOGRAMS ? kilograms : null;
}

/** The band that a measured weight falls into: a whole kilogram begins the heavier one. */
export function bandOf(kilograms: number): WeightBand {
  if (kilograms < 1) return '0-1kg';
  if (kilograms < 2) return '1-2kg';
  return kilograms < 3 ? '2-3kg' : '3kg+';
}

/** A donation of at least this many kilograms counts towards Gold Giver (spec section 9). */
const QUALIFYING_KILOGRAMS = 2.5;

export function isQualifying(band: WeightBand): boolean {
  return kilogramsByBand[band] >= QUALIFYING_KILOGRAMS;
}

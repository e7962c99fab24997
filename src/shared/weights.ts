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

/** The band that a measured weight falls into. */
export function bandOf(kilograms: number): WeightBand {
  if (kilograms < 1) return '0-1kg';
  if (kilograms < 2) return '1-2kg';
  return kilograms < 3 ? '2-3kg' : '3kg+';
}

/** A donation of at least this many kilograms counts towards Gold Giver (spec section 9). */
export const QUALIFYING_KILOGRAMS = 2.5;

export function isQualifying(band: WeightBand): boolean {
  return kilogramsByBand[band] >= QUALIFYING_KILOGRAMS;
}

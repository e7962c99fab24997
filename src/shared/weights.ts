/** The weight bands that donors claim and volunteers measure, lightest first. */
export const weightBands = ['0-1kg', '1-2kg', '2-3kg', '3kg+'] as const;

export type WeightBand = (typeof weightBands)[number];

/** The kilograms that a band counts: its middle, and 3.5 for the open one. */
export const kilogramsByBand: Readonly<Record<WeightBand, number>> = {
  '0-1kg': 0.5,
  '1-2kg': 1.5,
  '2-3kg': 2.5,
  '3kg+': 3.5,
};

/** The least and most kilograms of a bag. */
export const LEAST_KILOGRAMS = 0.05;
export const MOST_KILOGRAMS = 500;

/** A heavier bag is probably a slip of the finger, so the screen asks once. */
export const SURPRISING_KILOGRAMS = 40;

/** Whether a screen must ask about a surprising weight. It asks only once about the same weight. */
export function mustAskAbout(kilograms: number, askedKilograms: number | null): boolean {
  return kilograms > SURPRISING_KILOGRAMS && kilograms !== askedKilograms;
}

/** The kilograms in a text with a comma or a point; null if no bag can weigh that. */
export function kilogramsIn(text: string): number | null {
  const typed = text.trim();
  if (!/^(?:\d{1,3}(?:[.,]\d{0,2})?|[.,]\d{1,2})$/.test(typed)) return null;
  const kilograms = Number(typed.replace(',', '.'));
  return kilograms >= LEAST_KILOGRAMS && kilograms <= MOST_KILOGRAMS ? kilograms : null;
}

/** The band of a measured weight. A whole kilogram belongs to the heavier band. */
export function bandOf(kilograms: number): WeightBand {
  if (kilograms < 1) return '0-1kg';
  if (kilograms < 2) return '1-2kg';
  return kilograms < 3 ? '2-3kg' : '3kg+';
}

/** The least kilograms of a donation that counts towards Gold Giver. */
const QUALIFYING_KILOGRAMS = 2.5;

export function isQualifying(band: WeightBand): boolean {
  return kilogramsByBand[band] >= QUALIFYING_KILOGRAMS;
}

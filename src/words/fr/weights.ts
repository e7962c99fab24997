// Weight bands and what they count for, as people read them.
import type { WeightBand } from '#shared/weights.ts';

/** What a select shows for a band. */
export const weightLabels: Readonly<Record<WeightBand, string>> = {
  '0-1kg': 'Moins de 1\u00a0kg',
  '1-2kg': '1 à 2\u00a0kg',
  '2-3kg': '2 à 3\u00a0kg (admissible)',
  '3kg+': '3\u00a0kg et plus (admissible)',
};

const names: Readonly<Record<WeightBand, string>> = {
  '0-1kg': 'Moins de 1\u00a0kg',
  '1-2kg': '1 à 2\u00a0kg',
  '2-3kg': '2 à 3\u00a0kg',
  '3kg+': '3\u00a0kg et plus',
};

const ranges: Readonly<Record<WeightBand, string>> = {
  '0-1kg': '0-1\u00a0kg',
  '1-2kg': '1-2\u00a0kg',
  '2-3kg': '2-3\u00a0kg',
  '3kg+': '3\u00a0kg\u00a0+',
};

/** The same where it goes without saying what a band counts for. */
export function weightName(band: WeightBand): string {
  return names[band];
}

/** A band by its bounds, where a list has room for little more. */
export function weightRange(band: WeightBand): string {
  return ranges[band];
}

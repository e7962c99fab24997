// Weight bands and what they count for, as people read them.
import { isQualifying, type WeightBand } from '#shared/weights.ts';

/** What a select shows for a band: the words of spec section 5. */
export const weightLabels: Readonly<Record<WeightBand, string>> = {
  '0-1kg': 'Less than 1kg',
  '1-2kg': '1-2kg',
  '2-3kg': '2-3kg (Qualifying)',
  '3kg+': '3kg+ (Qualifying)',
};

/** The same where it goes without saying what a band counts for. */
export function weightName(band: WeightBand): string {
  return isQualifying(band) ? band : weightLabels[band];
}

/** A band by its bounds, where a list has room for little more. */
export function weightRange(band: WeightBand): string {
  return band;
}

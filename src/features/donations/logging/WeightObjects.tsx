import type { WeightBand } from '#shared/weights.ts';
import { BagFull } from '#web/art/BagFull.tsx';
import { Books } from '#web/art/Books.tsx';
import { Lamp } from '#web/art/Lamp.tsx';
import { Mug } from '#web/art/Mug.tsx';
import { Teapot } from '#web/art/Teapot.tsx';

// They grow with the weight.
const objects = {
  '0-1kg': [{ Drawing: Mug, size: 68 }],
  '1-2kg': [{ Drawing: Teapot, size: 94 }],
  '2-3kg': [
    { Drawing: Books, size: 70 },
    { Drawing: Lamp, size: 92 },
  ],
  '3kg+': [{ Drawing: BagFull, size: 104 }],
} as const satisfies Record<WeightBand, unknown>;

/** What is about as heavy as a weight band, to stand on a shelf. */
export function WeightObjects({ band, scale = 1 }: { band: WeightBand; scale?: number | undefined }) {
  return objects[band].map(({ Drawing, size }) => <Drawing key={size} size={Math.round(size * scale)} />);
}

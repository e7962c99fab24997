import { sampleBins as words } from '#words/bins.tsx';

/** What the demonstration shows. No row has the number 0, so a report can never reach a bin. */
export const sampleBins = [
  { id: 0, name: words.binA, location: words.placeA, binCode: 'SAMPLE_A' },
  { id: 0, name: words.binB, location: words.placeB, binCode: 'SAMPLE_B' },
] as const;

/** Whether an address is that of a sample bin's Report QR. */
export function namesSampleBin({ bin, code }: { bin: string; code: string }): boolean {
  return sampleBins.some(({ id, binCode }) => bin === String(id) && code === binCode);
}

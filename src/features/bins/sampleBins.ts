import { sampleBins as words } from '#words/bins.tsx';

/** The bins of the demonstration. No real bin has their id 0, so their Report codes never match a real bin. */
export const sampleBins = [
  { id: 0, name: words.binA, location: words.placeA, binCode: 'SAMPLE_A' },
  { id: 0, name: words.binB, location: words.placeB, binCode: 'SAMPLE_B' },
] as const;

/** Whether a Report QR code belongs to a sample bin. */
export function isSampleBin({ id, code }: { id: string; code: string }): boolean {
  return sampleBins.some((bin) => id === String(bin.id) && code === bin.binCode);
}

/** What the demonstration shows. No row has the number 0, so a report can never reach a bin. */
export const sampleBins = [
  { id: 0, name: 'Sample bin A', location: 'Sample place, main entrance', binCode: 'SAMPLE_A' },
  { id: 0, name: 'Sample bin B', location: 'Sample place, cafeteria', binCode: 'SAMPLE_B' },
] as const;

/** Whether an address is that of a sample bin's Report QR. */
export function namesSampleBin({ bin, code }: { bin: string; code: string }): boolean {
  return sampleBins.some(({ id, binCode }) => bin === String(id) && code === binCode);
}

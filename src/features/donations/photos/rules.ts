/** The longest side of a photo that a browser sends. The server stores at most 1600. */
const SENT_SIDE_PIXELS = 2000;

interface Size {
  width: number;
  height: number;
}

/** The size to shrink a picture to, or null if it is small enough. */
export function smallerSize({ width, height }: Size): Size | null {
  const scale = SENT_SIDE_PIXELS / Math.max(width, height);
  if (scale >= 1) return null;
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The brands of HEIC files (ISO/IEC 23008-12). `mif1` and `msf1` may hold any image. */
const heicBrands = new Set('heic heix heim heis hevc hevx hevm hevs mif1 msf1'.split(' '));

/** Whether the first bytes of a file are those of a HEIC picture. */
export function isHeic(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(4, 12));
  return head.startsWith('ftyp') && heicBrands.has(head.slice(4));
}

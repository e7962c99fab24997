import { open } from 'node:fs/promises';
import { encodeQR } from 'qr';

/** What a fake camera sees for some seconds. */
export interface Scene {
  seconds: number;
  /** The text of the QR code in the picture. Null: no code. */
  text: string | null;
}

export const FILM_FRAMES_PER_SECOND = 30;

const WIDTH = 480;
const HEIGHT = 640;
const QUIET_ZONE = 4;
/** A code on a phone that is held slightly askew, within the till's frame. */
const CODE_PIXELS = 165;
const TURN_DEGREES = 7;

const tableBrightness = 96;
const whiteBrightness = 236;
const darkBrightness = 28;

/**
 * Writes a film that Chromium plays instead of a camera, over and over
 * (`--use-file-for-fake-video-capture`), with the codes drawn slightly turned.
 */
export async function writeFilm(path: string, scenes: readonly Scene[]): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.write(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FILM_FRAMES_PER_SECOND}:1 Ip A1:1 C420jpeg\n`);
    for (const scene of scenes) {
      const frame = Buffer.concat([Buffer.from('FRAME\n'), drawFrame(scene)]);
      for (let count = 0; count < Math.round(scene.seconds * FILM_FRAMES_PER_SECOND); count += 1)
        await file.write(frame);
    }
  } finally {
    await file.close();
  }
}

/** A frame: the brightness of each pixel, then two planes without colour. */
function drawFrame({ text }: Scene): Buffer {
  const pixels = Buffer.alloc((WIDTH * HEIGHT * 3) / 2, 128);
  pixels.fill(tableBrightness, 0, WIDTH * HEIGHT);
  if (text === null) return pixels;
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const modulePixels = CODE_PIXELS / (rows.length - 2 * QUIET_ZONE);
  const turn = (TURN_DEGREES * Math.PI) / 180;
  const brightness = (x: number, y: number) => {
    const [right, down] = [x - WIDTH / 2, y - HEIGHT / 2];
    const column = (right * Math.cos(turn) + down * Math.sin(turn)) / modulePixels + rows.length / 2;
    const row = (down * Math.cos(turn) - right * Math.sin(turn)) / modulePixels + rows.length / 2;
    const isDark = rows[Math.floor(row)]?.[Math.floor(column)];
    if (isDark === undefined) return tableBrightness;
    return isDark ? darkBrightness : whiteBrightness;
  };
  // Each pixel is sampled four times, so that edges are as soft as through a lens.
  const offsets = [0.25, 0.75];
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const samples = offsets.flatMap((right) => offsets.map((down) => brightness(x + right, y + down)));
      pixels[y * WIDTH + x] = samples.reduce((sum, value) => sum + value, 0) / samples.length;
    }
  }
  return pixels;
}

import type { FoundQr, QrReader } from './readQr.ts';

/** A code may stand out over the frame a little. */
const MARGIN = 0.12;
/** Enough for a code of this kind, and little work for a slow phone. */
const MOST_PIXELS = 640;

interface Watch {
  video: HTMLVideoElement;
  /** The square on the screen that codes are held in. */
  frame: Element;
  read: QrReader;
  /** Whether that was all. */
  onTexts: (texts: string[]) => boolean;
  signal: AbortSignal;
}

/**
 * Reads what the frame shows, picture by picture, until told to stop. Every other time it reads the whole picture, smaller: on
 * a wide screen the frame shows but a little of it, and a code that is held close stands out over that. Of what is found there
 * counts what has its middle in the frame, so that a code beside it is not taken.
 */
export async function watchFrame({ video, frame, read, onTexts, signal }: Watch): Promise<void> {
  const canvases = { frame: document.createElement('canvas'), whole: document.createElement('canvas') };
  for (let isWhole = false; !signal.aborted; isWhole = !isWhole) {
    await nextPicture(video);
    const aim = frameIn(video, frame);
    if (signal.aborted || aim === null) continue;
    const area = isWhole ? { left: 0, top: 0, width: video.videoWidth, height: video.videoHeight } : aim;
    const canvas = isWhole ? canvases.whole : canvases.frame;
    const scale = copy(video, area, canvas);
    const found = await read(canvas);
    const isAimedAt = ({ x, y }: FoundQr) => isIn(aim, area.left + x / scale, area.top + y / scale);
    const texts = found.filter(isAimedAt).map(({ text }) => text);
    if (texts.length > 0 && !signal.aborted && onTexts(texts)) return;
  }
}

/** A part of the picture, in its pixels. */
interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

function isIn({ left, top, width, height }: Area, x: number, y: number): boolean {
  return x >= left && x <= left + width && y >= top && y <= top + height;
}

/** Resolves never where the video has ended; whoever waits is then forgotten with it. */
async function nextPicture(video: HTMLVideoElement): Promise<void> {
  await new Promise<unknown>((resolve) => {
    // Older Firefox does not say when there is a new one.
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(resolve);
    else requestAnimationFrame(resolve);
  });
}

/** What lies in the frame, of a video that covers its box as `object-fit: cover` has it. Null without a picture. */
function frameIn(video: HTMLVideoElement, frame: Element): Area | null {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0) return null;
  const [box, square] = [video.getBoundingClientRect(), frame.getBoundingClientRect()];
  const scale = Math.max(box.width / videoWidth, box.height / videoHeight);
  const side = Math.min((square.width * (1 + 2 * MARGIN)) / scale, videoWidth, videoHeight);
  const from = (start: number, size: number, boxStart: number, boxSize: number, length: number) =>
    Math.min(
      Math.max((start + size / 2 - boxStart - boxSize / 2) / scale + length / 2 - side / 2, 0),
      length - side,
    );
  return {
    left: from(square.left, square.width, box.left, box.width, videoWidth),
    top: from(square.top, square.height, box.top, box.height, videoHeight),
    width: side,
    height: side,
  };
}

/** Draws a part of the picture, not larger than is of use. @returns how many of its pixels make one of the picture. */
function copy(
  video: HTMLVideoElement,
  { left, top, width, height }: Area,
  canvas: HTMLCanvasElement,
): number {
  const scale = Math.min(1, MOST_PIXELS / Math.max(width, height));
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
  canvas
    .getContext('2d', { willReadFrequently: true })
    ?.drawImage(video, left, top, width, height, 0, 0, size.width, size.height);
  return scale;
}

import type { QrReader } from './readQr.ts';

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

/** Reads what the frame shows, picture by picture, until told to stop. */
export async function watchFrame({ video, frame, read, onTexts, signal }: Watch): Promise<void> {
  const canvas = document.createElement('canvas');
  while (!signal.aborted) {
    await nextPicture(video);
    if (signal.aborted || !copyFrame(video, frame, canvas)) continue;
    const texts = await read(canvas);
    if (texts.length > 0 && !signal.aborted && onTexts(texts)) return;
  }
}

/** Resolves never where the video has ended; whoever waits is then forgotten with it. */
async function nextPicture(video: HTMLVideoElement): Promise<void> {
  await new Promise<unknown>((resolve) => {
    // Older Firefox does not say when there is a new one.
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(resolve);
    else requestAnimationFrame(resolve);
  });
}

/** Draws what lies in the frame, of a video that covers its box as `object-fit: cover` has it. Without a picture gives false. */
function copyFrame(video: HTMLVideoElement, frame: Element, canvas: HTMLCanvasElement): boolean {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0) return false;
  const [box, square] = [video.getBoundingClientRect(), frame.getBoundingClientRect()];
  const scale = Math.max(box.width / videoWidth, box.height / videoHeight);
  const side = Math.min((square.width * (1 + 2 * MARGIN)) / scale, videoWidth, videoHeight);
  const centre = (from: number, size: number, boxFrom: number, boxSize: number, length: number) =>
    Math.min(
      Math.max((from + size / 2 - boxFrom - boxSize / 2) / scale + length / 2 - side / 2, 0),
      length - side,
    );
  const left = centre(square.left, square.width, box.left, box.width, videoWidth);
  const top = centre(square.top, square.height, box.top, box.height, videoHeight);
  const pixels = Math.round(Math.min(side, MOST_PIXELS));
  if (canvas.width !== pixels) canvas.width = canvas.height = pixels;
  canvas
    .getContext('2d', { willReadFrequently: true })
    ?.drawImage(video, left, top, side, side, 0, 0, pixels, pixels);
  return true;
}

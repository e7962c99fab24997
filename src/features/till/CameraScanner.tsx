import { Keyboard, X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { camera as words } from '#words/till.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import { codeIn } from './codeInput.ts';

/** Enough for a code of this kind, and little work for a slow phone. */
const MOST_PIXELS = 640;
const OTHER_CODE_MILLISECONDS = 2000;

export type CameraScannerProps = {
  onCode: (code: string) => void;
  /** The clerk would rather type. */
  onType: () => void;
  onClose: () => void;
};

/** The camera over the whole screen, until it has found a code. The browser's own dialog holds the focus. */
export function CameraScanner({ onCode, onType, onClose }: CameraScannerProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [isOpening, setOpening] = useState(true);
  const [isOther, setOther] = useState(false);
  /** Why there is no picture. */
  const [trouble, setTrouble] = useState<string | null>(null);

  useLayoutEffect(() => dialog.current?.showModal(), []);

  /** Whether it was a reward code, and so the last. */
  const take = useEffectEvent((texts: string[]): boolean => {
    const code = texts.map(codeIn).find((found) => found !== null);
    if (!code) {
      setOther(true);
      return false;
    }
    // Eyes are on the customer's phone. Safari has no shaking.
    if ('vibrate' in navigator) navigator.vibrate(120);
    dialog.current?.close();
    onCode(code);
    return true;
  });

  useEffect(() => {
    const stopping = new AbortController();
    const screen = video.current;
    if (!screen) return;
    scan(screen, { onOpen: () => setOpening(false), onTexts: (texts) => take(texts), stopping }).catch(
      (error: unknown) => {
        if (!stopping.signal.aborted)
          setTrouble(error instanceof CameraError ? error.message : words.scannerNotLoaded);
        stopping.abort();
      },
    );
    // A page that is hidden has no use for the camera.
    const closeHidden = () => document.hidden && dialog.current?.close();
    document.addEventListener('visibilitychange', closeHidden, { signal: stopping.signal });
    return () => stopping.abort();
  }, []);

  useEffect(() => {
    if (!isOther) return;
    const forgetting = setTimeout(() => setOther(false), OTHER_CODE_MILLISECONDS);
    return () => clearTimeout(forgetting);
  }, [isOther]);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={`on-panel fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none flex-col overflow-auto bg-[oklch(0.16_0.02_160)] text-[oklch(0.985_0.012_95)] open:flex ${trouble === null ? '' : 'justify-end'}`}
      onClose={({ currentTarget }) => {
        onClose();
        if (currentTarget.returnValue === 'type') onType();
      }}
    >
      <header className="relative z-1 flex min-h-15.5 shrink-0 items-center justify-between ps-5 pe-2.5">
        <Wordmark size="till" tone="panel" />
        <button
          type="button"
          aria-label={words.close}
          className="grid size-11 cursor-pointer place-items-center rounded-[10px]"
          onClick={() => dialog.current?.close()}
        >
          <X size={26} aria-hidden="true" />
        </button>
      </header>
      {trouble === null ? (
        <div className="flex flex-1 flex-col items-center justify-center gap-6 px-4 pt-3 pb-8 text-center low:flex-row">
          <video
            ref={video}
            autoPlay
            playsInline
            muted
            aria-hidden="true"
            className={`fixed inset-0 size-full object-cover ${isOpening ? 'invisible' : ''}`}
          />
          <div className="relative z-1 max-w-80">
            <h2 id={titleId} className="t-1">
              {words.heading}
            </h2>
            <p className="mt-2">{words.staysHere}</p>
          </div>
          {/* All round it is dark, and its corners show where to hold the code. */}
          <div className="relative grid size-[min(282px,100vw-38px,100dvh-350px)] shrink-0 place-items-center rounded-[26px] border-6 border-[oklch(0.985_0.012_95)] shadow-[0_0_0_200vmax_oklch(0.16_0.02_160/0.74)] low:size-[calc(100dvh-170px)]">
            {/* Empty it is unseen, but there: a live region that arrives together with its words is not read out. */}
            <p
              role="status"
              className="rounded-[10px] font-[650] not-empty:bg-[oklch(0.16_0.02_160/0.9)] not-empty:px-4 not-empty:py-2.5"
            >
              {isOther ? words.otherCode : isOpening ? words.opening : null}
            </p>
          </div>
        </div>
      ) : (
        <div className="mx-auto w-full max-w-140 px-5 py-6">
          <h2 id={titleId} className="t-3">
            {words.noPicture}
          </h2>
          <p role="alert" className="mt-1.5">
            {words.typeInstead(trouble)}
          </p>
        </div>
      )}
      <div className="relative z-1 mx-auto flex w-full max-w-140 shrink-0 flex-col rounded-t-slab bg-paper px-5 pt-4 pb-[max(22px,env(safe-area-inset-bottom))] text-ink [--focus:var(--ink)] low:py-3">
        <Button kind="outline" size="large" icon={Keyboard} onClick={() => dialog.current?.close('type')}>
          {words.typeCode}
        </Button>
      </div>
    </dialog>
  );
}

/** Its message says in words for the clerk why there is no picture. */
class CameraError extends Error {
  override name = 'CameraError';
}

interface Scan {
  onOpen: () => void;
  /** Whether that was all. */
  onTexts: (texts: string[]) => boolean;
  stopping: AbortController;
}

/** Shows the camera and reads its pictures, one after the other, until it is stopped. */
async function scan(video: HTMLVideoElement, { onOpen, onTexts, stopping: { signal } }: Scan): Promise<void> {
  const stream = await openCamera();
  const stop = () => stream.getTracks().forEach((track) => track.stop());
  if (signal.aborted) return stop();
  signal.addEventListener('abort', stop);
  video.srcObject = stream;
  onOpen();
  const read = await openReader();
  const canvas = document.createElement('canvas');
  while (!signal.aborted) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (video.videoWidth === 0) continue;
    drawMiddle(video, canvas);
    const texts = await read(canvas);
    if (texts.length > 0 && !signal.aborted && onTexts(texts)) return stop();
  }
}

/** The camera at the back, where there is one. @throws CameraError */
async function openCamera(): Promise<MediaStream> {
  // Only a secure address has it.
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
  if (!mediaDevices) throw new CameraError(words.insecure);
  try {
    const picture = { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } };
    return await mediaDevices.getUserMedia({ video: picture });
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    const isRefused = name === 'NotAllowedError' || name === 'SecurityError';
    const hasNone = name === 'NotFoundError' || name === 'OverconstrainedError';
    throw new CameraError(isRefused ? words.notAllowed : hasNone ? words.noCamera : words.doesNotStart);
  }
}

/** The square in the middle of the picture, not larger than is of use: the clerk holds the code there. */
function drawMiddle(video: HTMLVideoElement, canvas: HTMLCanvasElement): void {
  const { videoWidth, videoHeight } = video;
  const side = Math.min(videoWidth, videoHeight);
  const size = Math.min(side, MOST_PIXELS);
  if (canvas.width !== size) Object.assign(canvas, { width: size, height: size });
  canvas
    .getContext('2d', { willReadFrequently: true })
    ?.drawImage(video, (videoWidth - side) / 2, (videoHeight - side) / 2, side, side, 0, 0, size, size);
}

/** Gives what the QR codes in a picture say. */
type Reader = (picture: HTMLCanvasElement) => Promise<string[]>;

/** The Shape Detection API, which TypeScript's libraries leave out: some browsers only have it. */
interface Detectors {
  new (options: { formats: string[] }): {
    detect: (picture: HTMLCanvasElement) => Promise<{ rawValue: string }[]>;
  };
  getSupportedFormats: () => Promise<string[]>;
}

/** The browser's own reader, else the one that is loaded for it. */
async function openReader(): Promise<Reader> {
  const { BarcodeDetector: Detector } = globalThis as { BarcodeDetector?: Detectors };
  if (!Detector || !(await Detector.getSupportedFormats()).includes('qr_code')) return await loadReader();
  const detector = new Detector({ formats: ['qr_code'] });
  let own: Reader | undefined;
  return async (picture) => {
    if (own) return await own(picture);
    try {
      return (await detector.detect(picture)).map(({ rawValue }) => rawValue);
    } catch {
      // It is there and does not work: on phones it is a part of the system, which may be missing.
      own = await loadReader();
      return await own(picture);
    }
  };
}

async function loadReader(): Promise<Reader> {
  const { decodeQR } = await import('qr/decode.js');
  return async (picture) => {
    const pixels = picture.getContext('2d')?.getImageData(0, 0, picture.width, picture.height);
    try {
      return pixels ? [decodeQR(pixels)] : [];
    } catch {
      // Its way to say that there is none.
      return [];
    }
  };
}

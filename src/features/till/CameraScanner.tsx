import { Keyboard, X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { camera as words } from '#words/till.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';

/** The greatest side of the decoded square: enough to read the QR code, and little work for a slow phone. */
const MAX_PIXELS = 640;

/** How long the hint about an unusable QR code shows. */
const HINT_MILLISECONDS = 2000;

type CameraScannerProps = {
  /** Finds the code in the text of a QR code; null if the text has none. */
  findCode: (text: string) => string | null;
  onCode: (code: string) => void;
  onTypeInstead: () => void;
  onClose: () => void;
};

/** Shows the camera over the whole screen until it finds a code. */
export function CameraScanner({ findCode, onCode, onTypeInstead, onClose }: CameraScannerProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [hint, setHint] = useState<'opening' | 'otherCode' | null>('opening');
  const [problem, setProblem] = useState<string | null>(null);

  useLayoutEffect(() => dialog.current?.showModal(), []);

  /** Passes the code in a QR code's text to `onCode`. @returns whether there was one. */
  const handleText = useEffectEvent((text: string): boolean => {
    const code = findCode(text);
    setHint(code === null ? 'otherCode' : null);
    if (code === null) return false;
    // The device vibrates, because people look at the QR code instead of the screen. Safari cannot vibrate.
    if ('vibrate' in navigator) navigator.vibrate(120);
    dialog.current?.close();
    onCode(code);
    return true;
  });

  useEffect(() => {
    const scanning = new AbortController();
    const element = video.current;
    if (!element) return;
    scanQrCodes(element, () => setHint(null), handleText, scanning.signal).catch((error: unknown) => {
      if (!scanning.signal.aborted) {
        setProblem(error instanceof CameraError ? error.message : words.scannerNotLoaded);
      }
      scanning.abort();
    });
    const closeIfHidden = () => document.hidden && dialog.current?.close();
    document.addEventListener('visibilitychange', closeIfHidden, { signal: scanning.signal });
    return () => scanning.abort();
  }, []);

  useEffect(() => {
    if (hint !== 'otherCode') return;
    const timer = setTimeout(() => setHint(null), HINT_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [hint]);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={`on-panel fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none flex-col overflow-auto bg-[oklch(0.16_0.02_160)] text-[oklch(0.985_0.012_95)] open:flex ${problem === null ? '' : 'justify-end'}`}
      onClose={({ currentTarget }) => {
        onClose();
        if (currentTarget.returnValue === 'type') onTypeInstead();
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
      {problem === null ? (
        <div className="flex flex-1 flex-col items-center justify-center gap-6 px-4 pt-3 pb-8 text-center low:flex-row">
          <video
            ref={video}
            autoPlay
            playsInline
            muted
            aria-hidden="true"
            className="fixed inset-0 size-full object-cover"
          />
          <div className="relative z-1 max-w-80">
            <h2 id={titleId} className="t-1">
              {words.heading}
            </h2>
            <p className="mt-2">{words.staysHere}</p>
          </div>
          <div className="relative grid size-[min(282px,100vw-38px,100dvh-350px)] shrink-0 place-items-center rounded-[26px] border-6 border-[oklch(0.985_0.012_95)] shadow-[0_0_0_200vmax_oklch(0.16_0.02_160/0.74)] low:size-[calc(100dvh-170px)]">
            {/* Always rendered: a live region that arrives together with its text is not announced. */}
            <p
              role="status"
              className="rounded-[10px] font-[650] not-empty:bg-[oklch(0.16_0.02_160/0.9)] not-empty:px-4 not-empty:py-2.5"
            >
              {hint && words[hint]}
            </p>
          </div>
        </div>
      ) : (
        <div className="mx-auto w-full max-w-140 px-5 py-6">
          <h2 id={titleId} className="t-3">
            {words.noPicture}
          </h2>
          <p role="alert" className="mt-1.5">
            {words.typeInstead(problem)}
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

/** A camera that cannot be used. The message is a sentence to show. */
class CameraError extends Error {
  override name = 'CameraError';
}

/**
 * Shows the camera in a video element and reads QR codes in its pictures, until the signal aborts.
 *
 * @param onText gets the text of each QR code, and returns true to stop.
 */
async function scanQrCodes(
  video: HTMLVideoElement,
  onOpen: () => void,
  onText: (text: string) => boolean,
  signal: AbortSignal,
): Promise<void> {
  const stream = await openCamera();
  const stop = () => stream.getTracks().forEach((track) => track.stop());
  if (signal.aborted) return stop();
  signal.addEventListener('abort', stop);
  video.srcObject = stream;
  onOpen();
  const { decodeQR } = await import('qr/decode.js');
  const decode = (picture: ImageData) => {
    try {
      return decodeQR(picture);
    } catch {
      // The library throws if there is no code.
      return null;
    }
  };
  const canvas = document.createElement('canvas');
  while (!signal.aborted) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (video.videoWidth === 0) continue;
    const text = decode(cropMiddle(video, canvas));
    if (text !== null && onText(text)) return stop();
  }
}

/** Opens the back camera, or another if there is none. @throws CameraError */
async function openCamera(): Promise<MediaStream> {
  // A browser has no media devices at an address without https.
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
  if (!mediaDevices) throw new CameraError(words.insecure);
  try {
    const constraints = { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } };
    return await mediaDevices.getUserMedia({ video: constraints });
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    const isDenied = name === 'NotAllowedError' || name === 'SecurityError';
    if (isDenied) throw new CameraError(words.notAllowed);
    const isMissing = name === 'NotFoundError' || name === 'OverconstrainedError';
    throw new CameraError(isMissing ? words.noCamera : words.doesNotStart);
  }
}

/** The middle square of the video's picture, where the frame is. */
function cropMiddle(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData {
  const { videoWidth, videoHeight } = video;
  const side = Math.min(videoWidth, videoHeight);
  const size = Math.min(side, MAX_PIXELS);
  if (canvas.width !== size) Object.assign(canvas, { width: size, height: size });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser draws on no canvas.');
  context.drawImage(video, (videoWidth - side) / 2, (videoHeight - side) / 2, side, side, 0, 0, size, size);
  return context.getImageData(0, 0, size, size);
}

import { Flashlight, Keyboard, Store, Volume2, VolumeX, X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import * as words from '#words/camera.ts';
import { PlainButton } from '#web/ui/PlainButton.tsx';
import { useSwitch } from '#web/ui/rememberedSwitch.ts';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import { AimFrame } from './AimFrame.tsx';
import { lightOf, switchLight } from './camera.ts';
import { foundSignal, signalFound } from './foundSignal.ts';
import { loadQrReader } from './readQr.ts';
import './scanner.css';
import { useCameraStream } from './useCameraStream.ts';
import { watchFrame } from './watchFrame.ts';

const DROP_MILLISECONDS = 150;
/** How long the last picture waits for the verdict. */
const PATIENCE_MILLISECONDS = 1000;
const OTHER_CODE_MILLISECONDS = 2000;

type CameraScannerProps = {
  /** Whose till this is, where that is known. */
  store: string | null;
  clerk: string | null | undefined;
  /** Whether what was found is still being checked. */
  isChecking: boolean;
  /** The reward code in a text, or null. */
  codeIn: (text: string) => string | null;
  onCode: (code: string) => void;
  /** The clerk would rather type. */
  onType: () => void;
  onClose: () => void;
};

/** The camera over the whole screen, until it has found a code. The browser's own dialog holds the focus. */
export function CameraScanner({
  store,
  clerk,
  isChecking,
  codeIn,
  onCode,
  onType,
  onClose,
}: CameraScannerProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [foundAt, setFoundAt] = useState<number | null>(null);
  const [isOther, setOther] = useState(false);
  const { stream, trouble, setTrouble, isPaused, goOn } = useCameraStream();

  useLayoutEffect(() => dialog.current?.showModal(), []);

  const forgetting = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Not anew while it stays in the frame: it would be read out again and again. */
  function sayOther() {
    setOther(true);
    clearTimeout(forgetting.current);
    forgetting.current = setTimeout(() => setOther(false), OTHER_CODE_MILLISECONDS);
  }

  /** Whether it was a code, and so the last. */
  const take = useEffectEvent((texts: string[]): boolean => {
    const code = texts.map(codeIn).find((found) => found !== null);
    if (!code) {
      sayOther();
      return false;
    }
    setOther(false);
    setFoundAt(performance.now());
    signalFound();
    video.current?.pause();
    if (dialog.current) leaveAsPicture(dialog.current);
    onCode(code);
    return true;
  });

  const isFound = foundAt !== null;
  useEffect(() => {
    const [screen, square] = [video.current, frame.current];
    if (!stream || !screen || !square) return;
    screen.srcObject = stream;
    const stopping = new AbortController();
    loadQrReader()
      .then((read) =>
        watchFrame({
          video: screen,
          frame: square,
          read,
          onTexts: (texts) => take(texts),
          signal: stopping.signal,
        }),
      )
      // Also where the browser's own reader fails later and the other one does not come.
      .catch(() => {
        if (!stopping.signal.aborted) setTrouble(words.scannerNotLoaded);
      });
    return () => stopping.abort();
  }, [stream, setTrouble]);

  const leave = useEffectEvent(onClose);
  useEffect(() => {
    if (foundAt === null) return;
    const shown = isChecking ? PATIENCE_MILLISECONDS : prefersStill() ? 0 : DROP_MILLISECONDS;
    const leaving = setTimeout(leave, shown - (performance.now() - foundAt));
    return () => clearTimeout(leaving);
  }, [foundAt, isChecking]);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className="till-scanner on-panel"
      data-trouble={trouble !== null || undefined}
      onClose={({ currentTarget }) => {
        if (currentTarget.inert) return;
        onClose();
        if (currentTarget.returnValue === 'type') onType();
      }}
    >
      {trouble === null && (
        <video ref={video} hidden={!stream} autoPlay playsInline muted aria-hidden="true" />
      )}
      <header
        className={
          trouble === null
            ? 'relative z-1 flex min-h-15.5 shrink-0 items-center justify-between ps-5 pe-2.5 low:[grid-area:head]'
            : 'absolute top-2 right-2'
        }
      >
        {trouble === null && <Wordmark size="till" tone="panel" />}
        <button
          type="button"
          aria-label={words.close}
          className="ms-auto grid size-11 cursor-pointer place-items-center rounded-[10px]"
          onClick={() => dialog.current?.close()}
        >
          <X size={26} aria-hidden="true" />
        </button>
      </header>
      {trouble === null ? (
        <div className="till-scanner-aim">
          <div className="till-scanner-words">
            <h2 id={titleId} className="t-1">
              {words.heading}
            </h2>
            <p>{words.staysHere}</p>
          </div>
          <div ref={frame} className="till-scanner-frame" data-found={isFound || undefined}>
            <AimFrame />
            <p role="status">{isPaused ? null : statusOf(isOther, stream === null)}</p>
            {isPaused && (
              <PlainButton kind="wheat" autoFocus onClick={goOn}>
                {words.goOn}
              </PlainButton>
            )}
          </div>
          <div className="relative z-1 flex flex-wrap justify-center gap-3 low:justify-start low:px-5 low:[grid-area:switches]">
            {stream && <LightButton key={stream.id} stream={stream} />}
            <ToneButton />
          </div>
        </div>
      ) : (
        <div className="ps-5 pe-15 pt-5 pb-1">
          <h2 id={titleId} className="t-3">
            {words.noPicture}
          </h2>
          <p role="alert" className="mt-1.5">
            {words.typeInstead(trouble)}
          </p>
        </div>
      )}
      <div className="relative z-1 mx-auto flex w-full max-w-140 shrink-0 flex-col gap-4 rounded-t-slab bg-paper px-5 pt-4 pb-[max(22px,env(safe-area-inset-bottom))] text-ink [--focus:var(--ink)] low:py-3 low:[grid-area:sheet]">
        <AtWork store={store} clerk={clerk} />
        <PlainButton
          kind="outline"
          size="large"
          icon={Keyboard}
          onClick={() => dialog.current?.close('type')}
        >
          {words.typeCode}
        </PlainButton>
      </div>
    </dialog>
  );
}

/** From now on the page below has the focus and is heard, while the last picture lies over it a moment longer. */
function leaveAsPicture(dialog: HTMLDialogElement): void {
  dialog.inert = true;
  dialog.close();
  dialog.setAttribute('open', '');
}

function statusOf(isOther: boolean, isOpening: boolean): string | null {
  if (isOther) return words.otherCode;
  return isOpening ? words.opening : null;
}

function prefersStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function AtWork({ store, clerk }: Pick<CameraScannerProps, 'store' | 'clerk'>) {
  const details = [store && words.knownTill, clerk && words.atWork(clerk)].filter(Boolean).join(', ');
  if (details === '') return null;
  return (
    <div className="flex items-center gap-3 leading-[1.35]">
      <Store size={22} className="text-spruce" aria-hidden="true" />
      <div>
        {store && <p className="font-[650]">{store}</p>}
        <p className="t-small text-muted">{details}</p>
      </div>
    </div>
  );
}

const switchLook =
  'inline-flex min-h-12 cursor-pointer items-center gap-2.5 rounded-full border-[1.5px] border-[oklch(0.985_0.012_95/.25)] bg-[oklch(0.16_0.02_160/.85)] px-5 font-[650] aria-pressed:bg-[oklch(0.985_0.012_95)] aria-pressed:text-[oklch(0.24_0.03_160)]';

/** Only where the phone has one. */
function LightButton({ stream }: { stream: MediaStream }) {
  const [isOn, setOn] = useState(false);
  const [light, setLight] = useState(() => lightOf(stream));
  if (!light) return null;
  return (
    <button
      type="button"
      className={switchLook}
      aria-pressed={isOn}
      // A phone that has one may refuse it all the same, when its battery is low for instance.
      onClick={() =>
        void switchLight(light, !isOn).then(
          () => setOn(!isOn),
          () => setLight(undefined),
        )
      }
    >
      <Flashlight size={20} aria-hidden="true" />
      {words.light}
    </button>
  );
}

function ToneButton() {
  const [isOn, setOn] = useSwitch(foundSignal);
  const Icon = isOn ? Volume2 : VolumeX;
  return (
    <button type="button" className={switchLook} onClick={() => setOn(!isOn)}>
      <Icon size={20} aria-hidden="true" />
      {isOn ? words.toneOn : words.toneOff}
    </button>
  );
}

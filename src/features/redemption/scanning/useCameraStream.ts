import { useEffect, useState } from 'react';
import { openCamera, stopCamera } from './camera.ts';

/** The camera's pictures, for as long as somebody looks: a page that is hidden, or has no use for them, switches it off. */
export function useCameraStream() {
  const [stream, setStream] = useState<MediaStream | null>(null);
  /** Why there is none. */
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isPaused, setPaused] = useState(false);

  const isOff = isPaused || trouble !== null;
  useEffect(() => {
    if (isOff) return;
    let isWanted = true;
    let opened: MediaStream | undefined;
    openCamera().then(
      (camera) => {
        if (!isWanted) return stopCamera(camera);
        opened = camera;
        // Another program has taken it, or its plug was pulled.
        for (const track of camera.getTracks()) track.addEventListener('ended', () => setPaused(true));
        setStream(camera);
      },
      (error: Error) => isWanted && setTrouble(error.message),
    );
    return () => {
      isWanted = false;
      if (opened) stopCamera(opened);
      setStream(null);
    };
  }, [isOff]);

  useEffect(() => {
    const pause = () => {
      if (document.hidden) setPaused(true);
    };
    document.addEventListener('visibilitychange', pause);
    return () => document.removeEventListener('visibilitychange', pause);
  }, []);

  return { stream, trouble, setTrouble, isPaused, goOn: () => setPaused(false) };
}

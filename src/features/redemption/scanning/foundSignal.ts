import { rememberedSwitch } from '#web/ui/rememberedSwitch.ts';

export const foundSignal = rememberedSwitch('reround.till.tone', true);

const MILLISECONDS = 120;
const HERTZ = 1046;
const LOUDNESS = 0.25;

/** Tone and shake, unless they are switched off: eyes are on the customer's phone. */
export function signalFound(): void {
  if (!foundSignal.isOn()) return;
  // Safari has no shaking.
  if ('vibrate' in navigator) navigator.vibrate(MILLISECONDS);
  const sound = new AudioContext();
  const tone = sound.createOscillator();
  const volume = sound.createGain();
  const end = sound.currentTime + MILLISECONDS / 1000;
  tone.frequency.value = HERTZ;
  volume.gain.setValueAtTime(LOUDNESS, sound.currentTime);
  // Cut off, it would click.
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  tone.connect(volume).connect(sound.destination);
  tone.addEventListener('ended', () => void sound.close());
  tone.start();
  tone.stop(end);
}

import * as words from '#words/camera.ts';

/** More than the frame needs on a phone; on a wide screen it covers a small part of the picture. */
const picture = { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } };

/**
 * The camera at the back, where there is one.
 *
 * @throws Error that says in words for the clerk why there is none.
 */
export async function openCamera(): Promise<MediaStream> {
  // Only a secure address has it.
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
  if (!mediaDevices) throw new Error(words.insecure);
  try {
    return await mediaDevices.getUserMedia({ video: picture });
  } catch (error) {
    throw new Error(reason(error), { cause: error });
  }
}

function reason(error: unknown): string {
  switch (error instanceof DOMException && error.name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return words.notAllowed;
    case 'NotFoundError':
    case 'OverconstrainedError':
      return words.noCamera;
    default:
      return words.doesNotStart;
  }
}

export function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** The track whose light can be switched on, if the phone has one. */
export function lightOf(stream: MediaStream): MediaStreamTrack | undefined {
  return stream.getVideoTracks().find((track) => {
    // Firefox has none of this, and TypeScript's libraries not the torch.
    const capabilities = track.getCapabilities?.() as { torch?: boolean } | undefined;
    return capabilities?.torch;
  });
}

export async function switchLight(track: MediaStreamTrack, on: boolean): Promise<void> {
  const torch = { torch: on } as MediaTrackConstraintSet;
  await track.applyConstraints({ advanced: [torch] });
}

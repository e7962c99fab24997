import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ClipboardEvent, type DragEvent } from 'react';
import { contract, MAX_PHOTO_BYTES, photoRefusals, photoTypes } from './contract.ts';
import { isHeic, smallerSize } from './rules.ts';
import { ApiError, errorMessage } from '#web/api/client.ts';
import { upload } from '#web/api/upload.ts';
import { refreshQueries } from '#web/api/useChange.ts';

const { uploadPhoto } = contract;

/** A photo that is being uploaded, has been uploaded, or was refused. */
export interface ChosenPhoto {
  file: File;
  /** The file that is sent, made smaller if it was large; null until it is ready. */
  sent: File | null;
  /** How much of it has been sent, from 0 to 1. */
  progress: number;
  state: 'sending' | 'sent' | 'failed' | 'refused';
}

/** The form's photo was not uploaded; its field shows why. */
class PhotoNotUploaded extends Error {}

/**
 * Uploads a photo as soon as it is chosen, so that the form need not wait for it.
 *
 * @param onChange gets the photo's address once uploaded, and null once removed.
 */
export function usePhotoUpload({ onChange }: { onChange?: (url: string | null) => void } = {}) {
  const [photo, setPhoto] = useState<ChosenPhoto | null>(null);
  const [error, setError] = useState<string | null>(null);
  const sending = useRef<{ stop: AbortController; url: Promise<string | null> } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  // A mutation, so that the end of a session is handled.
  const { mutateAsync: send } = useMutation({
    mutationFn: ({ sent, signal }: { sent: File; signal: AbortSignal }) =>
      upload(uploadPhoto, sent, {
        signal,
        onProgress: (progress) =>
          setPhoto((current) => (current?.sent === sent ? { ...current, progress } : current)),
      }),
    onSuccess: (_answer, _variables, _result, { client }) => void refreshQueries(client, uploadPhoto),
  });

  useEffect(() => () => sending.current?.stop.abort(), []);

  function choose(file: File) {
    sending.current?.stop.abort();
    onChange?.(null);
    const stop = new AbortController();
    setError(null);
    setPhoto({ file, sent: null, progress: 0, state: 'sending' });
    sending.current = { stop, url: sendPhoto(file, stop.signal) };
  }

  /** The photo's address; null if it was not uploaded or was removed. */
  async function sendPhoto(file: File, signal: AbortSignal): Promise<string | null> {
    const sent = isOtherFile(file) ? file : await smallerPhoto(file);
    if (signal.aborted) return null;
    const refusal = await whyNotSent(sent);
    if (signal.aborted) return null;
    if (refusal !== null) {
      setError(refusal);
      setPhoto({ file, sent, progress: 0, state: 'refused' });
      return null;
    }
    setPhoto({ file, sent, progress: 0, state: 'sending' });
    try {
      const { url } = await send({ sent, signal });
      setPhoto({ file, sent, progress: 1, state: 'sent' });
      onChange?.(url);
      return url;
    } catch (failure) {
      if (signal.aborted) return null;
      const refused = failure instanceof ApiError && [413, 415].includes(failure.status);
      setPhoto({ file, sent, progress: 0, state: refused ? 'refused' : 'failed' });
      setError(errorMessage(failure, photoRefusals.noPhoto));
      return null;
    }
  }

  function remove() {
    sending.current?.stop.abort();
    onChange?.(null);
    sending.current = null;
    setPhoto(null);
    setError(null);
  }

  /** The photo's address once uploaded, or null without a photo. Throws PhotoNotUploaded if the upload failed. */
  async function arrived(): Promise<string | null> {
    const current = sending.current;
    if (!current) return null;
    const url = await current.url;
    // The photo may have been replaced or removed meanwhile.
    if (sending.current !== current) return await arrived();
    if (url === null) {
      input.current?.focus();
      throw new PhotoNotUploaded();
    }
    return url;
  }

  return { photo, error, input, choose, remove, arrived };
}

export type PhotoUploading = ReturnType<typeof usePhotoUpload>;

/** Whether a file is certainly no picture. One with a blank type may be one: the browser or the server find out. */
function isOtherFile({ type }: File): boolean {
  return type !== '' && !type.startsWith('image/');
}

/** Why a file need not be sent, since the server would refuse it; else null. */
async function whyNotSent(file: File): Promise<string | null> {
  if (isOtherFile(file)) return photoRefusals.noPhoto;
  if (file.size <= MAX_PHOTO_BYTES) return null;
  // It is this large because the browser could not make it smaller.
  const head = await file.slice(0, 12).arrayBuffer();
  return isHeic(new Uint8Array(head)) ? photoRefusals.heic : photoRefusals.tooManyBytes;
}

const JPEG_QUALITY = 0.85;

/**
 * A photo as it is sent: upright, a JPEG of at most 2000 pixels a side. A small one stays as it is, and so does one that the
 * browser cannot decode: the server then says why it refuses it.
 */
async function smallerPhoto(file: File): Promise<File> {
  let picture: ImageBitmap | undefined;
  try {
    // Some browsers ignore the photo's orientation by default.
    picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const size = smallerSize(picture);
    const isAccepted = (photoTypes as readonly string[]).includes(file.type) && file.size <= MAX_PHOTO_BYTES;
    if (!size && isAccepted) return file;
    const jpeg = await drawJpeg(picture, size ?? picture);
    return new File([jpeg], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: jpeg.type });
  } catch {
    return file;
  } finally {
    picture?.close();
  }
}

async function drawJpeg(picture: ImageBitmap, { width, height }: Pick<ImageBitmap, 'width' | 'height'>) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser gives no canvas.');
  // A JPEG would show what is transparent as black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  return await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
}

/** Accepts photos that are dropped or pasted. */
export function photoReceiver({ choose }: Pick<PhotoUploading, 'choose'>) {
  return {
    onDragOver: (event: DragEvent) => {
      // Otherwise the browser would navigate to the dropped file.
      if (event.dataTransfer.types.includes('Files')) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      const [file] = event.dataTransfer.files;
      if (!file) return;
      event.preventDefault();
      choose(file);
    },
    onPaste: (event: ClipboardEvent) => {
      const [file] = event.clipboardData.files;
      // Spreadsheets add a picture of the copied cells to their text.
      if (!file || event.clipboardData.types.includes('text/plain')) return;
      event.preventDefault();
      choose(file);
    },
  };
}

import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ClipboardEvent, type DragEvent } from 'react';
import { contract, MAX_PHOTO_BYTES, photoRefusals, photoTypes } from './contract.ts';
import { isHeic, smallerSize } from './rules.ts';
import { ApiError, errorMessage } from '#web/api/client.ts';
import { upload } from '#web/api/upload.ts';
import { refreshQueries } from '#web/api/useChange.ts';

const { uploadPhoto } = contract;

/** The photo that the field shows. If `failed`, the same photo can be tried again; if `refused`, it would be refused again. */
export interface ChosenPhoto {
  file: File;
  /** The file to upload, made smaller if it was large. Null until it is ready. */
  preparedFile: File | null;
  /** The part that has been uploaded, from 0 to 1. */
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
  const currentUpload = useRef<{ controller: AbortController; url: Promise<string | null> } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  // A mutation, since the query client handles the end of a session for all mutations.
  const { mutateAsync: uploadFile } = useMutation({
    mutationFn: ({ preparedFile, signal }: { preparedFile: File; signal: AbortSignal }) =>
      upload(uploadPhoto, preparedFile, {
        signal,
        onProgress: (progress) =>
          setPhoto((current) =>
            current?.preparedFile === preparedFile ? { ...current, progress } : current,
          ),
      }),
    onSuccess: (_answer, _variables, _result, { client }) => void refreshQueries(client, uploadPhoto),
  });

  useEffect(() => () => currentUpload.current?.controller.abort(), []);

  function choose(file: File) {
    currentUpload.current?.controller.abort();
    onChange?.(null);
    const controller = new AbortController();
    setError(null);
    setPhoto({ file, preparedFile: null, progress: 0, state: 'sending' });
    currentUpload.current = { controller, url: sendPhoto(file, controller.signal) };
  }

  /** The photo's address; null if it was not uploaded or was removed. */
  async function sendPhoto(file: File, signal: AbortSignal): Promise<string | null> {
    const preparedFile = isCertainlyNoPicture(file) ? file : await shrinkPhoto(file);
    if (signal.aborted) return null;
    const refusal = await whyNotUploadable(preparedFile);
    if (signal.aborted) return null;
    if (refusal !== null) {
      setError(refusal);
      setPhoto({ file, preparedFile, progress: 0, state: 'refused' });
      return null;
    }
    setPhoto({ file, preparedFile, progress: 0, state: 'sending' });
    try {
      const { url } = await uploadFile({ preparedFile, signal });
      setPhoto({ file, preparedFile, progress: 1, state: 'sent' });
      onChange?.(url);
      return url;
    } catch (uploadError) {
      if (signal.aborted) return null;
      const isRefused = uploadError instanceof ApiError && [413, 415].includes(uploadError.status);
      setPhoto({ file, preparedFile, progress: 0, state: isRefused ? 'refused' : 'failed' });
      setError(errorMessage(uploadError, photoRefusals.noPhoto));
      return null;
    }
  }

  function remove() {
    currentUpload.current?.controller.abort();
    onChange?.(null);
    currentUpload.current = null;
    setPhoto(null);
    setError(null);
  }

  /** The photo's address once uploaded, or null without a photo. Throws PhotoNotUploaded if the upload failed. */
  async function waitForUrl(): Promise<string | null> {
    const awaitedUpload = currentUpload.current;
    if (!awaitedUpload) return null;
    const url = await awaitedUpload.url;
    // The photo may have been replaced or removed meanwhile.
    if (currentUpload.current !== awaitedUpload) return await waitForUrl();
    if (url === null) {
      input.current?.focus();
      throw new PhotoNotUploaded();
    }
    return url;
  }

  return { photo, error, input, choose, remove, waitForUrl };
}

export type PhotoUploadState = ReturnType<typeof usePhotoUpload>;

/** A file with an empty type may be a picture: decoding it shows whether it is one. */
function isCertainlyNoPicture({ type }: File): boolean {
  return type !== '' && !type.startsWith('image/');
}

/** Why the server would refuse a file, as far as the browser can tell, or null. */
async function whyNotUploadable(file: File): Promise<string | null> {
  if (isCertainlyNoPicture(file)) return photoRefusals.noPhoto;
  if (file.size <= MAX_PHOTO_BYTES) return null;
  // The browser could not decode the file to shrink it, perhaps because it is HEIC.
  const head = await file.slice(0, 12).arrayBuffer();
  return isHeic(new Uint8Array(head)) ? photoRefusals.heic : photoRefusals.tooManyBytes;
}

const JPEG_QUALITY = 0.85;

/**
 * Makes a photo that is large, or not of an accepted type, an upright JPEG of at most 2000 pixels a side. Other photos are
 * returned unchanged. So is a file that the browser cannot decode: the field shows the reason later.
 */
async function shrinkPhoto(file: File): Promise<File> {
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
  // Transparent areas would be black in a JPEG.
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  return await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
}

/** Event handlers for a form, so that photos can be dropped and pasted there. */
export function photoReceiver({ choose }: Pick<PhotoUploadState, 'choose'>) {
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

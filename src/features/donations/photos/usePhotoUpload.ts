import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ClipboardEvent, type DragEvent } from 'react';
import { contract, MAX_PHOTO_BYTES, photoTypes } from './contract.ts';
import { ApiError, errorMessage } from '#web/api/client.ts';
import { upload } from '#web/api/upload.ts';
import { refresh } from '#web/api/useChange.ts';

const { uploadPhoto } = contract;

const uploadFailed = 'Upload failed. Ensure image ≤ 5MB and is PNG/JPEG/WEBP.';

/** A photo on its way to the server, there already, or refused. */
export interface ChosenPhoto {
  file: File;
  /** How much of it has left, from 0 to 1. */
  progress: number;
  state: 'sending' | 'sent' | 'failed' | 'refused';
}

/** The form's photo was not uploaded; its field shows why. */
class PhotoNotUploaded extends Error {}

export type PhotoUploading = ReturnType<typeof usePhotoUpload>;

interface PhotoUploadOptions {
  /** Gets the photo's address once uploaded, and null once removed. */
  onChange?: ((url: string | null) => void) | undefined;
}

/** Uploads a photo as soon as it is chosen, so that the form need not wait for it. */
export function usePhotoUpload({ onChange }: PhotoUploadOptions = {}) {
  const [photo, setPhoto] = useState<ChosenPhoto | null>(null);
  const [error, setError] = useState<string | null>(null);
  const sending = useRef<{ stop: AbortController; url: Promise<string | null> } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  // A mutation, so that the end of a session is handled.
  const { mutateAsync: send } = useMutation({
    mutationFn: ({ file, signal }: { file: File; signal: AbortSignal }) =>
      upload(uploadPhoto, file, {
        signal,
        onProgress: (progress) =>
          setPhoto((current) => (current?.file === file ? { ...current, progress } : current)),
      }),
    onSuccess: (_answer, _variables, _result, { client }) => void refresh(client, uploadPhoto),
  });

  useEffect(() => () => sending.current?.stop.abort(), []);

  function choose(file: File) {
    sending.current?.stop.abort();
    onChange?.(null);
    const stop = new AbortController();
    if (isPhoto(file)) {
      setError(null);
      setPhoto({ file, progress: 0, state: 'sending' });
      sending.current = { stop, url: sendPhoto(file, stop.signal) };
    } else {
      setError(uploadFailed);
      setPhoto({ file, progress: 0, state: 'refused' });
      sending.current = { stop, url: Promise.resolve(null) };
    }
  }

  /** The photo's address; null if it was not uploaded or was removed. */
  async function sendPhoto(file: File, signal: AbortSignal): Promise<string | null> {
    try {
      const { url } = await send({ file, signal });
      setPhoto({ file, progress: 1, state: 'sent' });
      onChange?.(url);
      return url;
    } catch (failure) {
      if (signal.aborted) return null;
      const refused = failure instanceof ApiError && [413, 415].includes(failure.status);
      setPhoto({ file, progress: 0, state: refused ? 'refused' : 'failed' });
      setError(errorMessage(failure, uploadFailed));
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

function isPhoto({ type, size }: File): boolean {
  // A blank type is unknown to the system: the server decides.
  return size <= MAX_PHOTO_BYTES && (type === '' || (photoTypes as readonly string[]).includes(type));
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

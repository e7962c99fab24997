import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ClipboardEvent, type DragEvent } from 'react';
import { contract, MAX_PHOTO_BYTES, photoTypes } from './contract.ts';
import { ApiError, errorMessage } from '#web/api/client.ts';
import { upload } from '#web/api/callChanging.ts';
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

/** The photo that a form was about to send with it did not arrive; its field says why. */
class PhotoNotUploaded extends Error {}

export type PhotoUploading = ReturnType<typeof usePhotoUpload>;

interface PhotoUploadOptions {
  /** Told the photo's address once it is there, and null once there is none any more. */
  onChange?: ((url: string | null) => void) | undefined;
}

/** One photo that goes to the server as soon as it is chosen, so that the form need not wait for it. */
export function usePhotoUpload({ onChange }: PhotoUploadOptions = {}) {
  const [photo, setPhoto] = useState<ChosenPhoto | null>(null);
  const [error, setError] = useState<string | null>(null);
  const sending = useRef<{ stop: AbortController; url: Promise<string | null> } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  // A mutation, so that the end of the session is noticed here too.
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

  /** The photo's address; null where it did not arrive or was removed. */
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

  /** The address of the photo once it is there, or null for no photo. Throws PhotoNotUploaded where it failed. */
  async function arrived(): Promise<string | null> {
    const current = sending.current;
    if (!current) return null;
    const url = await current.url;
    // Another may have been chosen meanwhile, or this one removed.
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
  // A system that does not know a file's type leaves it blank: then the server looks.
  return size <= MAX_PHOTO_BYTES && (type === '' || (photoTypes as readonly string[]).includes(type));
}

/** Takes photos that are dropped on a part of the page, or pasted in it. */
export function photoReceiver({ choose }: Pick<PhotoUploading, 'choose'>) {
  return {
    onDragOver: (event: DragEvent) => {
      // Else the browser would leave the page for the dropped file.
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
      // Spreadsheets lay a picture of the cells beside their text, and it is the text that is meant.
      if (!file || event.clipboardData.types.includes('text/plain')) return;
      event.preventDefault();
      choose(file);
    },
  };
}

import { Camera, CircleCheck, ImageUp, RotateCw, Trash2 } from 'lucide-react';
import { useId, useState, type ChangeEvent, type DragEvent, useEffect, useRef } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/classNames.ts';
import { Field } from '#web/ui/Field.tsx';
import { useFieldAttributes } from '#web/ui/fieldContext.ts';
import { useMediaQuery } from '#web/ui/useMediaQuery.ts';
import type { ChosenPhoto, PhotoUploadState } from './usePhotoUpload.ts';

type PhotoUploadProps = { upload: PhotoUploadState; label?: string; labelNote: string };

/**
 * The field for one photo: chosen, dropped, pasted, or taken by a phone's camera. Dropping and pasting need the
 * handlers of `photoReceiver` on the form.
 */
export function PhotoUpload({ upload, label = 'Photo', labelNote }: PhotoUploadProps) {
  return (
    <Field
      label={label}
      labelNote={labelNote}
      hint="A large photo is made smaller. The place where it was taken is removed."
      error={upload.error}
    >
      <PhotoInput upload={upload} />
    </Field>
  );
}

const dropZone =
  'flex min-h-11 flex-1 cursor-pointer items-center justify-center gap-2.5 rounded-console border-[1.5px] border-dashed border-edge bg-raised px-4 py-3 text-center text-[0.90625rem] font-semibold text-spruce hover:bg-spruce-tint';

const focusRing =
  'group-has-[input:focus-visible]/photo:outline-[3px] group-has-[input:focus-visible]/photo:outline-offset-2 group-has-[input:focus-visible]/photo:outline-ink';

function PhotoInput({ upload: { photo, input, choose, remove } }: Pick<PhotoUploadProps, 'upload'>) {
  const attributes = useFieldAttributes({});
  const [isDraggedOver, setDraggedOver] = useState(false);
  const hasTouch = useMediaQuery('(pointer: coarse)');

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.currentTarget.files ?? [];
    if (file) choose(file);
    // Otherwise choosing the same file again would fire no change event.
    event.currentTarget.value = '';
  }

  function handleRemove() {
    remove();
    input.current?.focus();
  }

  return (
    <div
      className="group/photo relative"
      onDragEnter={() => setDraggedOver(true)}
      onDragLeave={(event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDraggedOver(false);
      }}
      onDrop={() => setDraggedOver(false)}
    >
      <input
        {...attributes}
        ref={input}
        type="file"
        accept="image/*"
        onChange={handleChange}
        className="sr-only"
      />
      {photo ? (
        <ChosenPhotoCard
          photo={photo}
          inputId={attributes.id}
          onRetry={() => choose(photo.file)}
          onRemove={handleRemove}
        />
      ) : (
        <div className="flex gap-2 max-tiny:flex-col">
          {hasTouch && <CameraInput onChange={handleChange} />}
          <label
            htmlFor={attributes.id}
            className={classNames(dropZone, focusRing, isDraggedOver && 'bg-spruce-tint')}
          >
            <ImageUp size={18} className="shrink-0" />
            <span>
              Choose a photo
              {!hasTouch && <span className="font-normal text-muted">, drop or paste it</span>}
            </span>
          </label>
        </div>
      )}
    </div>
  );
}

type CameraInputProps = { onChange: (event: ChangeEvent<HTMLInputElement>) => void };

/** Opens the camera, which the file picker of some phones does not offer. */
function CameraInput({ onChange }: CameraInputProps) {
  const id = useId();
  return (
    <span className="relative flex flex-1">
      <input
        id={id}
        type="file"
        accept="image/*"
        capture="environment"
        onChange={onChange}
        className="peer sr-only"
      />
      <label
        htmlFor={id}
        className={`${dropZone} peer-focus-visible:outline-[3px] peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink`}
      >
        <Camera size={18} className="shrink-0" />
        Take a photo
      </label>
    </span>
  );
}

type ChosenPhotoCardProps = {
  photo: ChosenPhoto;
  inputId: string | undefined;
  onRetry: () => void;
  onRemove: () => void;
};

function ChosenPhotoCard({ photo, inputId, onRetry, onRemove }: ChosenPhotoCardProps) {
  const { file, preparedFile, state } = photo;
  return (
    <div className="flex gap-3.5 rounded-console border-[1.5px] border-line bg-raised p-2.5">
      <PhotoPreview file={preparedFile} name={file.name} />
      <div className="flex min-w-0 flex-1 flex-col justify-between gap-1.5">
        <div>
          <p className="truncate font-semibold">{file.name}</p>
          <PhotoState photo={photo} />
        </div>
        <div className="-ms-2.5 flex flex-wrap gap-1 max-sm:[&>*]:min-h-11">
          {state === 'failed' && (
            <Button kind="ghost" size="row" icon={RotateCw} onClick={onRetry}>
              Try again
            </Button>
          )}
          <label
            htmlFor={inputId}
            className={`inline-flex min-h-7 cursor-pointer items-center gap-1.5 rounded-console px-2.5 text-[0.8125rem] font-[650] text-spruce hover:bg-spruce-tint ${focusRing}`}
          >
            <ImageUp size={14} className="shrink-0" />
            Replace
          </label>
          <Button kind="clayGhost" size="row" icon={Trash2} onClick={onRemove}>
            Remove
          </Button>
        </div>
      </div>
    </div>
  );
}

const stateLabels: Readonly<Record<ChosenPhoto['state'], string>> = {
  sending: 'Uploading…',
  sent: 'Uploaded',
  failed: 'Not uploaded',
  refused: 'Not uploaded',
};

function PhotoState({ photo: { file, preparedFile, progress, state } }: { photo: ChosenPhoto }) {
  const percent = Math.round(progress * 100);
  return (
    <>
      {/* Still "Uploading…" at 100 %, while the server draws the picture again. */}
      <p role="status" className="flex flex-wrap items-center gap-x-1.5 text-[0.875rem] text-muted tabular">
        {state === 'sent' && <CircleCheck size={15} className="text-spruce" />}
        <span>{stateLabels[state]}</span>
        <span className="whitespace-nowrap">({formatSize((preparedFile ?? file).size)})</span>
      </p>
      {state === 'sending' && (
        <div
          role="progressbar"
          aria-label="Photo upload"
          aria-valuenow={percent}
          className="mt-1.5 h-1.5 overflow-clip rounded-full bg-line"
        >
          <div
            className="h-full rounded-full bg-spruce motion-safe:transition-[width]"
            style={{ width: `${percent}%` }}
          />
        </div>
      )}
    </>
  );
}

function formatSize(bytes: number): string {
  const megabytes = bytes / (1024 * 1024);
  return megabytes >= 0.1 ? `${megabytes.toFixed(1)} MB` : `${Math.ceil(bytes / 1024)} KB`;
}

const PREVIEW_SIDE_PIXELS = 192;

/**
 * Draws on a canvas, because the content security policy forbids blob: images. Shows the prepared file, so that a large
 * photo is decoded only once.
 */
function PhotoPreview({ file, name }: { file: File | null; name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    if (!file) return undefined;
    let isReplaced = false;
    createImageBitmap(file).then(
      (picture) => {
        const target = canvas.current;
        if (!isReplaced && target) drawSquare(picture, target);
        picture.close();
      },
      () => {
        // Not a picture: the server's answer explains it.
      },
    );
    return () => {
      isReplaced = true;
    };
  }, [file]);

  return (
    <canvas
      ref={canvas}
      width={PREVIEW_SIDE_PIXELS}
      height={PREVIEW_SIDE_PIXELS}
      role="img"
      aria-label={`Preview of ${name}`}
      className="size-24 shrink-0 rounded-shelf bg-sunk max-tiny:size-16"
    />
  );
}

/** Fills the square with the centre of the picture. */
function drawSquare(picture: ImageBitmap, target: HTMLCanvasElement) {
  const context = target.getContext('2d');
  const scale = PREVIEW_SIDE_PIXELS / Math.min(picture.width, picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  context?.clearRect(0, 0, PREVIEW_SIDE_PIXELS, PREVIEW_SIDE_PIXELS);
  context?.drawImage(
    picture,
    (PREVIEW_SIDE_PIXELS - width) / 2,
    (PREVIEW_SIDE_PIXELS - height) / 2,
    width,
    height,
  );
}

import { useEffect, useRef } from 'react';

const SIDE = 192;

/** What a chosen file shows. On a canvas, because the content security policy lets no page show blob: images. */
export function PhotoPreview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    let replaced = false;
    createImageBitmap(file).then(
      (picture) => {
        const target = canvas.current;
        if (!replaced && target) draw(picture, target);
        picture.close();
      },
      () => {
        // No picture, then: the server's answer says so in words.
      },
    );
    return () => {
      replaced = true;
    };
  }, [file]);

  return (
    <canvas
      ref={canvas}
      width={SIDE}
      height={SIDE}
      role="img"
      aria-label={`Preview of ${file.name}`}
      className="size-24 shrink-0 rounded-shelf bg-sunk max-tiny:size-16"
    />
  );
}

/** Fills the square with the middle of the picture. */
function draw(picture: ImageBitmap, target: HTMLCanvasElement) {
  const context = target.getContext('2d');
  const scale = SIDE / Math.min(picture.width, picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  context?.clearRect(0, 0, SIDE, SIDE);
  context?.drawImage(picture, (SIDE - width) / 2, (SIDE - height) / 2, width, height);
}

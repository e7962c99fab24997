import { MAX_PHOTO_BYTES, photoTypes } from './contract.ts';
import { smallerSize } from './rules.ts';

const JPEG_QUALITY = 0.85;

/**
 * A photo as it is sent: upright, a JPEG of at most 2000 pixels a side. What is small already stays as it is, and so does what
 * the browser cannot decode or has no memory for: the server answers why it takes it or not.
 */
export async function smallerPhoto(file: File): Promise<File> {
  let picture: ImageBitmap | undefined;
  try {
    // Some browsers leave a photo lying on its side unless told.
    picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const size = smallerSize(picture);
    const isTaken = (photoTypes as readonly string[]).includes(file.type) && file.size <= MAX_PHOTO_BYTES;
    if (!size && isTaken) return file;
    const jpeg = await drawn(picture, size ?? picture);
    return new File([jpeg], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: jpeg.type });
  } catch {
    return file;
  } finally {
    picture?.close();
  }
}

async function drawn(picture: ImageBitmap, { width, height }: Pick<ImageBitmap, 'width' | 'height'>) {
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

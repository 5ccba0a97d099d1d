import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import sharp from 'sharp';
import { pictureFormatOf } from './picture-format';

/** Why a picture is refused. */
export type PictureError = 'unsupportedMediaType' | 'payloadTooLarge';

/** Side of the square that is kept, in pixels: three times the largest that is shown. */
export const AVATAR_SIDE = 512;

/** Most pixels of a picture before it is made smaller: a camera's fifty megapixels and no bomb. */
export const MAX_PIXELS = 50_000_000;

const LONGEST_SIDE = 16_384;

// One picture at a time keeps the threads that hash passwords and read files free.
sharp.concurrency(1);
sharp.cache(false);

const open = (bytes: Uint8Array, limitInputPixels: number | false) =>
  // Of what moves the first picture; a broken file is no picture.
  sharp(bytes, { limitInputPixels, failOn: 'error', pages: 1, sequentialRead: true });

/** Width and height as the file's head says; null where it can't be read. Decodes nothing. */
const measure = async (bytes: Uint8Array, format: string): Promise<{ width: number; height: number } | null> => {
  try {
    const { width, height, format: read } = await open(bytes, false).metadata();
    return read === format ? { width, height } : null;
  } catch {
    // What sharp throws at a head that it can't read is the answer.
    return null;
  }
};

const shrink = async (bytes: Uint8Array): Promise<Uint8Array | null> => {
  try {
    // Turned as the camera was held; what else the file tells (place, time, camera) isn't written again.
    return await open(bytes, MAX_PIXELS).autoOrient().resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover' }).webp({ quality: 82 }).toBuffer();
  } catch {
    // Likewise: half a picture is none.
    return null;
  }
};

/** Makes the picture that is kept: a WebP of our own, whatever was sent. */
export const encodePicture = async (bytes: Uint8Array): Promise<Result<Uint8Array, PictureError>> => {
  const format = pictureFormatOf(bytes);
  if (format === null) return err('unsupportedMediaType');
  const size = await measure(bytes, format);
  if (size === null) return err('unsupportedMediaType');
  if (size.width * size.height > MAX_PIXELS || Math.max(size.width, size.height) > LONGEST_SIDE) return err('payloadTooLarge');
  const picture = await shrink(bytes);
  return picture === null ? err('unsupportedMediaType') : ok(picture);
};

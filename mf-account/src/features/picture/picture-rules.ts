import { AVATAR_MAX_BYTES, err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import type { ApiError } from '@mahlzeit/shared-ui/platform';

/** What is wrong with what was chosen; each is the key of its German text. */
export type PictureError = 'PictureFormat' | 'PictureTooLarge';

/** The formats that the gateway takes. An SVG may hold scripts; HEIC is shown by few browsers (U07). */
export const PICTURE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** Validates what was chosen or dropped: exactly one image file (S1§5), not too large. */
export const validatePicture = (files: readonly File[]): Result<File, PictureError> => {
  const [file] = files;
  if (file === undefined || files.length > 1 || !PICTURE_TYPES.includes(file.type)) return err('PictureFormat');
  return file.size > AVATAR_MAX_BYTES ? err('PictureTooLarge') : ok(file);
};

const errorsByCode: ReadonlyMap<string, PictureError> = new Map([
  ['unsupportedMediaType', 'PictureFormat'],
  ['payloadTooLarge', 'PictureTooLarge'],
]);

/** What an error of the gateway says about the file; null where the file is not to blame. */
export const pictureErrorOf = ({ code }: Pick<ApiError, 'code'>): PictureError | null => errorsByCode.get(code) ?? null;

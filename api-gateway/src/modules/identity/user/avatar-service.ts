import { err, ok } from '@mahlzeit/contract';
import type { Avatar, Result } from '@mahlzeit/contract';
import sharp from 'sharp';
import { consumeAttempt, createSemaphore, randomKey } from '../../../platform';
import type { CreateRateLimiter, FileSender, RouteError, Semaphore } from '../../../platform';
import type { IdentityStore } from '../store';
import { saveUser } from './user-document';

/** What a profile picture may be. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif';

const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text;

/**
 * What the bytes are by their first ones, whatever they are called; null for everything else, SVG and HEIC included.
 */
export const pictureFormatOf = (bytes: Uint8Array): PictureFormat | null => {
  if (startsWith(bytes, '\xff\xd8\xff')) return 'jpeg';
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp';
  return startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a') ? 'gif' : null;
};

/** Why a picture is refused. */
type PictureError = 'unsupportedMediaType' | 'payloadTooLarge';

/** Side of the square that is kept, in pixels: three times the largest that is shown. */
export const AVATAR_SIDE = 512;

/** Most pixels of a picture before it is made smaller: a camera's fifty megapixels and no bomb. */
export const MAX_PIXELS = 50_000_000;

const LONGEST_SIDE = 16_384;

// Cameras write about ten. Each goes over all pixels again: hundreds of empty ones in a small file would hold a
// processor for many seconds.
const MAX_SCANS = 50;

// In a JPEG these two bytes begin a scan; within its data they don't occur.
const START_OF_SCAN = Buffer.of(0xff, 0xda);

const hasTooManyScans = (bytes: Uint8Array): boolean => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = file.indexOf(START_OF_SCAN);
  for (let count = 1; at !== -1 && count <= MAX_SCANS; count += 1)
    at = file.indexOf(START_OF_SCAN, at + START_OF_SCAN.length);
  return at !== -1;
};

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
    return await open(bytes, MAX_PIXELS)
      .autoOrient()
      .resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    // Likewise: half a picture is none.
    return null;
  }
};

/** Makes the picture that is kept: a WebP of our own, whatever was sent. */
export const encodePicture = async (bytes: Uint8Array): Promise<Result<Uint8Array, PictureError>> => {
  const format = pictureFormatOf(bytes);
  if (format === null) return err('unsupportedMediaType');
  if (format === 'jpeg' && hasTooManyScans(bytes)) return err('payloadTooLarge');
  const size = await measure(bytes, format);
  if (size === null) return err('unsupportedMediaType');
  if (size.width * size.height > MAX_PIXELS || Math.max(size.width, size.height) > LONGEST_SIDE)
    return err('payloadTooLarge');
  const picture = await shrink(bytes);
  return picture === null ? err('unsupportedMediaType') : ok(picture);
};

/** Profile pictures. */
export interface AvatarService {
  /** Counts a picture that is about to be sent, whatever becomes of it. */
  admit(sender: FileSender): Promise<Result<void, RouteError>>;
  /** Makes the picture that is kept from one that was sent. */
  encode(bytes: Uint8Array): Promise<Result<Uint8Array, PictureError>>;
  /** Keeps a picture that was made so; its address is new each time. */
  put(uid: string, picture: Uint8Array): Promise<Result<Avatar, 'unauthenticated' | 'accountDeleted'>>;
  /** Both at once. */
  keep(uid: string, bytes: Uint8Array): Promise<Result<Avatar, 'unauthenticated' | 'accountDeleted' | PictureError>>;
  remove(uid: string): Promise<Result<Record<never, never>, 'unauthenticated'>>;
  /** The picture at an address of ours; null once it was replaced or taken away. */
  find(key: string): Promise<Uint8Array | null>;
}

/** Where a picture is fetched from: an address that can't be guessed and never shows another one. */
const addressOf = (key: string): string => `/media/avatar/${key}.webp`;

// One at a time: the largest takes some hundred megabytes while it is made smaller.
const PICTURES_AT_ONCE = 1;

/** Profile pictures in the database. `costlyWork` is shared with whatever else takes a processor for a while. */
export const createAvatarService = (
  store: IdentityStore,
  costlyWork: Semaphore,
  createRateLimiter: CreateRateLimiter,
): AvatarService => {
  // Each costs a second of a processor, and nobody changes their picture more often.
  const byAccount = createRateLimiter('avatar-account', { points: 20, durationMs: 60 * 60_000 });
  const byAddress = createRateLimiter('avatar-address', { points: 60, durationMs: 60_000 });
  const semaphore = createSemaphore(PICTURES_AT_ONCE);
  const encode: AvatarService['encode'] = (bytes) => semaphore.run(() => costlyWork.run(() => encodePicture(bytes)));

  const put: AvatarService['put'] = (uid, picture) =>
    store.write(async (rows) => {
      const user = await rows.users.find(uid);
      if (user === null) return err('unauthenticated');
      // Sending it takes a while, in which the user may have left in another tab.
      if (user.deletedAt !== null) return err('accountDeleted');
      const key = randomKey();
      await rows.avatars.put({ key, uid, picture });
      await saveUser(rows, { ...user, photoURL: addressOf(key) }, { isNew: false });
      return ok({ photoURL: addressOf(key) });
    });

  return {
    async admit({ who, address }) {
      for (const [limiter, key] of [
        [byAddress, address],
        [byAccount, who],
      ] as const) {
        const admitted = await consumeAttempt(limiter, key);
        if (!admitted.ok) return admitted;
      }
      return ok(undefined);
    },

    encode,
    put,

    async keep(uid, bytes) {
      const encoded = await encode(bytes);
      return encoded.ok ? put(uid, encoded.value) : encoded;
    },

    remove: (uid) =>
      store.write(async (rows) => {
        const user = await rows.users.find(uid);
        if (user === null) return err('unauthenticated');
        await rows.avatars.removeOf(uid);
        if (user.photoURL !== null) await saveUser(rows, { ...user, photoURL: null }, { isNew: false });
        return ok({});
      }),

    find: (key) => store.read((rows) => rows.avatars.find(key)),
  };
};

import { err, ok } from '@mahlzeit/contract';
import type { Avatar, Result } from '@mahlzeit/contract';
import sharp from 'sharp';
import { consumeAttempt, createSemaphore, randomKey } from '../../../platform';
import type { CreateRateLimiter, FileSender, RouteError, Semaphore } from '../../../platform';
import type { IdentityStore } from '../store';
import { saveUser } from './user-document';

/** File formats that are accepted as a profile picture. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif';

const startsWith = (bytes: Uint8Array, text: string, offset = 0): boolean =>
  Buffer.from(bytes.subarray(offset, offset + text.length)).toString('latin1') === text;

/** Detects the format by the first bytes of a file. Returns null for any other format, including SVG and HEIC. */
export const pictureFormatOf = (bytes: Uint8Array): PictureFormat | null => {
  if (startsWith(bytes, '\xff\xd8\xff')) return 'jpeg';
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp';
  return startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a') ? 'gif' : null;
};

/** Error of a refused picture: the file can't be decoded as an accepted format, or it has too many pixels or scans. */
type PictureError = 'unsupportedMediaType' | 'payloadTooLarge';

/** Side of the stored square in pixels: three times the largest size on screen. */
export const AVATAR_SIDE = 512;

/**
 * Limit of pixels before scaling: high enough for a camera with fifty megapixels, low enough against decompression
 * bombs.
 */
export const MAX_PIXELS = 50_000_000;

const MAX_SIDE = 16_384;

// Limit of scans in a progressive JPEG. Cameras write about ten scans. Decoding visits all pixels once for each scan,
// so hundreds of empty scans in a small file would block a processor for many seconds.
const MAX_JPEG_SCANS = 50;

// Marker of a scan in a JPEG. These two bytes never occur inside the data of a scan.
const START_OF_SCAN_MARKER = Buffer.of(0xff, 0xda);

const hasTooManyScans = (bytes: Uint8Array): boolean => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = file.indexOf(START_OF_SCAN_MARKER);
  for (let scanCount = 1; offset !== -1 && scanCount <= MAX_JPEG_SCANS; scanCount += 1)
    offset = file.indexOf(START_OF_SCAN_MARKER, offset + START_OF_SCAN_MARKER.length);
  return offset !== -1;
};

// One thread per picture keeps the other threads free for password hashing and file reads.
sharp.concurrency(1);
sharp.cache(false);

const openPicture = (bytes: Uint8Array, limitInputPixels: number | false) =>
  // `pages: 1` takes the first frame of an animation. `failOn` makes a broken file an error.
  sharp(bytes, { limitInputPixels, failOn: 'error', pages: 1, sequentialRead: true });

/** Reads width and height from the file's header without decoding the picture; null for an unreadable header. */
const readSize = async (bytes: Uint8Array, format: string): Promise<{ width: number; height: number } | null> => {
  try {
    const { width, height, format: readFormat } = await openPicture(bytes, false).metadata();
    return readFormat === format ? { width, height } : null;
  } catch {
    // Sharp throws for an unreadable header.
    return null;
  }
};

const scalePicture = async (bytes: Uint8Array): Promise<Uint8Array | null> => {
  try {
    // `autoOrient` applies the camera's rotation. All other metadata (place, time, camera) is dropped.
    return await openPicture(bytes, MAX_PIXELS)
      .autoOrient()
      .resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    // A picture that can't be decoded to its end is refused.
    return null;
  }
};

/** Scales a picture and encodes it as WebP for storage. Returns an error for a file that isn't an accepted picture. */
export const encodePicture = async (bytes: Uint8Array): Promise<Result<Uint8Array, PictureError>> => {
  const format = pictureFormatOf(bytes);
  if (format === null) return err('unsupportedMediaType');
  if (format === 'jpeg' && hasTooManyScans(bytes)) return err('payloadTooLarge');
  const size = await readSize(bytes, format);
  if (size === null) return err('unsupportedMediaType');
  if (size.width * size.height > MAX_PIXELS || Math.max(size.width, size.height) > MAX_SIDE)
    return err('payloadTooLarge');
  const picture = await scalePicture(bytes);
  return picture === null ? err('unsupportedMediaType') : ok(picture);
};

export interface AvatarService {
  /**
   * Counts an upload attempt against the sender's limits before the upload starts, whether or not it succeeds later.
   */
  admit(sender: FileSender): Promise<Result<void, RouteError>>;
  /** Scales an uploaded picture and encodes it as WebP. */
  encode(bytes: Uint8Array): Promise<Result<Uint8Array, PictureError>>;
  /** Stores an encoded picture under a new URL. */
  put(uid: string, picture: Uint8Array): Promise<Result<Avatar, 'unauthenticated' | 'accountDeleted'>>;
  /** Scales, encodes and stores a picture under a new URL. */
  storePicture(
    uid: string,
    bytes: Uint8Array,
  ): Promise<Result<Avatar, 'unauthenticated' | 'accountDeleted' | PictureError>>;
  remove(uid: string): Promise<Result<Record<never, never>, 'unauthenticated'>>;
  /** Finds a picture by the key in its URL; null after the picture was replaced or removed. */
  find(key: string): Promise<Uint8Array | null>;
}

/** Builds the path of a picture. The key can't be guessed and always names the same picture. */
const avatarPathOf = (key: string): string => `/media/avatar/${key}.webp`;

// Only one picture is scaled at a time, because scaling the largest picture takes some hundred megabytes.
const MAX_CONCURRENT_PICTURES = 1;

/** Creates the service. `costlyWork` is the semaphore that all CPU-heavy work of the gateway shares. */
export const createAvatarService = (
  store: IdentityStore,
  costlyWork: Semaphore,
  createRateLimiter: CreateRateLimiter,
): AvatarService => {
  // The limits are far above normal use: an upload takes about a second of CPU time.
  const accountLimiter = createRateLimiter('avatar-account', { points: 20, durationMs: 60 * 60_000 });
  const addressLimiter = createRateLimiter('avatar-address', { points: 60, durationMs: 60_000 });
  const pictureSemaphore = createSemaphore(MAX_CONCURRENT_PICTURES);
  const encode: AvatarService['encode'] = (bytes) =>
    pictureSemaphore.run(() => costlyWork.run(() => encodePicture(bytes)));

  const storeAvatar: AvatarService['put'] = (uid, picture) =>
    store.write(async (rows) => {
      const user = await rows.users.find(uid);
      if (user === null) return err('unauthenticated');
      // The user may have deleted the account in another tab during the upload.
      if (user.deletedAt !== null) return err('accountDeleted');
      const key = randomKey();
      await rows.avatars.put({ key, uid, picture });
      await saveUser(rows, { ...user, photoURL: avatarPathOf(key) }, { isNew: false });
      return ok({ photoURL: avatarPathOf(key) });
    });

  return {
    async admit({ senderId: uploader, address }) {
      for (const [limiter, key] of [
        [addressLimiter, address],
        [accountLimiter, uploader],
      ] as const) {
        const admission = await consumeAttempt(limiter, key);
        if (!admission.ok) return admission;
      }
      return ok(undefined);
    },

    encode,
    put: storeAvatar,

    async storePicture(uid, bytes) {
      const encodedPicture = await encode(bytes);
      return encodedPicture.ok ? storeAvatar(uid, encodedPicture.value) : encodedPicture;
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

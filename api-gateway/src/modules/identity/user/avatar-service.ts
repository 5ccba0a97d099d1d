import { err, ok } from '@mahlzeit/contract';
import type { Avatar, Result } from '@mahlzeit/contract';
import sharp from 'sharp';
import { consumeAttempt, createSemaphore, randomKey } from '../../../platform';
import type { CreateRateLimiter, FileSender, RouteError, Semaphore } from '../../../platform';
import type { IdentityStore } from '../store';
import { saveUser } from './user-document';

/** File formats that are accepted as a profile picture. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif';

const startsWithText = (pictureBytes: Uint8Array, text: string, byteOffset = 0): boolean =>
  Buffer.from(pictureBytes.subarray(byteOffset, byteOffset + text.length)).toString('latin1') === text;

/**
 * Detects the format of a picture by the first bytes of the file. Returns null for any other format, including SVG and
 * HEIC.
 */
export const pictureFormatOf = (pictureBytes: Uint8Array): PictureFormat | null => {
  if (startsWithText(pictureBytes, '\xff\xd8\xff')) return 'jpeg';
  if (startsWithText(pictureBytes, '\x89PNG\r\n\x1a\n')) return 'png';
  if (startsWithText(pictureBytes, 'RIFF') && startsWithText(pictureBytes, 'WEBP', 8)) return 'webp';
  return startsWithText(pictureBytes, 'GIF87a') || startsWithText(pictureBytes, 'GIF89a') ? 'gif' : null;
};

/** Error of a refused picture: the file can't be decoded as an accepted format, or it has too many pixels or scans. */
type PictureError = 'unsupportedMediaType' | 'payloadTooLarge';

/** Width and height of a stored profile picture in pixels: three times the largest size on screen. */
export const AVATAR_SIDE_PIXELS = 512;

/**
 * Maximum number of pixels of an uploaded picture before scaling: high enough for a camera with fifty megapixels, low
 * enough against decompression bombs.
 */
export const MAX_PICTURE_PIXELS = 50_000_000;

const MAX_PICTURE_SIDE_PIXELS = 16_384;

// Maximum number of scans in a progressive JPEG. Cameras write about ten scans. Decoding visits all pixels once for
// each scan, so hundreds of empty scans in a small file would block a processor for many seconds.
const MAX_JPEG_SCANS = 50;

// Marker of a scan in a JPEG. These two bytes never occur inside the data of a scan.
const START_OF_SCAN_MARKER = Buffer.of(0xff, 0xda);

const hasTooManyScans = (pictureBytes: Uint8Array): boolean => {
  const pictureBuffer = Buffer.from(pictureBytes.buffer, pictureBytes.byteOffset, pictureBytes.byteLength);
  let scanMarkerIndex = pictureBuffer.indexOf(START_OF_SCAN_MARKER);
  for (let scanCount = 1; scanMarkerIndex !== -1 && scanCount <= MAX_JPEG_SCANS; scanCount += 1)
    scanMarkerIndex = pictureBuffer.indexOf(START_OF_SCAN_MARKER, scanMarkerIndex + START_OF_SCAN_MARKER.length);
  return scanMarkerIndex !== -1;
};

// Uses one thread for each picture, so that the other threads stay free for password hashing and file reads.
sharp.concurrency(1);
sharp.cache(false);

const openPicture = (pictureBytes: Uint8Array, limitInputPixels: number | false) =>
  // Opens a picture. `pages: 1` takes the first frame of an animation; `failOn` makes a broken file an error.
  sharp(pictureBytes, { limitInputPixels, failOn: 'error', pages: 1, sequentialRead: true });

/** Reads width and height from the file's header without decoding the picture; null for an unreadable header. */
const readPictureSize = async (
  pictureBytes: Uint8Array,
  expectedFormat: string,
): Promise<{ width: number; height: number } | null> => {
  try {
    const { width, height, format: decodedFormat } = await openPicture(pictureBytes, false).metadata();
    return decodedFormat === expectedFormat ? { width, height } : null;
  } catch {
    // Returns null, because sharp throws for an unreadable header.
    return null;
  }
};

const scalePicture = async (pictureBytes: Uint8Array): Promise<Uint8Array | null> => {
  try {
    // Applies the camera's rotation by `autoOrient`. All other metadata (place, time, camera) is dropped.
    return await openPicture(pictureBytes, MAX_PICTURE_PIXELS)
      .autoOrient()
      .resize(AVATAR_SIDE_PIXELS, AVATAR_SIDE_PIXELS, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    // Refuses a picture that can't be decoded to its end.
    return null;
  }
};

/** Scales a picture and encodes it as WebP for storage. Returns an error for a file that isn't an accepted picture. */
export const encodePicture = async (pictureBytes: Uint8Array): Promise<Result<Uint8Array, PictureError>> => {
  const pictureFormat = pictureFormatOf(pictureBytes);
  if (pictureFormat === null) return err('unsupportedMediaType');
  if (pictureFormat === 'jpeg' && hasTooManyScans(pictureBytes)) return err('payloadTooLarge');
  const pictureSize = await readPictureSize(pictureBytes, pictureFormat);
  if (pictureSize === null) return err('unsupportedMediaType');
  if (
    pictureSize.width * pictureSize.height > MAX_PICTURE_PIXELS ||
    Math.max(pictureSize.width, pictureSize.height) > MAX_PICTURE_SIDE_PIXELS
  )
    return err('payloadTooLarge');
  const scaledPicture = await scalePicture(pictureBytes);
  return scaledPicture === null ? err('unsupportedMediaType') : ok(scaledPicture);
};

export interface AvatarService {
  /**
   * Counts an upload attempt against the sender's limits before the upload starts, whether or not it succeeds later.
   */
  admit(fileSender: FileSender): Promise<Result<void, RouteError>>;
  /** Scales an uploaded picture and encodes it as WebP. */
  encode(pictureBytes: Uint8Array): Promise<Result<Uint8Array, PictureError>>;
  /** Stores an encoded picture under a new URL. */
  put(uid: string, picture: Uint8Array): Promise<Result<Avatar, 'unauthenticated' | 'accountDeleted'>>;
  /** Scales, encodes and stores a picture under a new URL. */
  storePicture(
    uid: string,
    pictureBytes: Uint8Array,
  ): Promise<Result<Avatar, 'unauthenticated' | 'accountDeleted' | PictureError>>;
  remove(uid: string): Promise<Result<Record<never, never>, 'unauthenticated'>>;
  /** Finds a picture by the key in its URL; null after the picture was replaced or removed. */
  find(avatarKey: string): Promise<Uint8Array | null>;
}

/** Builds the URL path of a profile picture. The key can't be guessed and always names the same picture. */
const avatarPathOf = (avatarKey: string): string => `/media/avatar/${avatarKey}.webp`;

// Number of pictures that are scaled at the same time: one, because scaling the largest picture takes some hundred
// megabytes.
const MAX_CONCURRENT_PICTURES = 1;

/**
 * Creates the service of profile pictures. `costlyWorkSemaphore` is the semaphore that all CPU-heavy work of the
 * gateway shares.
 */
export const createAvatarService = (
  store: IdentityStore,
  costlyWorkSemaphore: Semaphore,
  createRateLimiter: CreateRateLimiter,
): AvatarService => {
  // Limits uploads far above normal use, because an upload takes about a second of CPU time.
  const accountLimiter = createRateLimiter('avatar-account', { points: 20, durationMs: 60 * 60_000 });
  const addressLimiter = createRateLimiter('avatar-address', { points: 60, durationMs: 60_000 });
  const pictureSemaphore = createSemaphore(MAX_CONCURRENT_PICTURES);
  const encodeInSemaphore: AvatarService['encode'] = (pictureBytes) =>
    pictureSemaphore.run(() => costlyWorkSemaphore.run(() => encodePicture(pictureBytes)));

  const storeAvatar: AvatarService['put'] = (uid, picture) =>
    store.write(async (identityRows) => {
      const user = await identityRows.users.find(uid);
      if (user === null) return err('unauthenticated');
      // Refuses a user who has deleted the account in another tab during the upload.
      if (user.deletedAt !== null) return err('accountDeleted');
      const avatarKey = randomKey();
      await identityRows.avatars.put({ key: avatarKey, uid, picture });
      await saveUser(identityRows, { ...user, photoURL: avatarPathOf(avatarKey) }, { isNew: false });
      return ok({ photoURL: avatarPathOf(avatarKey) });
    });

  return {
    async admit({ senderId: uploaderUid, address }) {
      for (const [uploadLimiter, limitKey] of [
        [addressLimiter, address],
        [accountLimiter, uploaderUid],
      ] as const) {
        const uploadAdmission = await consumeAttempt(uploadLimiter, limitKey);
        if (!uploadAdmission.ok) return uploadAdmission;
      }
      return ok(undefined);
    },

    encode: encodeInSemaphore,
    put: storeAvatar,

    async storePicture(uid, pictureBytes) {
      const encodedPicture = await encodeInSemaphore(pictureBytes);
      return encodedPicture.ok ? storeAvatar(uid, encodedPicture.value) : encodedPicture;
    },

    remove: (uid) =>
      store.write(async (identityRows) => {
        const user = await identityRows.users.find(uid);
        if (user === null) return err('unauthenticated');
        await identityRows.avatars.removeOf(uid);
        if (user.photoURL !== null) await saveUser(identityRows, { ...user, photoURL: null }, { isNew: false });
        return ok({});
      }),

    find: (avatarKey) => store.read((identityRows) => identityRows.avatars.find(avatarKey)),
  };
};

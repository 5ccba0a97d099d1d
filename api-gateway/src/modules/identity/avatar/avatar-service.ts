import { err, ok } from '@mahlzeit/contract';
import type { Avatar, Result } from '@mahlzeit/contract';
import { createSemaphore, randomKey } from '../../../platform';
import type { IdentityStore } from '../identity-store';
import { saveUser } from '../user-log';
import { encodePicture } from './encode-picture';
import type { PictureError } from './encode-picture';

/** Profile pictures. */
export interface AvatarService {
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

/** Profile pictures in the database. */
export const createAvatarService = (store: IdentityStore): AvatarService => {
  const semaphore = createSemaphore(PICTURES_AT_ONCE);
  const encode: AvatarService['encode'] = (bytes) => semaphore.run(() => encodePicture(bytes));

  const put: AvatarService['put'] = (uid, picture) => store.write(async (rows) => {
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
    encode,
    put,

    async keep(uid, bytes) {
      const encoded = await encode(bytes);
      return encoded.ok ? put(uid, encoded.value) : encoded;
    },

    remove: (uid) => store.write(async (rows) => {
      const user = await rows.users.find(uid);
      if (user === null) return err('unauthenticated');
      await rows.avatars.removeOf(uid);
      if (user.photoURL !== null) await saveUser(rows, { ...user, photoURL: null }, { isNew: false });
      return ok({});
    }),

    find: (key) => store.read((rows) => rows.avatars.find(key)),
  };
};

import { err, ok } from '@mahlzeit/contract';
import type { Avatar, Result } from '@mahlzeit/contract';
import { createWorkSlots, randomKey } from '../../../platform';
import type { IdentityStore } from '../identity-store';
import { saveUser } from '../user-log';
import { encodePicture } from './encode-picture';

/** Profile pictures. */
export interface AvatarService {
  /** Keeps a picture as it was sent, made smaller; its address is new each time. */
  keep(uid: string, bytes: Uint8Array): Promise<Result<Avatar, 'unauthenticated' | 'unsupportedMediaType' | 'payloadTooLarge'>>;
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
  const slots = createWorkSlots(PICTURES_AT_ONCE);
  return {
    async keep(uid, bytes) {
      const encoded = await slots.run(() => encodePicture(bytes));
      if (!encoded.ok) return encoded;
      return store.write(async (rows) => {
        const user = await rows.users.find(uid);
        if (user === null) return err('unauthenticated');
        const key = randomKey();
        await rows.avatars.put({ key, uid, picture: encoded.value });
        await saveUser(rows, { ...user, photoURL: addressOf(key) }, { isNew: false });
        return ok({ photoURL: addressOf(key) });
      });
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

import type { Knex } from 'knex';

/** Stores profile pictures, one a user: in the database, where every gateway sees them. */
export interface AvatarRepository {
  find(key: string): Promise<Uint8Array | null>;
  findOf(uid: string): Promise<Uint8Array | null>;
  /** Takes the place of the picture before. */
  put(avatar: { readonly key: string; readonly uid: string; readonly picture: Uint8Array }): Promise<void>;
  removeOf(uid: string): Promise<void>;
}

interface AvatarRow {
  readonly key: string;
  readonly uid: string;
  readonly picture: Uint8Array;
}

/** Profile pictures in the database. */
export const createAvatarRepository = (knex: Knex): AvatarRepository => {
  const avatars = () => knex<AvatarRow>('avatar');
  const pictureOf = async (where: Partial<AvatarRow>): Promise<Uint8Array | null> => (await avatars().where(where).first('picture'))?.picture ?? null;
  return {
    find: (key) => pictureOf({ key }),
    findOf: (uid) => pictureOf({ uid }),
    async put({ key, uid, picture }) {
      await avatars().insert({ key, uid, picture: Buffer.from(picture) }).onConflict('uid').merge();
    },
    async removeOf(uid) {
      await avatars().where({ uid }).delete();
    },
  };
};

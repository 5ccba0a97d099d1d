import { Key, ThirdParty } from '@mahlzeit/contract';
import { searchTextOf } from '@mahlzeit/contract/rules';
import * as z from 'zod/mini';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

/** A user in the database. The presenter decides which fields leave the gateway. */
export interface StoredUser {
  readonly uid: string;
  readonly isAnonymous: boolean;
  readonly email: string | null;
  /** Hash by argon2id; null for anonymous users and for users of third parties. */
  readonly passwordHash: string | null;
  readonly isEmailVerified: boolean;
  readonly isVisible: boolean;
  /** Time of the request to delete the account, by the domain clock; null for an active user. */
  readonly deletedAt: number | null;
  readonly displayName: string | null;
  readonly photoURL: string | null;
  readonly phoneNumber: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly favorites: readonly string[];
  readonly tasteKeys: readonly string[];
  readonly policyAccepted: number | null;
  readonly policyVersion: number | null;
  readonly languageCode: string | null;
  readonly selectedDiscountId: string | null;
  /** Whether the user wants e-mails about meetups. */
  readonly meetupMails: boolean;
  readonly thirdParty: ThirdParty | null;
  /** Code by which other users add the user as a contact; null for anonymous users. */
  readonly connectionCode: string | null;
  /** Time at which an operator has disabled the account; null if the user may sign in. */
  readonly disabledAt: number | null;
  readonly createdAt: number;
}

const Keys = z.array(Key);

/** Parses a JSON column with a list of keys: SQLite returns text, PostgreSQL an array. */
const parseKeys = (column: unknown): string[] => Keys.parse(typeof column === 'string' ? JSON.parse(column) : column);

export interface UserRepository {
  find(uid: string): Promise<StoredUser | null>;
  findByEmail(email: string): Promise<StoredUser | null>;
  isConnectionCodeTaken(code: string): Promise<boolean>;
  insert(user: StoredUser): Promise<void>;
  update(user: StoredUser): Promise<void>;
  /** Finds up to `limit` users who requested the deletion of their account at `deletedBefore` or earlier. */
  findDeletedBefore(deletedBefore: number, limit: number): Promise<StoredUser[]>;
  /** Removes a user with all rows of the database that reference the user. */
  remove(uid: string): Promise<void>;
  /** Removes up to `limit` visitors who have no session left and so can't come back. Returns their uids. */
  removeVisitorsWithoutSession(limit: number): Promise<string[]>;
}

interface UserRow {
  readonly uid: string;
  readonly is_anonymous: boolean | number;
  readonly email: string | null;
  readonly password_hash: string | null;
  readonly is_email_verified: boolean | number;
  readonly is_visible: boolean | number;
  readonly is_deleted: boolean | number;
  readonly deleted_at: number | string | null;
  readonly display_name: string | null;
  /** Folded display name for searches. */
  readonly search_text: string;
  readonly photo_url: string | null;
  readonly phone_number: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly favorites: unknown;
  readonly taste_keys: unknown;
  readonly policy_accepted: number | string | null;
  readonly policy_version: number | null;
  readonly language_code: string | null;
  readonly selected_discount_id: string | null;
  readonly meetup_mails: boolean | number;
  readonly third_party: string | null;
  readonly connection_code: string | null;
  readonly disabled_at: number | string | null;
  readonly created_at: number | string;
}

const instantOf = (column: number | string | null): number | null => (column === null ? null : Number(column));

const userOf = (row: UserRow): StoredUser => ({
  uid: row.uid,
  isAnonymous: Boolean(row.is_anonymous),
  email: row.email,
  passwordHash: row.password_hash,
  isEmailVerified: Boolean(row.is_email_verified),
  isVisible: Boolean(row.is_visible),
  deletedAt: instantOf(row.deleted_at),
  displayName: row.display_name,
  photoURL: row.photo_url,
  phoneNumber: row.phone_number,
  firstName: row.first_name,
  lastName: row.last_name,
  favorites: parseKeys(row.favorites),
  tasteKeys: parseKeys(row.taste_keys),
  policyAccepted: instantOf(row.policy_accepted),
  policyVersion: row.policy_version,
  languageCode: row.language_code,
  selectedDiscountId: row.selected_discount_id,
  meetupMails: Boolean(row.meetup_mails),
  thirdParty: row.third_party === null ? null : ThirdParty.parse(row.third_party),
  connectionCode: row.connection_code,
  disabledAt: instantOf(row.disabled_at),
  createdAt: Number(row.created_at),
});

const rowOf = (user: StoredUser): UserRow => ({
  uid: user.uid,
  is_anonymous: user.isAnonymous,
  email: user.email,
  password_hash: user.passwordHash,
  is_email_verified: user.isEmailVerified,
  is_visible: user.isVisible,
  // Repeats whether `deleted_at` is set, because every request reads this column.
  is_deleted: user.deletedAt !== null,
  deleted_at: user.deletedAt,
  display_name: user.displayName,
  search_text: user.displayName === null ? '' : searchTextOf(user.displayName),
  photo_url: user.photoURL,
  phone_number: user.phoneNumber,
  first_name: user.firstName,
  last_name: user.lastName,
  favorites: JSON.stringify(user.favorites),
  taste_keys: JSON.stringify(user.tasteKeys),
  policy_accepted: user.policyAccepted,
  policy_version: user.policyVersion,
  language_code: user.languageCode,
  selected_discount_id: user.selectedDiscountId,
  meetup_mails: user.meetupMails,
  third_party: user.thirdParty,
  connection_code: user.connectionCode,
  disabled_at: user.disabledAt,
  created_at: user.createdAt,
});

/** Creates the repository of users. */
export const createUserRepository = (connection: Connection): UserRepository => {
  const knex = knexOf(connection);
  const users = () => knex<UserRow>('user');
  const findFirst = async (conditions: Partial<UserRow>): Promise<StoredUser | null> => {
    const row = await users().where(conditions).first();
    return row === undefined ? null : userOf(row);
  };

  return {
    find: (uid) => findFirst({ uid }),
    findByEmail: (email) => findFirst({ email }),
    isConnectionCodeTaken: async (code) => (await findFirst({ connection_code: code })) !== null,
    async insert(user) {
      await users().insert(rowOf(user));
    },
    async update(user) {
      await users().where({ uid: user.uid }).update(rowOf(user));
    },
    async findDeletedBefore(deletedBefore, limit) {
      return (await users().where('deleted_at', '<=', deletedBefore).orderBy('deleted_at').limit(limit)).map(userOf);
    },
    async remove(uid) {
      await users().where({ uid }).delete();
    },
    async removeVisitorsWithoutSession(limit) {
      const sessionQuery = knex('session').whereRaw('?? = ??', ['session.uid', 'user.uid']).select(knex.raw('1'));
      const lostVisitors = await users()
        .where({ is_anonymous: true })
        .whereNotExists(sessionQuery)
        .limit(limit)
        .select('uid');
      const uids = lostVisitors.map((row) => row.uid);
      await users().whereIn('uid', uids).delete();
      return uids;
    },
  };
};

/** Profile pictures, at most one for each user, in the database that all gateways share. */
export interface AvatarRepository {
  find(key: string): Promise<Uint8Array | null>;
  findOf(uid: string): Promise<Uint8Array | null>;
  /** Stores a picture and replaces the user's previous picture. */
  put(avatar: { readonly key: string; readonly uid: string; readonly picture: Uint8Array }): Promise<void>;
  removeOf(uid: string): Promise<void>;
}

interface AvatarRow {
  readonly key: string;
  readonly uid: string;
  readonly picture: Uint8Array;
}

/** Creates the repository of profile pictures. */
export const createAvatarRepository = (connection: Connection): AvatarRepository => {
  const knex = knexOf(connection);
  const avatars = () => knex<AvatarRow>('avatar');
  const findPicture = async (conditions: Partial<AvatarRow>): Promise<Uint8Array | null> =>
    (await avatars().where(conditions).first('picture'))?.picture ?? null;
  return {
    find: (key) => findPicture({ key }),
    findOf: (uid) => findPicture({ uid }),
    async put({ key, uid, picture }) {
      await avatars()
        .insert({ key, uid, picture: Buffer.from(picture) })
        .onConflict('uid')
        .merge();
    },
    async removeOf(uid) {
      await avatars().where({ uid }).delete();
    },
  };
};

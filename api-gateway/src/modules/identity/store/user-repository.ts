import { Key, ReleaseChannel, ThirdParty } from '@mahlzeit/contract';
import { searchTextOf } from '@mahlzeit/contract/rules';
import * as z from 'zod/mini';
import { readInChunks } from '../../../platform';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

/** Pending change of a user's e-mail address, which waits for the code of the new address. */
export interface StoredEmailChange {
  readonly email: string;
  /** Time, by the gateway's clock, which tests can move, at which the pending change ends. */
  readonly expiresAt: number;
}

/** A user in the database. The presenter decides which fields leave the gateway. */
export interface StoredUser {
  readonly uid: string;
  readonly isAnonymous: boolean;
  readonly email: string | null;
  /**
   * Pending change to a new address that the user hasn't verified yet; null without a change. `email` stays until the
   * change is completed.
   */
  readonly emailChange: StoredEmailChange | null;
  /** Password hash by argon2id; null for anonymous users and for users without a password. */
  readonly passwordHash: string | null;
  readonly isEmailVerified: boolean;
  readonly isVisible: boolean;
  /**
   * Time of the request to delete the account, by the gateway's clock, which tests can move; null for an active user.
   */
  readonly deletedAt: number | null;
  /** Name that the user has chosen, or that a third party has sent; null until then. */
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
  /** Release channel that the user's browsers get. */
  readonly releaseChannel: ReleaseChannel;
  readonly thirdParty: ThirdParty | null;
  /** Code by which other users add the user as a contact; null for anonymous users. */
  readonly connectionCode: string | null;
  /** Time at which an operator has disabled the account; null if the user may sign in. */
  readonly disabledAt: number | null;
  /** Time of the registration, or of the first visit of an anonymous user, by the gateway's clock. */
  readonly createdAt: number;
}

const KeyList = z.array(Key);

/** Parses a JSON column with a list of keys: SQLite returns text, PostgreSQL an array. */
const parseKeys = (keysColumn: unknown): string[] =>
  KeyList.parse(typeof keysColumn === 'string' ? JSON.parse(keysColumn) : keysColumn);

export interface UserRepository {
  find(uid: string): Promise<StoredUser | null>;
  findByEmail(email: string): Promise<StoredUser | null>;
  /** Returns the uids of those of these users whose account an operator has disabled. */
  findDisabled(uids: readonly string[]): Promise<ReadonlySet<string>>;
  isConnectionCodeTaken(connectionCode: string): Promise<boolean>;
  insert(user: StoredUser): Promise<void>;
  update(user: StoredUser): Promise<void>;
  /** Finds up to `maxUsers` users who requested the deletion of their account at `deletedBeforeMs` or earlier. */
  findDeletedBefore(deletedBeforeMs: number, maxUsers: number): Promise<StoredUser[]>;
  /** Finds up to `maxUsers` users whose pending change of the e-mail address has expired at `now`. */
  findExpiredEmailChanges(now: number, maxUsers: number): Promise<StoredUser[]>;
  /** Removes a user with all rows of the database that reference the user. */
  remove(uid: string): Promise<void>;
  /** Removes up to `maxUsers` visitors who have no session left and so can't come back. Returns their uids. */
  removeVisitorsWithoutSession(maxUsers: number): Promise<string[]>;
}

interface UserRow {
  readonly uid: string;
  readonly is_anonymous: boolean | number;
  readonly email: string | null;
  readonly pending_email: string | null;
  readonly pending_email_until: number | string | null;
  readonly password_hash: string | null;
  readonly is_email_verified: boolean | number;
  readonly is_visible: boolean | number;
  readonly is_deleted: boolean | number;
  readonly deleted_at: number | string | null;
  readonly display_name: string | null;
  /** Normalised display name for searches. */
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
  readonly release_channel: string;
  readonly third_party: string | null;
  readonly connection_code: string | null;
  readonly disabled_at: number | string | null;
  readonly created_at: number | string;
}

const instantOf = (instantColumn: number | string | null): number | null =>
  instantColumn === null ? null : Number(instantColumn);

const emailChangeOf = ({ pending_email, pending_email_until }: UserRow): StoredEmailChange | null =>
  pending_email === null ? null : { email: pending_email, expiresAt: Number(pending_email_until) };

const userOf = (userRow: UserRow): StoredUser => ({
  uid: userRow.uid,
  isAnonymous: Boolean(userRow.is_anonymous),
  email: userRow.email,
  emailChange: emailChangeOf(userRow),
  passwordHash: userRow.password_hash,
  isEmailVerified: Boolean(userRow.is_email_verified),
  isVisible: Boolean(userRow.is_visible),
  deletedAt: instantOf(userRow.deleted_at),
  displayName: userRow.display_name,
  photoURL: userRow.photo_url,
  phoneNumber: userRow.phone_number,
  firstName: userRow.first_name,
  lastName: userRow.last_name,
  favorites: parseKeys(userRow.favorites),
  tasteKeys: parseKeys(userRow.taste_keys),
  policyAccepted: instantOf(userRow.policy_accepted),
  policyVersion: userRow.policy_version,
  languageCode: userRow.language_code,
  selectedDiscountId: userRow.selected_discount_id,
  meetupMails: Boolean(userRow.meetup_mails),
  releaseChannel: ReleaseChannel.parse(userRow.release_channel),
  thirdParty: userRow.third_party === null ? null : ThirdParty.parse(userRow.third_party),
  connectionCode: userRow.connection_code,
  disabledAt: instantOf(userRow.disabled_at),
  createdAt: Number(userRow.created_at),
});

const userRowOf = (user: StoredUser): UserRow => ({
  uid: user.uid,
  is_anonymous: user.isAnonymous,
  email: user.email,
  pending_email: user.emailChange?.email ?? null,
  pending_email_until: user.emailChange?.expiresAt ?? null,
  password_hash: user.passwordHash,
  is_email_verified: user.isEmailVerified,
  is_visible: user.isVisible,
  // Stores whether `deleted_at` is set in a column of its own, because every request reads this column.
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
  release_channel: user.releaseChannel,
  third_party: user.thirdParty,
  connection_code: user.connectionCode,
  disabled_at: user.disabledAt,
  created_at: user.createdAt,
});

/** Creates the repository of users. With the connection of a transaction, all its queries run in that transaction. */
export const createUserRepository = (databaseConnection: Connection): UserRepository => {
  const knex = knexOf(databaseConnection);
  const queryUsers = () => knex<UserRow>('user');
  const findFirstUser = async (columnConditions: Partial<UserRow>): Promise<StoredUser | null> => {
    const userRow = await queryUsers().where(columnConditions).first();
    return userRow === undefined ? null : userOf(userRow);
  };

  return {
    find: (uid) => findFirstUser({ uid }),
    findByEmail: (email) => findFirstUser({ email }),
    async findDisabled(uids) {
      const userRows = await readInChunks(uids, (uidChunk) =>
        queryUsers().whereNotNull('disabled_at').whereIn('uid', uidChunk).select('uid'),
      );
      return new Set(userRows.map(({ uid }) => uid));
    },
    isConnectionCodeTaken: async (connectionCode) =>
      (await findFirstUser({ connection_code: connectionCode })) !== null,
    async insert(user) {
      await queryUsers().insert(userRowOf(user));
    },
    async update(user) {
      await queryUsers().where({ uid: user.uid }).update(userRowOf(user));
    },
    async findDeletedBefore(deletedBeforeMs, maxUsers) {
      return (await queryUsers().where('deleted_at', '<=', deletedBeforeMs).orderBy('deleted_at').limit(maxUsers)).map(
        userOf,
      );
    },
    async findExpiredEmailChanges(now, maxUsers) {
      return (await queryUsers().where('pending_email_until', '<=', now).limit(maxUsers)).map(userOf);
    },
    async remove(uid) {
      await queryUsers().where({ uid }).delete();
    },
    async removeVisitorsWithoutSession(maxUsers) {
      const sessionQuery = knex('session').whereRaw('?? = ??', ['session.uid', 'user.uid']).select(knex.raw('1'));
      const lostVisitors = await queryUsers()
        .where({ is_anonymous: true })
        .whereNotExists(sessionQuery)
        .limit(maxUsers)
        .select('uid');
      const lostVisitorUids = lostVisitors.map((visitorRow) => visitorRow.uid);
      await queryUsers().whereIn('uid', lostVisitorUids).delete();
      return lostVisitorUids;
    },
  };
};

/** Repository of profile pictures, at most one for each user, in the database that all gateways share. */
export interface AvatarRepository {
  find(avatarKey: string): Promise<Uint8Array | null>;
  findOf(uid: string): Promise<Uint8Array | null>;
  /** Stores a picture and replaces the user's previous picture. */
  put(storedAvatar: { readonly key: string; readonly uid: string; readonly picture: Uint8Array }): Promise<void>;
  removeOf(uid: string): Promise<void>;
}

interface AvatarRow {
  readonly key: string;
  readonly uid: string;
  readonly picture: Uint8Array;
}

/**
 * Creates the repository of profile pictures. With the connection of a transaction, all its queries run in that
 * transaction.
 */
export const createAvatarRepository = (databaseConnection: Connection): AvatarRepository => {
  const knex = knexOf(databaseConnection);
  const queryAvatars = () => knex<AvatarRow>('avatar');
  const findPicture = async (columnConditions: Partial<AvatarRow>): Promise<Uint8Array | null> =>
    (await queryAvatars().where(columnConditions).first('picture'))?.picture ?? null;
  return {
    find: (avatarKey) => findPicture({ key: avatarKey }),
    findOf: (uid) => findPicture({ uid }),
    async put({ key, uid, picture }) {
      await queryAvatars()
        .insert({ key, uid, picture: Buffer.from(picture) })
        .onConflict('uid')
        .merge();
    },
    async removeOf(uid) {
      await queryAvatars().where({ uid }).delete();
    },
  };
};

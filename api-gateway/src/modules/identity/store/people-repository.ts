import { fromJsonColumn, readInChunks } from '../../../platform';
import type { Connection, WriteTransaction } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';
import { query, sql } from '../../../platform/database/statement';

/**
 * Fields of a user that other modules may read: no e-mail address, and no name that was derived from an e-mail address.
 */
export interface PublicPerson {
  readonly uid: string;
  /** Empty for a user without a name. */
  readonly displayName: string;
  readonly photoURL: string | null;
  readonly isVisible: boolean;
  readonly isVerified: boolean;
  /** True while the account waits for its erasure; its owner can still restore it. */
  readonly isDeleted: boolean;
  readonly isAnonymous: boolean;
}

/** A user's public fields with the keys of their favourite restaurants and people. */
export interface PersonState extends PublicPerson {
  readonly favorites: readonly string[];
}

/** Public state of a user before and after a write. */
export interface PersonChange {
  readonly uid: string;
  readonly before: PersonState;
  readonly after: PersonState;
}

/** Runs in the transaction that changes a user's public state. */
export type OnPersonChanged = (tx: WriteTransaction, change: PersonChange) => Promise<void>;

/** Columns from which a user's names are derived. */
export interface NameFields {
  readonly uid: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly displayName: string | null;
}

/** A user with their search text: the folded name that a search compares, and that sorts the results. */
export interface SearchEntry {
  readonly uid: string;
  readonly searchText: string;
}

interface PersonRow {
  readonly uid: string;
  readonly display_name: string | null;
  readonly photo_url: string | null;
  readonly is_visible: boolean | number;
  readonly is_email_verified: boolean | number;
  readonly is_deleted: boolean | number;
  readonly is_anonymous: boolean | number;
}

interface UserColumns extends PersonRow {
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly connection_code: string | null;
  readonly search_text: string;
  readonly favorites: string | string[];
}

const PERSON_COLUMNS = [
  'uid',
  'display_name',
  'photo_url',
  'is_visible',
  'is_email_verified',
  'is_deleted',
  'is_anonymous',
] as const;

const personOf = (row: PersonRow): PublicPerson => ({
  uid: row.uid,
  displayName: row.display_name ?? '',
  photoURL: row.photo_url,
  isVisible: Boolean(row.is_visible),
  isVerified: Boolean(row.is_email_verified),
  isDeleted: Boolean(row.is_deleted),
  isAnonymous: Boolean(row.is_anonymous),
});

const searchEntryOf = ({ uid, search_text }: Pick<UserColumns, 'uid' | 'search_text'>): SearchEntry => ({
  uid,
  searchText: search_text,
});

/** Users as other users may see them. */
export interface PeopleRepository {
  /** Finds the registered users among these uids, including deleted users. */
  find(uids: readonly string[]): Promise<PublicPerson[]>;
  /** Finds the name columns of the registered users among these uids. */
  findNames(uids: readonly string[]): Promise<NameFields[]>;
  /** Finds the user with this connection code; the code has the form that `connectionCodeOf` returns. */
  findByConnectionCode(code: string): Promise<PublicPerson | null>;
  /** Finds the users with these e-mail addresses who are visible, verified and not deleted. */
  findVisibleByEmails(emails: readonly string[]): Promise<PublicPerson[]>;
  /** Finds up to `limit` visible users whose search text contains every word of `needle`, sorted by search text. */
  searchVisible(needle: string, limit: number): Promise<SearchEntry[]>;
  /** Finds the invisible users among these uids whose search text contains every word of `needle`. */
  searchInvisible(needle: string, uids: readonly string[]): Promise<SearchEntry[]>;
  countVisible(): Promise<number>;
  /** Returns the uids of visible users who have a name, sorted by search text. */
  listVisible(range: { readonly offset: number; readonly limit: number }): Promise<string[]>;
  /** Finds the favourites of these users, by uid. */
  findFavorites(uids: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`);

/** Creates the repository that reads users as other users may see them. */
export const createPeopleRepository = (connection: Connection): PeopleRepository => {
  const knex = knexOf(connection);
  const users = () => knex<UserColumns>('user');
  const addNameConditions = (rows: ReturnType<typeof users>, needle: string) => {
    for (const word of needle.split(' ')) rows.whereRaw("search_text like ? escape '\\'", [`%${escapeLike(word)}%`]);
    return rows;
  };

  return {
    async find(uids) {
      const rows = await readInChunks<PersonRow>(uids, (chunk) =>
        query(
          connection,
          sql`
      select uid, display_name, photo_url, is_visible, is_email_verified, is_deleted, is_anonymous from "user" where is_anonymous = ${false} and uid in ${chunk}`,
        ),
      );
      return rows.map(personOf);
    },

    async findNames(uids) {
      const rows = await readInChunks(uids, (chunk) =>
        users()
          .where({ is_anonymous: false })
          .whereIn('uid', chunk)
          .select('uid', 'email', 'first_name', 'last_name', 'display_name'),
      );
      return rows.map(({ uid, email, first_name, last_name, display_name }) => ({
        uid,
        email,
        firstName: first_name,
        lastName: last_name,
        displayName: display_name,
      }));
    },

    async findByConnectionCode(code) {
      const row = await users()
        .where({ connection_code: code, is_anonymous: false })
        .first(...PERSON_COLUMNS);
      return row === undefined ? null : personOf(row);
    },

    async findVisibleByEmails(emails) {
      const rows = await readInChunks<PersonRow>(emails, (chunk) =>
        users()
          .where({ is_visible: true, is_email_verified: true, is_deleted: false, is_anonymous: false })
          .whereIn('email', chunk)
          .select(...PERSON_COLUMNS),
      );
      return rows.map(personOf);
    },

    async searchVisible(needle, limit) {
      const rows = await addNameConditions(users().where({ is_visible: true }), needle)
        .orderBy(['search_text', 'uid'])
        .limit(limit)
        .select('uid', 'search_text');
      return rows.map(searchEntryOf);
    },

    async searchInvisible(needle, uids) {
      const rows = await readInChunks(uids, (chunk) =>
        addNameConditions(users().where({ is_visible: false }), needle)
          .whereIn('uid', chunk)
          .select('uid', 'search_text'),
      );
      return rows.map(searchEntryOf);
    },

    async countVisible() {
      const [row] = await users().where({ is_visible: true }).count<{ count: number | string }[]>({ count: '*' });
      return Number(row?.count ?? 0);
    },

    async listVisible({ offset, limit }) {
      const rows = await users()
        .where({ is_visible: true })
        .andWhere('search_text', '>', '')
        .orderBy(['search_text', 'uid'])
        .offset(offset)
        .limit(limit)
        .select('uid');
      return rows.map(({ uid }) => uid);
    },

    async findFavorites(uids) {
      const rows = await readInChunks(uids, (chunk) => users().whereIn('uid', chunk).select('uid', 'favorites'));
      return new Map(rows.map(({ uid, favorites }) => [uid, new Set(fromJsonColumn<string[]>(favorites))]));
    },
  };
};

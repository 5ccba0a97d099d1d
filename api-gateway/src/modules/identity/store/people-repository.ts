import { fromJsonColumn, readInChunks } from '../../../platform';
import type { Connection, WriteTransaction } from '../../../platform';
import { escapeLike } from '../../../platform/database/engine-sql';
import { knexOf } from '../../../platform/database/knex-of';
import { query, sql } from '../../../platform/database/statement';

/** Fields of a user that other modules may read: neither the e-mail address nor a part of it. */
export interface PublicPerson {
  readonly uid: string;
  /** Name that the user has chosen; empty without a name. */
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

/** Public state of a user before and after a change. */
export interface PersonChange {
  readonly uid: string;
  readonly before: PersonState;
  readonly after: PersonState;
}

/** Type of a handler that runs in the transaction that changes a user's public state. */
export type OnPersonChanged = (tx: WriteTransaction, personChange: PersonChange) => Promise<void>;

/** Columns with a user's names. */
export interface NameFields {
  readonly uid: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly displayName: string | null;
}

/** A user with their search text: the normalised name, by which searches compare and sort. */
export interface PersonSearchEntry {
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

interface UserRow extends PersonRow {
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

const personOf = (personRow: PersonRow): PublicPerson => ({
  uid: personRow.uid,
  displayName: personRow.display_name ?? '',
  photoURL: personRow.photo_url,
  isVisible: Boolean(personRow.is_visible),
  isVerified: Boolean(personRow.is_email_verified),
  isDeleted: Boolean(personRow.is_deleted),
  isAnonymous: Boolean(personRow.is_anonymous),
});

const searchEntryOf = ({ uid, search_text }: Pick<UserRow, 'uid' | 'search_text'>): PersonSearchEntry => ({
  uid,
  searchText: search_text,
});

/** Repository that reads users with only those fields that other users or modules may see. */
export interface PeopleRepository {
  /** Finds the registered users among these uids, including deleted users. */
  find(uids: readonly string[]): Promise<PublicPerson[]>;
  /** Finds the name columns of the registered users among these uids. */
  findNames(uids: readonly string[]): Promise<NameFields[]>;
  /** Finds the user with this connection code; the code has the form that `connectionCodeOf` returns. */
  findByConnectionCode(connectionCode: string): Promise<PublicPerson | null>;
  /** Finds the users with these e-mail addresses who are visible, verified and not deleted. */
  findVisibleByEmails(emails: readonly string[]): Promise<PublicPerson[]>;
  /** Finds up to `maxPeople` visible users whose search text contains every word of `needle`, sorted by search text. */
  searchVisible(needle: string, maxPeople: number): Promise<PersonSearchEntry[]>;
  /** Finds the invisible users among these uids whose search text contains every word of `needle`. */
  searchInvisible(needle: string, uids: readonly string[]): Promise<PersonSearchEntry[]>;
  countVisible(): Promise<number>;
  /** Returns the uids of visible users who have a name, sorted by search text. */
  listVisible(listRange: { readonly offset: number; readonly limit: number }): Promise<string[]>;
  /** Finds the keys of these users' favourite restaurants and people, by uid. */
  findFavorites(uids: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
}

/** Creates the repository that reads users as other users may see them. */
export const createPeopleRepository = (databaseConnection: Connection): PeopleRepository => {
  const knex = knexOf(databaseConnection);
  const queryUsers = () => knex<UserRow>('user');
  const addNameConditions = (userQuery: ReturnType<typeof queryUsers>, needle: string) => {
    for (const searchWord of needle.split(' '))
      userQuery.whereRaw("search_text like ? escape '\\'", [`%${escapeLike(searchWord)}%`]);
    return userQuery;
  };

  return {
    async find(uids) {
      const personRows = await readInChunks<PersonRow>(uids, (uidChunk) =>
        query(
          databaseConnection,
          sql`
      select uid, display_name, photo_url, is_visible, is_email_verified, is_deleted, is_anonymous from "user" where is_anonymous = ${false} and uid in ${uidChunk}`,
        ),
      );
      return personRows.map(personOf);
    },

    async findNames(uids) {
      const nameRows = await readInChunks(uids, (uidChunk) =>
        queryUsers()
          .where({ is_anonymous: false })
          .whereIn('uid', uidChunk)
          .select('uid', 'first_name', 'last_name', 'display_name'),
      );
      return nameRows.map(({ uid, first_name, last_name, display_name }) => ({
        uid,
        firstName: first_name,
        lastName: last_name,
        displayName: display_name,
      }));
    },

    async findByConnectionCode(connectionCode) {
      const userRow = await queryUsers()
        .where({ connection_code: connectionCode, is_anonymous: false })
        .first(...PERSON_COLUMNS);
      return userRow === undefined ? null : personOf(userRow);
    },

    async findVisibleByEmails(emails) {
      const rows = await readInChunks<PersonRow>(emails, (emailChunk) =>
        queryUsers()
          .where({ is_visible: true, is_email_verified: true, is_deleted: false, is_anonymous: false })
          .whereIn('email', emailChunk)
          .select(...PERSON_COLUMNS),
      );
      return rows.map(personOf);
    },

    async searchVisible(needle, maxPeople) {
      const rows = await addNameConditions(queryUsers().where({ is_visible: true }), needle)
        .orderBy(['search_text', 'uid'])
        .limit(maxPeople)
        .select('uid', 'search_text');
      return rows.map(searchEntryOf);
    },

    async searchInvisible(needle, uids) {
      const rows = await readInChunks(uids, (chunk) =>
        addNameConditions(queryUsers().where({ is_visible: false }), needle)
          .whereIn('uid', chunk)
          .select('uid', 'search_text'),
      );
      return rows.map(searchEntryOf);
    },

    async countVisible() {
      const [countRow] = await queryUsers()
        .where({ is_visible: true })
        .count<{ count: number | string }[]>({ count: '*' });
      return Number(countRow?.count ?? 0);
    },

    async listVisible({ offset, limit }) {
      const rows = await queryUsers()
        .where({ is_visible: true })
        .andWhere('search_text', '>', '')
        .orderBy(['search_text', 'uid'])
        .offset(offset)
        .limit(limit)
        .select('uid');
      return rows.map(({ uid }) => uid);
    },

    async findFavorites(uids) {
      const rows = await readInChunks(uids, (chunk) => queryUsers().whereIn('uid', chunk).select('uid', 'favorites'));
      return new Map(rows.map(({ uid, favorites }) => [uid, new Set(fromJsonColumn<string[]>(favorites))]));
    },
  };
};

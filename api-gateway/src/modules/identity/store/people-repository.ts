import { randomInt } from 'node:crypto';
import { fromJsonColumn, readInChunks } from '../../../platform';
import type { Connection, WriteTransaction } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';
import { query, sql } from '../../../platform/database/statement';
import type { StoredUser } from './user-repository';
import { displayNameOf } from '../user/user-rules';

/** What other modules get to know of a user; never an address, nor a name that was made of one here. */
export interface PublicPerson {
  readonly uid: string;
  /** Empty where they have none. */
  readonly displayName: string;
  readonly photoURL: string | null;
  readonly isVisible: boolean;
  readonly isVerified: boolean;
  /** They asked to be deleted and may still come back. */
  readonly isDeleted: boolean;
  readonly isAnonymous: boolean;
}

/** A person with what they marked as favourites, places and people. */
export interface PersonState extends PublicPerson {
  readonly favorites: readonly string[];
}

/** What others see of somebody, and what they marked, before and after a write. */
export interface PersonChange {
  readonly uid: string;
  readonly before: PersonState;
  readonly after: PersonState;
}

/** Told of each such change inside the write that makes it. */
export type OnPersonChanged = (tx: WriteTransaction, change: PersonChange) => Promise<void>;

/** What of a user counts for others. */
export const personStateOf = ({
  uid,
  displayName,
  photoURL,
  isVisible,
  isEmailVerified,
  deletedAt,
  isAnonymous,
  favorites,
}: StoredUser): PersonState => ({
  uid,
  displayName: displayName ?? '',
  photoURL,
  isVisible,
  isVerified: isEmailVerified,
  isDeleted: deletedAt !== null,
  isAnonymous,
  favorites,
});

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

const COLUMNS = [
  'uid',
  'display_name',
  'photo_url',
  'is_visible',
  'is_email_verified',
  'is_deleted',
  'is_anonymous',
] as const;

type SearchedRow = Pick<UserColumns, 'search_text' | 'uid'>;

const alphabetically = (a: SearchedRow, b: SearchedRow): number =>
  a.search_text === b.search_text
    ? Number(a.uid > b.uid) - Number(a.uid < b.uid)
    : Number(a.search_text > b.search_text) - Number(a.search_text < b.search_text);

const isChosenName = ({ display_name, email }: Pick<UserColumns, 'display_name' | 'email'>): boolean =>
  display_name !== null && (email === null || display_name !== displayNameOf(email));

/** What somebody is called among people who don't know them: never what was made of their address. */
const firstNameOf = ({ first_name, ...named }: Pick<UserColumns, 'first_name' | 'display_name' | 'email'>): string =>
  first_name?.trim() || (isChosenName(named) ? (named.display_name?.trim().split(/\s+/)[0] ?? '') : '');

/** A name as it is called aloud, `Jule P.`; empty without a first name. */
export const shortNameOf = ({
  firstName,
  lastName,
}: {
  readonly firstName: string;
  readonly lastName: string;
}): string => {
  const [first, [initial]] = [firstName.trim(), lastName.trim()];
  return first === '' || initial === undefined ? first : `${first} ${initial}.`;
};

/** What they are called aloud: `Jule P.`, else the name that they chose. */
const calledNameOf = (row: Pick<UserColumns, 'first_name' | 'last_name' | 'display_name' | 'email'>): string => {
  const short = shortNameOf({ firstName: row.first_name ?? '', lastName: row.last_name ?? '' });
  return short === '' && isChosenName(row) ? (row.display_name?.trim() ?? '') : short;
};

const personOf = (row: PersonRow): PublicPerson => ({
  uid: row.uid,
  displayName: row.display_name ?? '',
  photoURL: row.photo_url,
  isVisible: Boolean(row.is_visible),
  isVerified: Boolean(row.is_email_verified),
  isDeleted: Boolean(row.is_deleted),
  isAnonymous: Boolean(row.is_anonymous),
});

/** What is looked for in names, and by whom it must not be found. */
interface NameSearch {
  /** Folded as `searchNeedle` does; every word of it must occur. */
  readonly needle: string;
  readonly except: ReadonlySet<string>;
  readonly limit: number;
  /** Who is found although they are not visible. */
  readonly known?: readonly string[];
}

/** Everybody with an account, as others may know them. */
export interface People {
  /** Those of these uids who are there, deleted ones too. */
  find(uids: readonly string[]): Promise<ReadonlyMap<string, PublicPerson>>;
  /** The first names of these, else the first word of a name that they chose; empty where they gave neither. */
  findFirstNames(uids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * What a counter calls these by: first name and initial, `Jule P.`, else a name that they chose; empty where they
   * gave none.
   */
  findCalledNames(uids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Whoever has this connection code, in the form of `connectionCodeOf`. */
  findByConnectionCode(code: string): Promise<PublicPerson | null>;
  /** The visible and verified ones among the owners of these addresses; nothing tells who else has an account. */
  findVisibleByEmails(emails: readonly string[]): Promise<PublicPerson[]>;
  /** Visible people by name, in alphabetical order. */
  search(search: NameSearch): Promise<PublicPerson[]>;
  /** Some visible people who have a name, drawn anew each time. */
  draw(drawing: Pick<NameSearch, 'except' | 'limit'>): Promise<PublicPerson[]>;
  /** What each of these has marked as favourites. */
  findFavorites(uids: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
}

// An alphabetical stretch of everybody: reading it costs the same among a hundred thousand.
const DRAWN_FROM = 300;

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

const shuffled = <T>(items: readonly T[]): T[] => {
  const left = [...items];
  return items.flatMap(() => left.splice(randomInt(left.length), 1));
};

/** People in the database. */
export const createPeople = (connection: Connection): People => {
  const knex = knexOf(connection);
  const users = () => knex<UserColumns>('user');
  const named = (query: ReturnType<typeof users>, needle: string) => {
    for (const word of needle.split(' ')) query.whereRaw("search_text like ? escape '\\'", [`%${escapeLike(word)}%`]);
    return query;
  };

  const find: People['find'] = async (uids) => {
    const rows = await readInChunks<PersonRow>(uids, (chunk) =>
      query(
        connection,
        sql`
      select uid, display_name, photo_url, is_visible, is_email_verified, is_deleted, is_anonymous from "user" where is_anonymous = ${false} and uid in ${chunk}`,
      ),
    );
    return new Map(rows.map((row) => [row.uid, personOf(row)]));
  };

  /** Those of them who haven't left, in this order. */
  const findPresent = async (uids: readonly string[]): Promise<PublicPerson[]> => {
    const people = await find(uids);
    return uids.flatMap((uid) => {
      const person = people.get(uid);
      return person === undefined || person.isDeleted ? [] : [person];
    });
  };

  /** The first visible people of that name. Mostly few of them are left out, so few are read; else more and more. */
  const findVisible = async (needle: string, except: ReadonlySet<string>, limit: number): Promise<SearchedRow[]> => {
    for (let most = 2 * limit; ; most *= 8) {
      const rows = await named(users().where({ is_visible: true }), needle)
        .orderBy(['search_text', 'uid'])
        .limit(most)
        .select('uid', 'search_text');
      const left = rows.filter(({ uid }) => !except.has(uid));
      if (left.length >= limit || rows.length < most) return left.slice(0, limit);
    }
  };

  return {
    find,

    async findFirstNames(uids) {
      const rows = await readInChunks(uids, (chunk) =>
        users()
          .where({ is_anonymous: false })
          .whereIn('uid', chunk)
          .select('uid', 'email', 'first_name', 'display_name'),
      );
      return new Map(rows.map((row) => [row.uid, firstNameOf(row)]));
    },

    async findCalledNames(uids) {
      const rows = await readInChunks(uids, (chunk) =>
        users()
          .where({ is_anonymous: false })
          .whereIn('uid', chunk)
          .select('uid', 'email', 'first_name', 'last_name', 'display_name'),
      );
      return new Map(rows.map((row) => [row.uid, calledNameOf(row)]));
    },

    async findByConnectionCode(code) {
      const row = await users()
        .where({ connection_code: code, is_anonymous: false })
        .first(...COLUMNS);
      return row === undefined ? null : personOf(row);
    },

    async findVisibleByEmails(emails) {
      return (
        await readInChunks<PersonRow>(emails, (chunk) =>
          users()
            .where({ is_visible: true, is_email_verified: true, is_deleted: false, is_anonymous: false })
            .whereIn('email', chunk)
            .select(...COLUMNS),
        )
      ).map(personOf);
    },

    async search({ needle, except, limit, known = [] }) {
      const found = await findVisible(needle, except, limit);
      const hidden = await readInChunks(known, (chunk) =>
        named(users().where({ is_visible: false }), needle)
          .whereIn('uid', chunk)
          .select('uid', 'search_text'),
      );
      const first = [...found, ...hidden.filter(({ uid }) => !except.has(uid))].sort(alphabetically).slice(0, limit);
      return findPresent(first.map(({ uid }) => uid));
    },

    async draw({ except, limit }) {
      const [counted] = await users().where({ is_visible: true }).count<{ count: number | string }[]>({ count: '*' });
      const room = Math.max(0, Number(counted?.count ?? 0) - DRAWN_FROM);
      const rows = await users()
        .where({ is_visible: true })
        .andWhere('search_text', '>', '')
        .orderBy(['search_text', 'uid'])
        .offset(randomInt(room + 1))
        .limit(DRAWN_FROM)
        .select('uid');
      const uids = rows.map(({ uid }) => uid).filter((uid) => !except.has(uid));
      return findPresent(shuffled(uids).slice(0, limit));
    },

    async findFavorites(uids) {
      const rows = await readInChunks(uids, (chunk) => users().whereIn('uid', chunk).select('uid', 'favorites'));
      return new Map(rows.map(({ uid, favorites }) => [uid, new Set(fromJsonColumn<string[]>(favorites))]));
    },
  };
};

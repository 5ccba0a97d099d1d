import { randomInt } from 'node:crypto';
import type { Connection } from '../../../platform';
import { createPeopleRepository } from '../store';
import type { NameFields, PeopleRepository, PersonState, PublicPerson, SearchEntry, StoredUser } from '../store';
import { displayNameOf } from './user-rules';

/** Extracts the fields of a user that other modules may read. */
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

const isChosenName = ({ displayName, email }: Pick<NameFields, 'displayName' | 'email'>): boolean =>
  displayName !== null && (email === null || displayName !== displayNameOf(email));

/** Returns the first name, else the first word of a chosen display name; never a name derived from the address. */
const firstNameOf = ({ firstName, displayName, email }: NameFields): string =>
  firstName?.trim() || (isChosenName({ displayName, email }) ? (displayName?.trim().split(/\s+/)[0] ?? '') : '');

/** Shortens a name to first name and initial, `Jule P.`; empty without a first name. */
export const shortNameOf = ({
  firstName,
  lastName,
}: {
  readonly firstName: string;
  readonly lastName: string;
}): string => {
  const [firstWord, [initial]] = [firstName.trim(), lastName.trim()];
  return firstWord === '' || initial === undefined ? firstWord : `${firstWord} ${initial}.`;
};

const calledNameOf = (fields: NameFields): string => {
  const short = shortNameOf({ firstName: fields.firstName ?? '', lastName: fields.lastName ?? '' });
  return short === '' && isChosenName(fields) ? (fields.displayName?.trim() ?? '') : short;
};

const alphabetically = (a: SearchEntry, b: SearchEntry): number =>
  a.searchText === b.searchText
    ? Number(a.uid > b.uid) - Number(a.uid < b.uid)
    : Number(a.searchText > b.searchText) - Number(a.searchText < b.searchText);

/** A search for names. */
interface NameSearch {
  /** Folded as `searchNeedle` does; every word of it must occur. */
  readonly needle: string;
  /** Uids that the search must not return. */
  readonly excludedUids: ReadonlySet<string>;
  readonly limit: number;
  /** Uids that the search may return although they are invisible. */
  readonly contactUids?: readonly string[];
}

/** Everybody with an account, as other users may see them. */
export interface People {
  /** Registered users among these uids by uid, deleted ones included. */
  find(uids: readonly string[]): Promise<ReadonlyMap<string, PublicPerson>>;
  /** First names by uid, else the first word of a chosen display name; empty for users who have neither. */
  findFirstNames(uids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Names for a restaurant's counter by uid: `Jule P.`, else a chosen display name; empty for users without either. */
  findCalledNames(uids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The user with this connection code, in the form of `connectionCodeOf`. */
  findByConnectionCode(code: string): Promise<PublicPerson | null>;
  /** The visible and verified owners of these addresses; the result doesn't reveal who else has an account. */
  findVisibleByEmails(emails: readonly string[]): Promise<PublicPerson[]>;
  /** Visible people by name, in alphabetical order. */
  search(search: NameSearch): Promise<PublicPerson[]>;
  /** A random selection of visible people who have a name. */
  draw(selection: Pick<NameSearch, 'excludedUids' | 'limit'>): Promise<PublicPerson[]>;
  /** Favourites of each of these users. */
  findFavorites(uids: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
}

// Length of the alphabetical window from which people are drawn: reading it costs the same among a hundred thousand.
const DRAW_WINDOW = 300;

const shuffle = <T>(items: readonly T[]): T[] => {
  const remaining = [...items];
  return items.flatMap(() => remaining.splice(randomInt(remaining.length), 1));
};

/**
 * Finds the first visible people of a name. A search leaves out few people, so the first read is small; each further
 * read is eight times as large.
 */
const searchVisible = async (
  people: PeopleRepository,
  { needle, excludedUids, limit }: NameSearch,
): Promise<SearchEntry[]> => {
  for (let readLimit = 2 * limit; ; readLimit *= 8) {
    const entries = await people.searchVisible(needle, readLimit);
    const candidates = entries.filter(({ uid }) => !excludedUids.has(uid));
    if (candidates.length >= limit || entries.length < readLimit) return candidates.slice(0, limit);
  }
};

/** Reads people on a connection: the reading one, or that of a transaction. */
export const createPeople = (connection: Connection): People => {
  const people = createPeopleRepository(connection);

  const findPeople: People['find'] = async (uids) =>
    new Map((await people.find(uids)).map((person) => [person.uid, person]));

  /** Returns the people of these uids who are not deleted, in the order of the uids. */
  const findPresent = async (uids: readonly string[]): Promise<PublicPerson[]> => {
    const byUid = await findPeople(uids);
    return uids.flatMap((uid) => {
      const person = byUid.get(uid);
      return person === undefined || person.isDeleted ? [] : [person];
    });
  };

  return {
    find: findPeople,
    findFirstNames: async (uids) =>
      new Map((await people.findNames(uids)).map((fields) => [fields.uid, firstNameOf(fields)])),
    findCalledNames: async (uids) =>
      new Map((await people.findNames(uids)).map((fields) => [fields.uid, calledNameOf(fields)])),
    findByConnectionCode: (code) => people.findByConnectionCode(code),
    findVisibleByEmails: (emails) => people.findVisibleByEmails(emails),

    async search(search) {
      const { needle, excludedUids, limit, contactUids = [] } = search;
      const visible = await searchVisible(people, search);
      const invisible = (await people.searchInvisible(needle, contactUids)).filter(({ uid }) => !excludedUids.has(uid));
      const matches = [...visible, ...invisible].sort(alphabetically).slice(0, limit);
      return findPresent(matches.map(({ uid }) => uid));
    },

    async draw({ excludedUids, limit }) {
      const lastOffset = Math.max(0, (await people.countVisible()) - DRAW_WINDOW);
      const uids = await people.listVisible({ offset: randomInt(lastOffset + 1), limit: DRAW_WINDOW });
      return findPresent(shuffle(uids.filter((uid) => !excludedUids.has(uid))).slice(0, limit));
    },

    findFavorites: (uids) => people.findFavorites(uids),
  };
};

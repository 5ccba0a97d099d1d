import { randomInt } from 'node:crypto';
import type { Connection } from '../../../platform';
import { createPeopleRepository } from '../store';
import type { NameFields, PeopleRepository, PersonState, PublicPerson, PersonSearchEntry, StoredUser } from '../store';

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

/** Returns the first name of a user, else the first word of the display name; empty for a user who has neither. */
const firstNameOf = ({ firstName, displayName }: NameFields): string =>
  firstName?.trim() || (displayName?.trim().split(/\s+/)[0] ?? '');

/**
 * Shortens a name to the first name and the initial of the last name, `Jule P.`; empty for a user without a first name.
 */
export const shortNameOf = ({
  firstName,
  lastName,
}: {
  readonly firstName: string;
  readonly lastName: string;
}): string => {
  const [firstNameWord, [lastNameInitial]] = [firstName.trim(), lastName.trim()];
  return firstNameWord === '' || lastNameInitial === undefined ? firstNameWord : `${firstNameWord} ${lastNameInitial}.`;
};

const shortOrDisplayNameOf = (nameFields: NameFields): string => {
  const shortName = shortNameOf({ firstName: nameFields.firstName ?? '', lastName: nameFields.lastName ?? '' });
  return shortName === '' ? (nameFields.displayName?.trim() ?? '') : shortName;
};

const compareAlphabetically = (a: PersonSearchEntry, b: PersonSearchEntry): number =>
  a.searchText === b.searchText
    ? Number(a.uid > b.uid) - Number(a.uid < b.uid)
    : Number(a.searchText > b.searchText) - Number(a.searchText < b.searchText);

/** Parameters of a search for people by name. */
interface PersonNameSearch {
  /** Search text, normalised by `searchNeedle`. A name matches if it contains every word of this text. */
  readonly needle: string;
  /** Uids of people whom the search must not return. */
  readonly excludedUids: ReadonlySet<string>;
  readonly limit: number;
  /** Uids of the searcher's contacts: the search returns them even if they are invisible. */
  readonly contactUids?: readonly string[];
}

/** Reads the people with an account, as other users may see them. */
export interface People {
  /** Finds the registered users among these uids, by uid, including deleted users. */
  find(uids: readonly string[]): Promise<ReadonlyMap<string, PublicPerson>>;
  /**
   * Finds first names by uid; for users without a first name, the first word of their display name. Empty for users who
   * have neither.
   */
  findFirstNames(uids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Finds the names of diners that a restaurant's partner console shows, by uid: `Jule P.`, else the display name.
   * Empty for users who have neither.
   */
  findCalledNames(uids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Finds the user with this connection code; the code has the form that `connectionCodeOf` returns. */
  findByConnectionCode(connectionCode: string): Promise<PublicPerson | null>;
  /**
   * Finds the visible and verified users with these e-mail addresses. The result doesn't reveal which other addresses
   * have an account.
   */
  findVisibleByEmails(emails: readonly string[]): Promise<PublicPerson[]>;
  /** Finds people by name, in alphabetical order: visible people, and the contacts in `contactUids`. */
  search(search: PersonNameSearch): Promise<PublicPerson[]>;
  /** Draws a random selection of visible people who have a name. */
  drawRandom(drawSelection: Pick<PersonNameSearch, 'excludedUids' | 'limit'>): Promise<PublicPerson[]>;
  /** Finds the keys of these users' favourite restaurants and people, by uid. */
  findFavorites(uids: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
}

// Number of consecutive people in alphabetical order from which `drawRandom` selects. Reading a window of this length
// costs the same for any number of users.
const DRAW_WINDOW_SIZE = 300;

const shuffleItems = <T>(itemsToShuffle: readonly T[]): T[] => {
  const remainingItems = [...itemsToShuffle];
  return itemsToShuffle.flatMap(() => remainingItems.splice(randomInt(remainingItems.length), 1));
};

/**
 * Finds the first `limit` visible people whose names match. The first read takes only twice the limit, because few
 * people are excluded; each further read is eight times as large.
 */
const searchVisible = async (
  peopleRepository: PeopleRepository,
  { needle, excludedUids, limit }: PersonNameSearch,
): Promise<PersonSearchEntry[]> => {
  for (let readCount = 2 * limit; ; readCount *= 8) {
    const visibleMatches = await peopleRepository.searchVisible(needle, readCount);
    const eligibleEntries = visibleMatches.filter(({ uid }) => !excludedUids.has(uid));
    if (eligibleEntries.length >= limit || visibleMatches.length < readCount) return eligibleEntries.slice(0, limit);
  }
};

/** Creates the reader of people. The connection is the database's read connection or that of a transaction. */
export const createPeople = (databaseConnection: Connection): People => {
  const peopleRepository = createPeopleRepository(databaseConnection);

  const findPeople: People['find'] = async (uids) =>
    new Map((await peopleRepository.find(uids)).map((person) => [person.uid, person]));

  /** Returns those of these people who are not deleted, in the order of `uids`. */
  const findUndeleted = async (uids: readonly string[]): Promise<PublicPerson[]> => {
    const personByUid = await findPeople(uids);
    return uids.flatMap((uid) => {
      const person = personByUid.get(uid);
      return person === undefined || person.isDeleted ? [] : [person];
    });
  };

  return {
    find: findPeople,
    findFirstNames: async (uids) =>
      new Map((await peopleRepository.findNames(uids)).map((nameFields) => [nameFields.uid, firstNameOf(nameFields)])),
    findCalledNames: async (uids) =>
      new Map(
        (await peopleRepository.findNames(uids)).map((nameFields) => [
          nameFields.uid,
          shortOrDisplayNameOf(nameFields),
        ]),
      ),
    findByConnectionCode: (connectionCode) => peopleRepository.findByConnectionCode(connectionCode),
    findVisibleByEmails: (emails) => peopleRepository.findVisibleByEmails(emails),

    async search(search) {
      const { needle, excludedUids, limit, contactUids = [] } = search;
      const visibleEntries = await searchVisible(peopleRepository, search);
      const invisibleEntries = (await peopleRepository.searchInvisible(needle, contactUids)).filter(
        ({ uid }) => !excludedUids.has(uid),
      );
      const matchingEntries = [...visibleEntries, ...invisibleEntries].sort(compareAlphabetically).slice(0, limit);
      return findUndeleted(matchingEntries.map(({ uid }) => uid));
    },

    async drawRandom({ excludedUids, limit }) {
      const maxOffset = Math.max(0, (await peopleRepository.countVisible()) - DRAW_WINDOW_SIZE);
      const uids = await peopleRepository.listVisible({ offset: randomInt(maxOffset + 1), limit: DRAW_WINDOW_SIZE });
      return findUndeleted(shuffleItems(uids.filter((uid) => !excludedUids.has(uid))).slice(0, limit));
    },

    findFavorites: (uids) => peopleRepository.findFavorites(uids),
  };
};

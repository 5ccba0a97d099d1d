import type { Person } from '@mahlzeit/contract';
import { BLOCK_SEARCH_MIN_LENGTH, CONTACT_SEARCH_MIN_LENGTH, searchNeedle } from '@mahlzeit/contract/rules';
import type { Database } from '../../platform';
import { createPeople } from '../identity';
import type { PublicPerson } from '../identity';
import { createBlockRepository } from './block-repository';
import { readUnaddableUids } from './contact-list';
import { createContactRepository } from './contact-repository';

/** Maximum number of people in the result of a search (contract §3). */
const MAX_MATCHING_PEOPLE = 20;

const presentMatchedPerson = ({ uid, displayName, photoURL }: PublicPerson): Person => ({
  key: uid,
  displayName,
  photoURL,
});

/** Service that searches for people to add as contacts or to block. */
export interface SearchService {
  /** Finds people by name whom the user can add to the contacts. */
  searchContactable(uid: string, text: string): Promise<Person[]>;
  /**
   * Finds people by name whom the user can block: contacts and all visible people, including people who block the user.
   */
  searchBlockable(uid: string, text: string): Promise<Person[]>;
  /** Returns random people whom the user can add as contacts. */
  suggest(uid: string, count: number): Promise<Person[]>;
}

/** Creates the service that searches for people. A search text that is too short has no results (S12). */
export const createSearchService = ({ database }: { readonly database: Database }): SearchService => ({
  async searchContactable(uid, text) {
    const needle = searchNeedle(text, CONTACT_SEARCH_MIN_LENGTH);
    if (needle === null) return [];
    return database.read(async (knex) =>
      (
        await createPeople(knex).search({
          needle,
          excludedUids: await readUnaddableUids(knex, uid),
          limit: MAX_MATCHING_PEOPLE,
        })
      ).map(presentMatchedPerson),
    );
  },

  async searchBlockable(uid, text) {
    const needle = searchNeedle(text, BLOCK_SEARCH_MIN_LENGTH);
    if (needle === null) return [];
    return database.read(async (knex) => {
      const ownBlocks = await createBlockRepository(knex).findBlockedBy(uid);
      const ownContacts = await createContactRepository(knex).findOf(uid);
      const excludedUids = new Set([uid, ...ownBlocks.map((block) => block.uid)]);
      return (
        await createPeople(knex).search({
          needle,
          excludedUids,
          limit: MAX_MATCHING_PEOPLE,
          contactUids: ownContacts.map((contact) => contact.uid),
        })
      ).map(presentMatchedPerson);
    });
  },

  suggest: (uid, count) =>
    database.read(async (knex) =>
      (await createPeople(knex).drawRandom({ excludedUids: await readUnaddableUids(knex, uid), limit: count })).map(
        presentMatchedPerson,
      ),
    ),
});

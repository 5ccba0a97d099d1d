import { meTopic } from '@mahlzeit/contract';
import { MAX_CONTACTS } from '@mahlzeit/contract/rules';
import { everybodyMayRead, userLogName } from '../../platform';
import type { GatewayModule, ModuleDeps, TopicSource } from '../../platform';
import { createSenderLimiter } from '../identity';
import type { OnPersonChanged } from '../identity';
import { createBlockRepository } from './block-repository';
import { createBlockService } from './block-service';
import type { OnBlocked } from './block-service';
import { readBlockedUsers, readContacts } from './contact-list';
import { contactRoutes } from './contact-routes';
import { createContactService } from './contact-service';
import { createGroupService, readGroups } from './group-service';
import { createContactsPersonalData } from './personal-data';
import { createPersonUpdates } from './person-updates';
import { createSearchService } from './search-service';

export { isUninvitable } from './contact-policy';
export { presentPerson, visibleNameOf } from './person-presenter';
export { blocksBetween, findBlocksAmong, findContactsAmong } from './relations';
export type { Block } from './relations';
export { seedContacts, type ContactsSeed } from './seed-contacts';

const ADDED_CONTACTS_PER_DAY = { points: 200, newAccountPoints: 50 };
const DAY_MS = 24 * 60 * 60_000;

/**
 * Contacts module: its routes and live collections (contacts, groups, blocks), and the handler that updates pages when
 * a user's name or picture changes.
 */
export type ContactsModule = GatewayModule & { readonly onPersonChanged: OnPersonChanged };

const topicItemsOf = <T extends { readonly key: string }>(collection: string, values: readonly T[]) =>
  values.map((value) => ({ collection, key: value.key, value }));

/** Source of the user's own live topic `me`: contacts, groups and blocks. An anonymous user has none. */
const contactsSource: TopicSource = {
  pattern: meTopic,
  logName: ({ uid }) => userLogName(uid),
  mayRead: everybodyMayRead,

  async snapshot({ uid, isAnonymous }, _param, knex) {
    if (isAnonymous) return [];
    const blockers = await createBlockRepository(knex).findBlockersOf(uid);
    return [
      ...topicItemsOf('contacts', await readContacts(knex, uid)),
      ...topicItemsOf('contactGroups', await readGroups(knex, uid)),
      ...topicItemsOf('blockedUsers', await readBlockedUsers(knex, uid)),
      ...topicItemsOf(
        'isBlockedBy',
        blockers.map((key) => ({ key })),
      ),
    ];
  },
};

/** Dependencies of the contacts module: parts of the platform, and the handler that runs when a user blocks others. */
export interface ContactsDeps extends Pick<ModuleDeps, 'database' | 'clock' | 'live' | 'jobs' | 'createRateLimiter'> {
  readonly onBlocked: OnBlocked;
}

/** Creates the module of contacts, contact groups and blocks. */
export const createContactsModule = ({
  database,
  clock,
  live,
  jobs,
  createRateLimiter,
  onBlocked,
}: ContactsDeps): ContactsModule => {
  const personUpdates = createPersonUpdates({ database, jobs });
  return {
    routes: contactRoutes({
      createRateLimiter,
      contacts: createContactService({
        database,
        clock,
        limits: {
          added: createSenderLimiter({ database, clock, createRateLimiter }, 'contact-day', ADDED_CONTACTS_PER_DAY),
          imported: createRateLimiter('contact-import-day', { points: MAX_CONTACTS, durationMs: DAY_MS }),
        },
      }),
      groups: createGroupService({ database }),
      blocks: createBlockService({ database, clock, live, onBlocked }),
      searches: createSearchService({ database }),
    }),
    topics: [contactsSource],
    jobs: [personUpdates.job],
    personalData: createContactsPersonalData(personUpdates),
    onPersonChanged: personUpdates.onPersonChanged,
  };
};

import { meTopic } from '@mahlzeit/contract';
import { everybody, userLogName } from '../../platform';
import type { GatewayModule, ModuleDeps, TopicSource } from '../../platform';
import type { OnPersonChanged } from '../identity';
import { createBlockRepository } from './block-repository';
import { createBlockService } from './block-service';
import type { OnBlocked } from './block-service';
import { readBlockedUsers, readContacts } from './contact-list';
import { createContactService } from './contact-service';
import { createPersonRenewal } from './person-updates';
import { createSearchService } from './search-service';
import { createGroupService, readGroups } from './group-service';
import { createSocialPersonalData } from './personal-data';
import { socialRoutes } from './contact-routes';

export { createChatModule, createSeededVoice, seedChats, type ChatDraft, type UnansweredMessage } from '../chat';
export {
  createInvitationMails,
  createInvitationModule,
  createSeededGuest,
  findMeetupSizes,
  findOrderableMeetup,
  recordMeetupOrder,
  recordMeetupOrderGone,
  seedInvitations,
  type InvitationDraft,
  type InvitationModule,
} from '../invitations';
export { createModerationService, createReportModule, type ModerationService } from '../reports';
export { seedSocial, type SocialSeed } from './seed-contacts';

/** Social's routes and topics, and what identity tells it of people. */
export type SocialModule = GatewayModule & { readonly onPersonChanged: OnPersonChanged };

const itemsOf = <T extends { readonly key: string }>(collection: string, values: readonly T[]) =>
  values.map((value) => ({ collection, key: value.key, value }));

/** Contacts, groups and blocks in the topic `me`; a visitor has none. */
const socialSource: TopicSource = {
  pattern: meTopic,
  logName: ({ uid }) => userLogName(uid),
  mayRead: everybody,

  async snapshot({ uid, isAnonymous }, _param, knex) {
    if (isAnonymous) return [];
    return [
      ...itemsOf('contacts', await readContacts(knex, uid)),
      ...itemsOf('contactGroups', await readGroups(knex, uid)),
      ...itemsOf('blockedUsers', await readBlockedUsers(knex, uid)),
      ...itemsOf(
        'isBlockedBy',
        (await createBlockRepository(knex).findBlockersOf(uid)).map((key) => ({ key })),
      ),
    ];
  },
};

/** Contacts, their groups and blocks. */
export const createSocialModule = (
  deps: Pick<ModuleDeps, 'database' | 'clock' | 'live' | 'jobs' | 'createRateLimiter'> & {
    readonly onBlocked: OnBlocked;
  },
): SocialModule => {
  const renewal = createPersonRenewal(deps);
  return {
    routes: socialRoutes({
      ...deps,
      contacts: createContactService(deps),
      groups: createGroupService(deps),
      blocks: createBlockService(deps),
      searches: createSearchService(deps),
    }),
    topics: [socialSource],
    jobs: [renewal.job],
    personalData: createSocialPersonalData(renewal),
    onPersonChanged: renewal.onPersonChanged,
  };
};

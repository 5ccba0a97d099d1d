import type { ContactGroup } from '@mahlzeit/contract';
import type { Connection } from '../../platform';
import { createBlockRepository } from './block-repository';
import { createContactRepository } from './contact-repository';
import { createGroupRepository } from './group-repository';

/** Contacts, groups and blocks in the seed data. */
export interface ContactsSeed {
  readonly contacts: readonly { readonly owner: string; readonly uids: readonly string[] }[];
  readonly groups: readonly { readonly owner: string; readonly group: ContactGroup }[];
  readonly blocks: readonly { readonly uid: string; readonly others: readonly string[] }[];
}

/** Adds contacts, groups and blocks to a new database. No user follows a topic yet, so no change is recorded. */
export const seedContacts = async (
  knex: Connection,
  { contacts, groups, blocks }: ContactsSeed,
  now: number,
): Promise<void> => {
  for (const { owner, uids } of contacts) await createContactRepository(knex).add(owner, uids, now);
  for (const { owner, group } of groups) await createGroupRepository(knex).put(owner, group);
  for (const { uid, others: otherUids } of blocks) await createBlockRepository(knex).add(uid, otherUids, now);
};

import type { Connection } from '../../platform';
import { findBlocksAmong, findContactsAmong } from '../contacts';
import { mayAddress, mayMeet } from './chat-policy';
import type { ChatMembers } from './chat-policy';
import { createChatRepository } from './chat-repository';
import { findPeopleOf } from './chat-topics';

/** Returns those of `others` who share a chat with the user. */
export const findCompanions = (
  knex: Connection,
  uid: string,
  otherUids: readonly string[],
): Promise<ReadonlySet<string>> => createChatRepository(knex).findCompanions(uid, otherUids);

/** Returns these users with the blocks among them. */
export const findChatMembers = async (knex: Connection, uids: readonly string[]): Promise<ChatMembers> => ({
  people: await findPeopleOf(knex, [{ participantKeys: uids }]),
  blocks: await findBlocksAmong(knex, uids),
});

/**
 * Checks whether a user may begin a chat with these others. Returns the error, or null where they may. The error of a
 * stranger doesn't reveal whether the stranger exists.
 */
export const findRefusal = async (
  knex: Connection,
  uid: string,
  otherUids: readonly string[],
  members: ChatMembers,
): Promise<'uninvitable' | 'notAContact' | null> => {
  if (members.blocks.length > 0) return 'uninvitable';
  const contacts = await findContactsAmong(knex, uid, otherUids);
  const companions = await findCompanions(knex, uid, otherUids);
  if (!mayAddress(otherUids, { contacts, companions })) return 'notAContact';
  return mayMeet([uid, ...otherUids], members) ? null : 'uninvitable';
};

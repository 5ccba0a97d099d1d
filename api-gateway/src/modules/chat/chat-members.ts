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
  others: readonly string[],
): Promise<ReadonlySet<string>> => createChatRepository(knex).findCompanions(uid, others);

/** Who these people are and who of them blocks whom. */
export const findChatMembers = async (knex: Connection, uids: readonly string[]): Promise<ChatMembers> => ({
  people: await findPeopleOf(knex, [{ participantKeys: uids }]),
  blocks: await findBlocksAmong(knex, uids),
});

/**
 * Why somebody may not begin anything with these others; null: they may. Of strangers nobody learns whether they are
 * there.
 */
export const findRefusal = async (
  knex: Connection,
  uid: string,
  others: readonly string[],
  members: ChatMembers,
): Promise<'uninvitable' | 'notAContact' | null> => {
  if (members.blocks.length > 0) return 'uninvitable';
  const contacts = await findContactsAmong(knex, uid, others);
  const companions = await findCompanions(knex, uid, others);
  if (!mayAddress(others, { contacts, companions })) return 'notAContact';
  return mayMeet([uid, ...others], members) ? null : 'uninvitable';
};

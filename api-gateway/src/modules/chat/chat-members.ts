import type { Connection } from '../../platform';
import { findBlocksAmong, findContactsAmong } from '../contacts';
import { mayBeginChat, mayStartWritingTo } from './chat-policy';
import type { ChatMembers } from './chat-policy';
import { createChatRepository } from './chat-repository';
import type { StoredChat } from './chat-repository';
import { findPeopleOf } from './chat-topics';

/** Returns those of `otherUids` who share at least one chat with the user. */
export const findCompanions = (
  knex: Connection,
  uid: string,
  otherUids: readonly string[],
): Promise<ReadonlySet<string>> => createChatRepository(knex).findCompanions(uid, otherUids);

/**
 * Finds the members of a chat and the blocks among them. `people` contains the users who have left it as well, because
 * their messages keep their names.
 */
export const findMembersOf = async (
  knex: Connection,
  chat: Pick<StoredChat, 'participantKeys' | 'formerKeys'>,
): Promise<ChatMembers> => ({
  people: await findPeopleOf(knex, [chat]),
  blocks: await findBlocksAmong(knex, chat.participantKeys),
});

/** Finds the members of a chat that is about to be created, and the blocks among them. */
export const findChatMembers = (knex: Connection, uids: readonly string[]): Promise<ChatMembers> =>
  findMembersOf(knex, { participantKeys: uids, formerKeys: [] });

/**
 * Checks whether a user may begin a chat with `otherUids`. Returns the error; null if the user may. Strangers and
 * unknown uids get the same error, so that the error reveals neither who exists nor who blocks the user.
 */
export const findRefusal = async (
  knex: Connection,
  uid: string,
  otherUids: readonly string[],
  members: ChatMembers,
): Promise<'uninvitable' | 'notAContact' | null> => {
  const contactUids = await findContactsAmong(knex, uid, otherUids);
  const companionUids = await findCompanions(knex, uid, otherUids);
  if (!mayStartWritingTo(otherUids, { contacts: contactUids, companions: companionUids })) return 'notAContact';
  return mayBeginChat(uid, [uid, ...otherUids], members) ? null : 'uninvitable';
};

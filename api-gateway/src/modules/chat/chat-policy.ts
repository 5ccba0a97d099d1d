import type { TopicSource } from '../../platform';
import type { Block } from '../contacts';
import type { PublicPerson } from '../identity';
import { createChatRepository } from './chat-repository';
import type { StoredChat } from './chat-repository';

/**
 * Decides who may follow the live topic of a chat: members whose account is not deleted. The routes apply the same
 * rule, and refuse deleted users before this check.
 */
export const mayReadChat: TopicSource['mayRead'] = async ({ uid, isAnonymous, isDeleted }, chatKey, knex) =>
  !isAnonymous && !isDeleted && chatKey !== null && createChatRepository(knex).isParticipant(chatKey, uid);

/** Returns whether a user is a member of a chat. */
export const isInChat = (uid: string, { participantKeys }: Pick<StoredChat, 'participantKeys'>): boolean =>
  participantKeys.includes(uid);

/** Members of an existing or new chat. */
export interface ChatMembers {
  readonly people: ReadonlyMap<string, PublicPerson>;
  /** Blocks among the members, in both directions. */
  readonly blocks: readonly Block[];
}

const hasAccount = (person: PublicPerson | undefined): boolean => person !== undefined && !person.isDeleted;

/** Returns whether a user and one of the other members block each other. Blocks between other members don't matter. */
const isInBlock = (uid: string, blocks: readonly Block[]): boolean =>
  blocks.some(({ blocker, blocked }) => blocker === uid || blocked === uid);

/**
 * Decides whether these people may write to each other. In a chat of two, neither may block the other, and both must
 * have an account. In a larger chat, blocks don't matter, because they concern only two of its members. If all others
 * have left the chat, nobody can write in it (ADR 56).
 */
export const mayWriteInChat = (uids: readonly string[], { people, blocks }: ChatMembers): boolean =>
  uids.length > 2 || (uids.length === 2 && blocks.length === 0 && uids.every((uid) => hasAccount(people.get(uid))));

/**
 * Decides whether the seed data may write a message in the name of one of these people: only if nobody of the others
 * blocks this person or is blocked by them.
 */
export const mayAnswerInChat = (uid: string, uids: readonly string[], members: ChatMembers): boolean =>
  !isInBlock(uid, members.blocks) && mayWriteInChat(uids, members);

/**
 * Decides whether a user may begin a chat of these people, the user included: all must have an account, and no block
 * may exist between the user and another person. Blocks between two other people don't matter and stay secret (Decision
 * 14).
 */
export const mayBeginChat = (uid: string, uids: readonly string[], { people, blocks }: ChatMembers): boolean =>
  !isInBlock(uid, blocks) && uids.every((memberUid) => hasAccount(people.get(memberUid)));

/**
 * Decides whether a user may begin to write to these people: each must be a contact of the user or share a chat with
 * the user.
 */
export const mayStartWritingTo = (
  uids: readonly string[],
  { contacts, companions }: { readonly contacts: ReadonlySet<string>; readonly companions: ReadonlySet<string> },
): boolean => uids.every((uid) => contacts.has(uid) || companions.has(uid));

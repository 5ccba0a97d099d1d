import type { TopicSource } from '../../platform';
import type { Block } from '../contacts';
import type { PublicPerson } from '../identity';
import { createChatRepository } from './chat-repository';
import type { StoredChat } from './chat-repository';

/**
 * Decides who may follow a chat: members who have not left. The routes apply the same rule; users who have left reach
 * no route.
 */
export const mayReadChat: TopicSource['mayRead'] = async ({ uid, isAnonymous, isDeleted }, key, knex) =>
  !isAnonymous && !isDeleted && key !== null && createChatRepository(knex).isParticipant(key, uid);

/** Returns whether a user is a member of a chat. */
export const isInChat = (uid: string, { participantKeys }: Pick<StoredChat, 'participantKeys'>): boolean =>
  participantKeys.includes(uid);

/** Members of a chat, or of one that is about to begin. */
export interface ChatMembers {
  readonly people: ReadonlyMap<string, PublicPerson>;
  /** Blocks among the members, in both directions. */
  readonly blocks: readonly Block[];
}

const hasAccount = (person: PublicPerson | undefined): boolean => person !== undefined && !person.isDeleted;

/**
 * Decides whether these people may write to each other. In a chat of two neither may block the other, and both must
 * have an account. In a larger chat blocks don't matter, because they don't concern the others.
 */
export const mayWrite = (uids: readonly string[], { people, blocks }: ChatMembers): boolean =>
  uids.length > 2 || (blocks.length === 0 && uids.every((uid) => hasAccount(people.get(uid))));

/** Decides whether a seed may answer for one of these people: only where nobody blocks anybody. */
export const mayAnswer = (uids: readonly string[], members: ChatMembers): boolean =>
  members.blocks.length === 0 && mayWrite(uids, members);

/** Decides whether a new chat may hold these people: all have an account, and none blocks another. */
export const mayMeet = (uids: readonly string[], { people, blocks }: ChatMembers): boolean =>
  blocks.length === 0 && uids.every((uid) => hasAccount(people.get(uid)));

/**
 * Decides whether a user may write to these people for the first time: contacts, and people with whom they share a
 * chat.
 */
export const mayAddress = (
  uids: readonly string[],
  { contacts, companions }: { readonly contacts: ReadonlySet<string>; readonly companions: ReadonlySet<string> },
): boolean => uids.every((uid) => contacts.has(uid) || companions.has(uid));

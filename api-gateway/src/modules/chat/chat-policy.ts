import type { TopicSource } from '../../platform';
import type { Block } from '../contacts';
import type { PublicPerson } from '../identity';
import { createChatRepository } from './chat-repository';
import type { StoredChat } from './chat-repository';

/**
 * Whether a chat may be followed: by who is in it and has not left. Its routes ask the same of who is in it; who has
 * left reaches none.
 */
export const mayReadChat: TopicSource['mayRead'] = async ({ uid, isAnonymous, isDeleted }, key, knex) =>
  !isAnonymous && !isDeleted && key !== null && createChatRepository(knex).isParticipant(key, uid);

/** Whether somebody is in a chat. */
export const isInChat = (uid: string, { participantKeys }: Pick<StoredChat, 'participantKeys'>): boolean =>
  participantKeys.includes(uid);

/** Members of a chat, or of one that is about to begin. */
export interface ChatMembers {
  readonly people: ReadonlyMap<string, PublicPerson>;
  /** Blocks among the members, in both directions. */
  readonly blocks: readonly Block[];
}

const isThere = (person: PublicPerson | undefined): boolean => person !== undefined && !person.isDeleted;

/**
 * Whether these people may write to each other: of two neither blocks the other and both are there; among many it goes
 * on, whoever blocks whom, because the others are no part of it.
 */
export const mayWrite = (uids: readonly string[], { people, blocks }: ChatMembers): boolean =>
  uids.length > 2 || (blocks.length === 0 && uids.every((uid) => isThere(people.get(uid))));

/** Whether somebody whom a seed speaks for answers: where nobody blocks anybody. */
export const mayAnswer = (uids: readonly string[], members: ChatMembers): boolean =>
  members.blocks.length === 0 && mayWrite(uids, members);

/** Whether a new chat may hold these people: all are there, and no two of them where one blocks the other. */
export const mayMeet = (uids: readonly string[], { people, blocks }: ChatMembers): boolean =>
  blocks.length === 0 && uids.every((uid) => isThere(people.get(uid)));

/** Whether somebody may be written to for the first time: a contact, or one with whom there is a chat already. */
export const mayAddress = (
  uids: readonly string[],
  { contacts, companions }: { readonly contacts: ReadonlySet<string>; readonly companions: ReadonlySet<string> },
): boolean => uids.every((uid) => contacts.has(uid) || companions.has(uid));

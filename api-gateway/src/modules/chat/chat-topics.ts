import { chatTopic, meTopic } from '@mahlzeit/contract';
import type { Op } from '@mahlzeit/contract';
import { everybody, forgetChanges, userLogName } from '../../platform';
import type { Connection, TopicItem, TopicSource, WriteTransaction } from '../../platform';
import { presentPerson } from '../contacts';
import { createPeople } from '../identity';
import type { PublicPerson } from '../identity';
import { mayReadChat } from './chat-policy';
import { createChatRepository } from './chat-repository';
import type { StoredChat } from './chat-repository';
import { presentChat, presentMessage, presentRead } from './chat-presenter';
import { createMessageRepository } from './message-repository';
import type { StoredMessage } from './message-repository';

/** Most messages of one chat, and most chats of one user, that a topic holds. */
export const CHAT_WINDOW = 50;

type ChangeRecorder = Pick<WriteTransaction, 'record'>;

const putOp = ({ collection, key, value }: TopicItem): Op => ({ kind: 'put', collection, key, value: { ...value } });

const messageItem = (message: StoredMessage): TopicItem => ({
  collection: 'messages',
  key: message.key,
  value: presentMessage(message),
});

/** Returns all members of these chats who have an account. */
export const findPeopleOf = (
  knex: Connection,
  chats: readonly Pick<StoredChat, 'participantKeys'>[],
): Promise<ReadonlyMap<string, PublicPerson>> =>
  createPeople(knex).find(chats.flatMap(({ participantKeys }) => participantKeys));

/** Records a chat for each of its members, as they see it now. */
export const recordChat = (tx: ChangeRecorder, chat: StoredChat, people: ReadonlyMap<string, PublicPerson>): void => {
  for (const uid of chat.participantKeys) {
    if (people.has(uid))
      tx.record(userLogName(uid), putOp({ collection: 'chats', key: chat.key, value: presentChat(chat, uid, people) }));
  }
};

/**
 * Removes all changes of these chats from the change log, in the topics of their members as well. Pages that are behind
 * get a fresh snapshot.
 */
export const removeWords = async (
  tx: Pick<WriteTransaction, 'knex'>,
  chats: readonly Pick<StoredChat, 'key' | 'participantKeys'>[],
): Promise<void> => {
  const topics = chats.flatMap(({ key, participantKeys }) => [chatTopic(key), ...participantKeys.map(userLogName)]);
  for (const topic of new Set(topics)) await forgetChanges(tx.knex, topic);
};

/** Records a message, in its current form, for readers who have the chat open. */
export const recordMessage = (tx: ChangeRecorder, message: StoredMessage): void =>
  tx.record(chatTopic(message.chatKey), putOp(messageItem(message)));

/** Records the current name and picture of a member, or their removal, for readers who have the chat open. */
export const recordPerson = (
  tx: ChangeRecorder,
  chatKey: string,
  { uid, person }: { readonly uid: string; readonly person: PublicPerson | undefined },
): void => {
  const value = presentPerson(person);
  tx.record(
    chatTopic(chatKey),
    value === null
      ? { kind: 'del', collection: 'participants', key: uid }
      : putOp({ collection: 'participants', key: uid, value }),
  );
};

/** Records how far a user has read, for their own pages. */
export const recordRead = (tx: ChangeRecorder, uid: string, message: StoredMessage): void => {
  const value = presentRead(message);
  tx.record(userLogName(uid), putOp({ collection: 'chatReads', key: value.key, value }));
};

/** Live topic of one chat: its members and its newest messages. */
export const chatSource: TopicSource = {
  pattern: chatTopic(':key'),
  mayRead: mayReadChat,
  async snapshot(_session, key, knex) {
    const chat = key === null ? null : await createChatRepository(knex).find(key);
    if (chat === null) return [];
    const people = await findPeopleOf(knex, [chat]);
    const messages = await createMessageRepository(knex).list(chat.key, { limit: CHAT_WINDOW, before: null });
    return [
      ...chat.participantKeys
        .flatMap((uid) => presentPerson(people.get(uid)) ?? [])
        .map((person) => ({ collection: 'participants', key: person.key, value: person })),
      ...messages.map(messageItem),
    ];
  },
};

/**
 * The reader's last updated chats in the topic `me`, and the read states of all their chats. Without its read state an
 * older chat, which comes in pages or by a change, would count as unread.
 */
export const ownChatsSource: TopicSource = {
  pattern: meTopic,
  logName: ({ uid }) => userLogName(uid),
  mayRead: everybody,
  async snapshot({ uid }, _param, knex) {
    const chats = await createChatRepository(knex).listOf(uid, { limit: CHAT_WINDOW, before: null });
    const people = await findPeopleOf(knex, chats);
    const reads = await createMessageRepository(knex).findAllReads(uid);
    return [
      ...chats.map((chat) => ({ collection: 'chats', key: chat.key, value: presentChat(chat, uid, people) })),
      ...reads.map(presentRead).map((read) => ({ collection: 'chatReads', key: read.key, value: read })),
    ];
  },
};

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

/** How much of chats a topic holds: messages of one, and chats of somebody. */
export const CHAT_WINDOW = 50;

type Recording = Pick<WriteTransaction, 'record'>;

const put = ({ collection, key, value }: TopicItem): Op => ({ kind: 'put', collection, key, value: { ...value } });

const messageItem = (message: StoredMessage): TopicItem => ({
  collection: 'messages',
  key: message.key,
  value: presentMessage(message),
});

/** Everybody in some chats who has an account. */
export const findPeopleOf = (
  knex: Connection,
  chats: readonly Pick<StoredChat, 'participantKeys'>[],
): Promise<ReadonlyMap<string, PublicPerson>> =>
  createPeople(knex).find(chats.flatMap(({ participantKeys }) => participantKeys));

/** Tells everybody in a chat what it looks like to them now. */
export const recordChat = (tx: Recording, chat: StoredChat, people: ReadonlyMap<string, PublicPerson>): void => {
  for (const uid of chat.participantKeys) {
    if (people.has(uid))
      tx.record(userLogName(uid), put({ collection: 'chats', key: chat.key, value: presentChat(chat, uid, people) }));
  }
};

/**
 * Forgets what the log holds of words in these chats, in the topics of their people too, whose pages get a fresh
 * snapshot where they are behind.
 */
export const forgetWords = async (
  tx: Pick<WriteTransaction, 'knex'>,
  chats: readonly Pick<StoredChat, 'key' | 'participantKeys'>[],
): Promise<void> => {
  const topics = chats.flatMap(({ key, participantKeys }) => [chatTopic(key), ...participantKeys.map(userLogName)]);
  for (const topic of new Set(topics)) await forgetChanges(tx.knex, topic);
};

/** Tells who has a chat open of a message as it is now. */
export const recordMessage = (tx: Recording, message: StoredMessage): void =>
  tx.record(chatTopic(message.chatKey), put(messageItem(message)));

/** Tells who has a chat open how somebody in it is called now, or that they are gone. */
export const recordPerson = (
  tx: Recording,
  chatKey: string,
  { uid, person }: { readonly uid: string; readonly person: PublicPerson | undefined },
): void => {
  const value = presentPerson(person);
  tx.record(
    chatTopic(chatKey),
    value === null
      ? { kind: 'del', collection: 'participants', key: uid }
      : put({ collection: 'participants', key: uid, value }),
  );
};

/** Tells somebody's pages how far they have read. */
export const recordRead = (tx: Recording, uid: string, message: StoredMessage): void => {
  const value = presentRead(message);
  tx.record(userLogName(uid), put({ collection: 'chatReads', key: value.key, value }));
};

/** The live topic of one chat: who is in it, and its newest messages. */
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
 * The reader's chats in the topic `me`, the last updated ones, and how far they have read all: what is older comes in
 * pages or by a change, and would count as unread.
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

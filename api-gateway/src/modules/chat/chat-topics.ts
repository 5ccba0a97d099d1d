import { chatTopic, meTopic } from '@mahlzeit/contract';
import type { Op } from '@mahlzeit/contract';
import { everybodyMayRead, forgetChanges, userLogName } from '../../platform';
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

/** Number of newest messages in the topic of a chat, and of last updated chats in the topic `me`. */
export const CHAT_WINDOW_SIZE = 50;

type ChangeRecorder = Pick<WriteTransaction, 'record'>;

const putOpOf = ({ collection, key, value }: TopicItem): Op => ({ kind: 'put', collection, key, value: { ...value } });

const messageItem = (message: StoredMessage): TopicItem => ({
  collection: 'messages',
  key: message.key,
  value: presentMessage(message),
});

/** Finds all members of these chats who have an account. */
export const findPeopleOf = (
  knex: Connection,
  chats: readonly Pick<StoredChat, 'participantKeys'>[],
): Promise<ReadonlyMap<string, PublicPerson>> =>
  createPeople(knex).find(chats.flatMap(({ participantKeys }) => participantKeys));

/** Records the changed chat in the topic of each member whose list shows the chat, as that member sees it. */
export const recordChat = (tx: ChangeRecorder, chat: StoredChat, people: ReadonlyMap<string, PublicPerson>): void => {
  for (const uid of chat.listedUids) {
    if (people.has(uid))
      tx.record(
        userLogName(uid),
        putOpOf({ collection: 'chats', key: chat.key, value: presentChat(chat, uid, people) }),
      );
  }
};

/**
 * Removes all changes of these chats from the change log, including the topics of their members, because the changes
 * contain message texts. A page that needs a removed change gets a fresh snapshot instead.
 */
export const forgetChatChanges = async (
  tx: Pick<WriteTransaction, 'knex'>,
  chats: readonly Pick<StoredChat, 'key' | 'participantKeys'>[],
): Promise<void> => {
  const topics = chats.flatMap(({ key, participantKeys }) => [chatTopic(key), ...participantKeys.map(userLogName)]);
  for (const topic of new Set(topics)) await forgetChanges(tx.knex, topic);
};

/** Records the present form of a message in the topic of its chat. */
export const recordMessage = (tx: ChangeRecorder, message: StoredMessage): void =>
  tx.record(chatTopic(message.chatKey), putOpOf(messageItem(message)));

/** Records in the topic of a chat the present name and picture of a member, or the removal of a member. */
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
      : putOpOf({ collection: 'participants', key: uid, value }),
  );
};

/** Records how far a user has read a chat, in the user's own topic. */
export const recordRead = (tx: ChangeRecorder, uid: string, message: StoredMessage): void => {
  const value = presentRead(message);
  tx.record(userLogName(uid), putOpOf({ collection: 'chatReads', key: value.key, value }));
};

/** Live topic of one chat: its members and its newest messages. */
export const chatSource: TopicSource = {
  pattern: chatTopic(':key'),
  mayRead: mayReadChat,
  async snapshot(_session, chatKey, knex) {
    const chat = chatKey === null ? null : await createChatRepository(knex).find(chatKey);
    if (chat === null) return [];
    const people = await findPeopleOf(knex, [chat]);
    const messages = await createMessageRepository(knex).list(chat.key, { limit: CHAT_WINDOW_SIZE, before: null });
    return [
      ...chat.participantKeys
        .flatMap((uid) => presentPerson(people.get(uid)) ?? [])
        .map((person) => ({ collection: 'participants', key: person.key, value: person })),
      ...messages.map(messageItem),
    ];
  },
};

/**
 * Topic source of `me`: the user's last updated chats, and the read states of all the user's chats. An older chat can
 * appear later, in a page of the list or by a change. Without its read state, that chat would count as unread.
 */
export const ownChatsSource: TopicSource = {
  pattern: meTopic,
  logName: ({ uid }) => userLogName(uid),
  mayRead: everybodyMayRead,
  async snapshot({ uid }, _param, knex) {
    const chats = await createChatRepository(knex).listChatsOf(uid, { limit: CHAT_WINDOW_SIZE, beforeChat: null });
    const people = await findPeopleOf(knex, chats);
    const readMessages = await createMessageRepository(knex).findAllReads(uid);
    return [
      ...chats.map((chat) => ({ collection: 'chats', key: chat.key, value: presentChat(chat, uid, people) })),
      ...readMessages
        .map(presentRead)
        .map((chatRead) => ({ collection: 'chatReads', key: chatRead.key, value: chatRead })),
    ];
  },
};

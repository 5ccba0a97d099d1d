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

/**
 * Number of newest messages in the live topic of a chat, and number of chats in the live topic `me`, those that were
 * updated last.
 */
export const CHAT_WINDOW_SIZE = 50;

type ChangeRecorder = Pick<WriteTransaction, 'record'>;

const putOpOf = ({ collection, key, value }: TopicItem): Op => ({ kind: 'put', collection, key, value: { ...value } });

const messageItem = (message: StoredMessage): TopicItem => ({
  collection: 'messages',
  key: message.key,
  value: presentMessage(message),
});

type ChatPeopleKeys = Pick<StoredChat, 'participantKeys' | 'formerKeys'>;

/** Finds all members of these chats, and all users who have left them. Leaves out users without an account. */
export const findPeopleOf = (
  knex: Connection,
  chats: readonly ChatPeopleKeys[],
): Promise<ReadonlyMap<string, PublicPerson>> =>
  createPeople(knex).find(chats.flatMap(({ participantKeys, formerKeys }) => [...participantKeys, ...formerKeys]));

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
 * Deletes all changes of these chats from the change log, also those in the topics of their members, because the
 * changes contain message texts. A page that needs a deleted change gets a new snapshot instead.
 */
export const forgetChatChanges = async (
  tx: Pick<WriteTransaction, 'knex'>,
  chats: readonly (ChatPeopleKeys & Pick<StoredChat, 'key'>)[],
): Promise<void> => {
  const topics = chats.flatMap(({ key, participantKeys, formerKeys }) => [
    chatTopic(key),
    ...[...participantKeys, ...formerKeys].map(userLogName),
  ]);
  for (const topic of new Set(topics)) await forgetChanges(tx.knex, topic);
};

/** Records the present form of a message in the topic of its chat. */
export const recordMessage = (tx: ChangeRecorder, message: StoredMessage): void =>
  tx.record(chatTopic(message.chatKey), putOpOf(messageItem(message)));

/**
 * Records a person's present name and picture in the live topic of a chat. The person is a member or has left the chat;
 * a person without an account is removed from both collections.
 */
export const recordPerson = (
  tx: ChangeRecorder,
  { key, formerKeys }: Pick<StoredChat, 'key' | 'formerKeys'>,
  { uid, person }: { readonly uid: string; readonly person: PublicPerson | undefined },
): void => {
  const value = presentPerson(person);
  const collection = formerKeys.includes(uid) ? 'formerParticipants' : 'participants';
  tx.record(
    chatTopic(key),
    value === null ? { kind: 'del', collection, key: uid } : putOpOf({ collection, key: uid, value }),
  );
};

/**
 * Records in the live topic of a chat that a person has left the chat or has come back: the person moves between the
 * collections of members and former members.
 */
export const recordMove = (
  tx: ChangeRecorder,
  chat: Pick<StoredChat, 'key' | 'formerKeys'>,
  move: { readonly uid: string; readonly person: PublicPerson | undefined },
): void => {
  const formerCollection = chat.formerKeys.includes(move.uid) ? 'participants' : 'formerParticipants';
  tx.record(chatTopic(chat.key), { kind: 'del', collection: formerCollection, key: move.uid });
  recordPerson(tx, chat, move);
};

/** Records how far a user has read a chat, in the user's own topic. */
export const recordRead = (tx: ChangeRecorder, uid: string, message: StoredMessage): void => {
  const value = presentRead(message);
  tx.record(userLogName(uid), putOpOf({ collection: 'chatReads', key: value.key, value }));
};

/** Live topic of one chat: its members, its former members, and its newest messages. */
export const chatSource: TopicSource = {
  pattern: chatTopic(':key'),
  mayRead: mayReadChat,
  async snapshot(_session, chatKey, knex) {
    const chat = chatKey === null ? null : await createChatRepository(knex).find(chatKey);
    if (chat === null) return [];
    const people = await findPeopleOf(knex, [chat]);
    const messages = await createMessageRepository(knex).list(chat.key, { limit: CHAT_WINDOW_SIZE, before: null });
    const personItems = (collection: string, uids: readonly string[]): TopicItem[] =>
      uids
        .flatMap((uid) => presentPerson(people.get(uid)) ?? [])
        .map((person) => ({ collection, key: person.key, value: person }));
    return [
      ...personItems('participants', chat.participantKeys),
      ...personItems('formerParticipants', chat.formerKeys),
      ...messages.map(messageItem),
    ];
  },
};

/**
 * Source of the user's own live topic `me`: the user's chats that were updated last, and the read positions of all the
 * user's chats. The positions of older chats are needed because such a chat may appear later, in a page of the list or
 * by a change; without its position it would count as unread.
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

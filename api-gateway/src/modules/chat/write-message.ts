import texts from '../../../locales/de.json';
import { invariant, randomKey } from '../../platform';
import type { WriteTransaction } from '../../platform';
import type { PublicPerson } from '../identity';
import { notifyInPlace } from '../notifications';
import type { ChatMembers } from './chat-policy';
import { recordChat, recordMessage } from './chat-topics';
import { createChatRepository } from './chat-repository';
import type { StoredChat } from './chat-repository';
import { messageTimestamp, recipientsOf } from './chat-rules';
import { createMessageRepository } from './message-repository';
import type { StoredMessage } from './message-repository';

/** A message without its key and its position in a chat. */
export interface MessageDraft extends Pick<
  StoredMessage,
  'author' | 'content' | 'contentKind' | 'contentId' | 'clientKey'
> {
  /** Domain time, epoch milliseconds. */
  readonly now: number;
}

/** The part of a transaction that writing to a chat needs. */
export type ChatTransaction = Pick<WriteTransaction, 'knex' | 'record'>;

/** Route that a message's notification opens. Each chat has at most one open notification per user. */
export const chatRoute = (chatKey: string): string => `chatmessages/${chatKey}`;

/** Begins an empty chat and records it for its members. Returns the existing chat where there is one. */
export const beginChat = async (
  tx: ChatTransaction,
  uids: readonly string[],
  { people, now }: { readonly people: ReadonlyMap<string, PublicPerson>; readonly now: number },
): Promise<StoredChat> => {
  const chats = createChatRepository(tx.knex);
  await chats.insert({ key: randomKey(), uids, createdAt: now });
  const chat = await chats.findOfPeople(uids);
  invariant(chat, 'chat of', uids.join());
  recordChat(tx, chat, people);
  return chat;
};

/** Returns the text of a message's notification. */
export const announcementOf = ({ content, contentKind }: Pick<StoredMessage, 'content' | 'contentKind'>): string => {
  if (contentKind === 'restaurant') return texts.chatSharedRestaurant;
  return contentKind === 'invitation' ? texts.chatSharedInvitation : content;
};

const announce = async (
  tx: ChatTransaction,
  chat: StoredChat,
  { message, members }: { readonly message: StoredMessage; readonly members: ChatMembers },
): Promise<void> => {
  const name = members.people.get(message.author)?.displayName ?? '';
  await notifyInPlace(tx, {
    uids: recipientsOf(chat, message.author, members),
    aboutUid: message.author,
    kind: 'message',
    title: name === '' ? texts.chatNamelessAuthor : name,
    text: announcementOf(message),
    route: chatRoute(chat.key),
    sent: message.timestamp,
  });
};

/** A message and the members of its chat. */
interface MessageWrite {
  readonly draft: MessageDraft;
  readonly members: ChatMembers;
  /** False where the members are notified in another way. Default: the others are notified. */
  readonly isAnnounced?: boolean;
}

/**
 * Adds a message to a chat in the caller's transaction: updates the chats of all members, their open pages and their
 * notifications. The caller checks whether the author may write.
 */
export const writeMessage = async (
  tx: ChatTransaction,
  chat: StoredChat,
  { draft: { now, ...draft }, members, isAnnounced = true }: MessageWrite,
): Promise<StoredMessage> => {
  const message: StoredMessage = {
    ...draft,
    key: randomKey(),
    chatKey: chat.key,
    seq: (chat.last?.seq ?? 0) + 1,
    timestamp: messageTimestamp(now, chat.last),
    isReminderSent: false,
    isRemoved: false,
  };
  await createMessageRepository(tx.knex).insert(message);
  recordMessage(tx, message);
  recordChat(
    tx,
    {
      ...chat,
      updatedAt: message.timestamp,
      last: message,
      saidAt: new Map(chat.saidAt).set(message.author, message.timestamp),
    },
    members.people,
  );
  if (isAnnounced) await announce(tx, chat, { message, members });
  return message;
};

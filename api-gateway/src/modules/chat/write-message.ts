import { NAMELESS_PERSON } from '@mahlzeit/contract/rules';
import texts from '../../../locales/de.json';
import { fillText, invariant, randomKey } from '../../platform';
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
  /** Time at which the message is written, in epoch milliseconds of the gateway's clock, which tests can move. */
  readonly now: number;
  /** True for the card of an invitation whose guests were already reminded. */
  readonly isReminderSent?: boolean;
}

/** Methods of a write transaction that functions need to write to a chat. */
export type ChatTransaction = Pick<WriteTransaction, 'knex' | 'record'>;

/**
 * Returns the route that the notification of a message opens. The route also identifies the notification, because a
 * user has at most one open notification for each chat.
 */
export const chatRoutePath = (chatKey: string): string => `chatmessages/${chatKey}`;

/** Creates an empty chat that isn't in anybody's list yet. Returns the existing chat if these people have one. */
export const ensureChat = async (
  tx: Pick<ChatTransaction, 'knex'>,
  uids: readonly string[],
  now: number,
): Promise<StoredChat> => {
  const chatRepository = createChatRepository(tx.knex);
  await chatRepository.insert({ key: randomKey(), uids, createdAt: now });
  const chat = await chatRepository.findOfPeople(uids);
  invariant(chat, 'chat of', uids.join());
  return chat;
};

/**
 * Adds a chat to the list of the member who opens it. The other members see the chat only after its first message
 * (Decision 37).
 */
export const showOpenedChat = async (
  tx: ChatTransaction,
  uid: string,
  { chat, people }: { readonly chat: StoredChat; readonly people: ReadonlyMap<string, PublicPerson> },
): Promise<void> => {
  if (chat.listedUids.includes(uid)) return;
  await createChatRepository(tx.knex).addToListOf(uid, chat.key);
  recordChat(tx, { ...chat, listedUids: [uid] }, people);
};

/**
 * Returns the text of a notification about a message; empty for the card of a restaurant or invitation, which the title
 * describes.
 */
export const notificationTextOf = ({ content, contentKind }: Pick<StoredMessage, 'content' | 'contentKind'>): string =>
  contentKind === null ? content : '';

/**
 * Returns the title of a notification about a message: the author's name, or a sentence about the card that the author
 * shared.
 */
const notificationTitleOf = ({ contentKind }: Pick<StoredMessage, 'contentKind'>, authorName: string): string => {
  if (contentKind === null) return authorName === '' ? texts.chatNamelessAuthor : authorName;
  return fillText(contentKind === 'restaurant' ? texts.chatSharedRestaurant : texts.chatSharedInvitation, {
    name: authorName === '' ? NAMELESS_PERSON : authorName,
  });
};

const notifyMembers = async (
  tx: ChatTransaction,
  chat: StoredChat,
  { message, members }: { readonly message: StoredMessage; readonly members: ChatMembers },
): Promise<void> => {
  const name = members.people.get(message.author)?.displayName ?? '';
  await notifyInPlace(tx, {
    uids: recipientsOf(chat, message.author, members),
    aboutUid: message.author,
    kind: 'message',
    title: notificationTitleOf(message, name),
    text: notificationTextOf(message),
    route: chatRoutePath(chat.key),
    sent: message.timestamp,
  });
};

/** A message to add, with the members of its chat. */
interface MessageWrite {
  readonly draft: MessageDraft;
  readonly members: ChatMembers;
  /**
   * Whether the other members are notified of the message, which is the default. False if they get a notification of
   * another kind.
   */
  readonly isAnnounced?: boolean;
}

/**
 * Adds a message to a chat in the caller's transaction: updates the chat for all members and their open pages, and
 * notifies the members. The caller must have checked whether the author may write.
 */
export const writeMessage = async (
  tx: ChatTransaction,
  chat: StoredChat,
  { draft: { now, ...draft }, members, isAnnounced = true }: MessageWrite,
): Promise<StoredMessage> => {
  const message: StoredMessage = {
    isReminderSent: false,
    ...draft,
    key: randomKey(),
    chatKey: chat.key,
    seq: (chat.last?.seq ?? 0) + 1,
    timestamp: messageTimestamp(now, chat.last),
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
      listedUids: chat.participantKeys,
    },
    members.people,
  );
  if (isAnnounced) await notifyMembers(tx, chat, { message, members });
  return message;
};

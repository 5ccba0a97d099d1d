import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import type { Connection, WriteTransaction } from '../../platform';
import { closeNotifications } from '../notifications';
import { findChatMembers, findMembersOf } from './chat-members';
import { isInChat, mayBeginChat, mayWriteInChat } from './chat-policy';
import { createChatRepository } from './chat-repository';
import type { StoredChat } from './chat-repository';
import { findPeopleOf, recordChat, recordMessage, recordRead } from './chat-topics';
import { createMessageRepository } from './message-repository';
import type { StoredMessage } from './message-repository';
import { ensureChat, chatRoutePath, writeMessage } from './write-message';

/** Data for a card: a chat message that shows an invitation. */
interface CardDraft {
  readonly invitationKey: string;
  readonly author: string;
  /** Uids of the card's author and of everybody who is invited. */
  readonly memberUids: readonly string[];
  /** Key of a chat that contains all these users; null to use the chat of exactly these users. */
  readonly chatKey: string | null;
  /** Key of a message with a restaurant that the card replaces; null to add the card as a new message. */
  readonly replacedMessageKey: string | null;
  readonly now: number;
}

/** Where a card is: its chat and its message. */
export interface CardLocation {
  readonly chatKey: string;
  readonly messageKey: string;
}

type CardError = 'notFound' | 'uninvitable';

/** Returns the content of a message that shows an invitation. */
export const cardContent = (invitationKey: string, author: string) =>
  ({ author, content: 'invitation', contentKind: 'invitation', contentId: invitationKey, clientKey: null }) as const;

/** Returns the chat for a card: the one with `chatKey`, or the chat of exactly these users. */
const findCardChat = async (
  tx: WriteTransaction,
  { memberUids, chatKey, now }: CardDraft,
): Promise<Result<StoredChat, CardError>> => {
  const chatRepository = createChatRepository(tx.knex);
  if (chatKey === null)
    return ok((await chatRepository.findOfPeople(memberUids)) ?? (await ensureChat(tx, memberUids, now)));
  const chat = await chatRepository.find(chatKey);
  // Refuses a chat in which a guest is no member, because that guest wouldn't see the card. Members who aren't guests
  // would see an empty card.
  if (chat === null || !memberUids.every((uid) => isInChat(uid, chat))) return err('notFound');
  const members = await findMembersOf(tx.knex, chat);
  return mayWriteInChat(chat.participantKeys, members) ? ok(chat) : err('uninvitable');
};

const findReplaceableMessage = async (
  tx: WriteTransaction,
  chat: StoredChat,
  messageKey: string,
): Promise<StoredMessage | null> => {
  const message = await createMessageRepository(tx.knex).find(messageKey);
  const isReplaceable = message?.chatKey === chat.key && message.contentKind === 'restaurant' && !message.isRemoved;
  return isReplaceable ? message : null;
};

/**
 * Replaces a message that shares a restaurant by the card of an invitation. The inviter becomes the author of the
 * message.
 */
const replaceMessage = async (
  tx: WriteTransaction,
  chat: StoredChat,
  {
    replaced: oldMessage,
    draft: { invitationKey, author, now },
  }: { readonly replaced: StoredMessage; readonly draft: CardDraft },
): Promise<void> => {
  const { people } = await findMembersOf(tx.knex, chat);
  const message: StoredMessage = { ...oldMessage, ...cardContent(invitationKey, author) };
  await createMessageRepository(tx.knex).update(message);
  recordMessage(tx, message);
  const updatedChat = await createChatRepository(tx.knex).find(chat.key);
  if (updatedChat !== null) recordChat(tx, updatedChat, people);
  if (chat.last?.key !== message.key) return;
  // Closes the open notification of the replaced message, because it names the restaurant. Guests get another
  // notification, about the invitation.
  for (const uid of chat.participantKeys)
    await closeNotifications(tx, { uid, kind: 'message', route: chatRoutePath(chat.key), at: now });
};

/**
 * Adds the card of an invitation to a chat. Returns `notFound` if the chat lacks one of the users or the message can't
 * be replaced. Returns `uninvitable` for a chat of two users of whom one blocks the other.
 */
export const sendInvitationCard = async (
  tx: WriteTransaction,
  draft: CardDraft,
): Promise<Result<CardLocation, CardError>> => {
  const { invitationKey, author, replacedMessageKey, now } = draft;
  // Refuses to replace a message in a new chat, before `findCardChat` creates that chat: a new chat can't contain the
  // message.
  if (replacedMessageKey !== null && draft.chatKey === null) return err('notFound');
  const chatResult = await findCardChat(tx, draft);
  if (!chatResult.ok) return chatResult;
  const chat = chatResult.value;
  if (replacedMessageKey !== null) {
    const replacedMessage = await findReplaceableMessage(tx, chat, replacedMessageKey);
    if (replacedMessage === null) return err('notFound');
    await replaceMessage(tx, chat, { replaced: replacedMessage, draft });
    return ok({ chatKey: chat.key, messageKey: replacedMessage.key });
  }
  const { key: messageKey } = await writeMessage(tx, chat, {
    draft: { ...cardContent(invitationKey, author), now },
    members: await findMembersOf(tx.knex, chat),
    isAnnounced: false,
  });
  return ok({ chatKey: chat.key, messageKey });
};

/**
 * Returns the card of a seeded invitation: the existing card, or a new one in the chat of exactly these users. Returns
 * null if these users may not be in a chat together.
 */
export const addInvitationCard = async (
  tx: WriteTransaction,
  { invitationKey, author, memberUids, now }: Pick<CardDraft, 'invitationKey' | 'author' | 'memberUids' | 'now'>,
): Promise<StoredMessage | null> => {
  const [existingCard] = await createMessageRepository(tx.knex).listShowing('invitation', invitationKey);
  if (existingCard !== undefined) return existingCard;
  const members = await findChatMembers(tx.knex, memberUids);
  if (!mayBeginChat(author, memberUids, members)) return null;
  const chat =
    (await createChatRepository(tx.knex).findOfPeople(memberUids)) ?? (await ensureChat(tx, memberUids, now));
  return writeMessage(tx, chat, { draft: { ...cardContent(invitationKey, author), now }, members, isAnnounced: false });
};

/**
 * Returns the key of the invitation that a card shows; null if there is no such card or the user is no member of its
 * chat.
 */
export const findCardInvitation = async (
  knex: Connection,
  uid: string,
  { chatKey, messageKey }: CardLocation,
): Promise<string | null> => {
  const chat = await createChatRepository(knex).find(chatKey);
  const message = await createMessageRepository(knex).find(messageKey);
  const isCard = message?.chatKey === chatKey && message.contentKind === 'invitation';
  return chat !== null && isInChat(uid, chat) && isCard ? message.contentId : null;
};

/** Stores in all cards of an invitation that the reminder was sent. */
export const markCardsReminded = async (tx: WriteTransaction, invitationKey: string): Promise<void> => {
  const messageRepository = createMessageRepository(tx.knex);
  for (const card of await messageRepository.listShowing('invitation', invitationKey)) {
    const remindedCard = { ...card, isReminderSent: true };
    await messageRepository.update(remindedCard);
    recordMessage(tx, remindedCard);
  }
};

/**
 * Marks all cards of an invitation as removed, also in lists of chats that show the card as a chat's last message.
 * `erasedUid` is the uid of a user whom the same transaction erases, or null.
 */
export const markCardsRemoved = async (
  tx: WriteTransaction,
  invitationKey: string,
  erasedUid: string | null,
): Promise<void> => {
  const messageRepository = createMessageRepository(tx.knex);
  const removedCards = (await messageRepository.listShowing('invitation', invitationKey)).map((card) => ({
    ...card,
    isRemoved: true,
  }));
  for (const card of removedCards) {
    await messageRepository.update(card);
    recordMessage(tx, card);
  }
  const cardChats = await createChatRepository(tx.knex).findAll([
    ...new Set(removedCards.map(({ chatKey }) => chatKey)),
  ]);
  const changedChats = cardChats.filter(({ last }) => removedCards.some((card) => card.key === last?.key));
  const people = new Map(await findPeopleOf(tx.knex, changedChats));
  // Leaves out the erased user, whose row still exists, because it is deleted at the end of this transaction.
  if (erasedUid !== null) people.delete(erasedUid);
  for (const chat of changedChats) recordChat(tx, chat, people);
};

/** Stores that a user has read a chat up to the card of an invitation. */
export const markCardRead = async (tx: WriteTransaction, uid: string, card: StoredMessage): Promise<void> => {
  await createMessageRepository(tx.knex).putRead({ chatKey: card.chatKey, uid, seq: card.seq });
  recordRead(tx, uid, card);
};

/** Returns whether a user has read a chat up to the card of an invitation. */
export const hasReadCard = async (
  knex: Connection,
  uid: string,
  { chatKey, messageKey }: CardLocation,
): Promise<boolean> => {
  const messageRepository = createMessageRepository(knex);
  const [card, readMessage] = [
    await messageRepository.find(messageKey),
    (await messageRepository.findReads(uid, [chatKey])).get(chatKey),
  ];
  return card !== null && readMessage !== undefined && readMessage.seq >= card.seq;
};

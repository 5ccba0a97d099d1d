import { forgetAnswersNaming, invariant } from '../../platform';
import type { Connection, WriteTransaction } from '../../platform';
import { removeNotificationTexts } from '../notifications';
import { createChatRepository } from './chat-repository';
import type { StoredChat } from './chat-repository';
import { findPeopleOf, forgetChatChanges, recordChat, recordMessage } from './chat-topics';
import { createMessageRepository } from './message-repository';
import type { StoredMessage } from './message-repository';
import { notificationTextOf, chatRoutePath } from './write-message';

interface MessageInChat {
  readonly message: StoredMessage;
  readonly chat: StoredChat;
}

/** Finds a message and its chat; null for an unknown key. */
export const findMessageInChat = async (knex: Connection, messageKey: string): Promise<MessageInChat | null> => {
  const message = await createMessageRepository(knex).find(messageKey);
  const chat = message === null ? null : await createChatRepository(knex).find(message.chatKey);
  return message === null || chat === null ? null : { message, chat };
};

/** Returns the keys of those messages that exist and aren't removed. */
export const findPresentMessages = (knex: Connection, messageKeys: readonly string[]): Promise<ReadonlySet<string>> =>
  createMessageRepository(knex).findPresent(messageKeys);

/**
 * Removes a message for everybody: from its chat, the change log, the notifications and the responses that are stored
 * for repeated requests of its author. Returns the removed content, or null if the message is unknown or already
 * removed.
 */
export const removeMessage = async (tx: WriteTransaction, messageKey: string): Promise<string | null> => {
  const messageRepository = createMessageRepository(tx.knex);
  const message = await messageRepository.find(messageKey);
  if (message === null || message.isRemoved) return null;
  await messageRepository.removeContent(messageKey);
  const chat = await createChatRepository(tx.knex).find(message.chatKey);
  invariant(chat, 'chat', message.chatKey);
  await forgetChatChanges(tx, [chat]);
  await forgetAnswersNaming(tx.knex, { person: message.author, key: messageKey });
  recordMessage(tx, { ...message, content: '', contentKind: null, contentId: null, isRemoved: true });
  if (chat.last?.key === messageKey) recordChat(tx, chat, await findPeopleOf(tx.knex, [chat]));
  await removeNotificationTexts(tx, [...chat.participantKeys, ...chat.formerKeys], {
    aboutUid: message.author,
    kind: 'message',
    route: chatRoutePath(chat.key),
    text: notificationTextOf(message),
  });
  return message.content;
};

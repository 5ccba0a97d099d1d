import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { isChatUnread } from '@mahlzeit/contract/rules';
import type { WriteTransaction } from '../../platform';
import { findBlocksAmong } from '../contacts';
import { closeNotifications } from '../notifications';
import { isInChat } from './chat-policy';
import { presentChat } from './chat-presenter';
import { createChatRepository } from './chat-repository';
import { recordRead } from './chat-topics';
import { createMessageRepository } from './message-repository';
import { chatRoutePath } from './write-message';

/**
 * Stores the newest message that a user has read in a chat. A message older than the stored one changes nothing. Closes
 * the notification of the chat when no message is unread.
 */
export const markChatRead = async (
  tx: WriteTransaction,
  uid: string,
  { chatKey, messageKey, now }: { readonly chatKey: string; readonly messageKey: string; readonly now: number },
): Promise<Result<Record<never, never>, 'notFound'>> => {
  const chat = await createChatRepository(tx.knex).find(chatKey);
  const messageRepository = createMessageRepository(tx.knex);
  const message = await messageRepository.find(messageKey);
  if (chat === null || !isInChat(uid, chat) || message?.chatKey !== chatKey) return err('notFound');
  const previousRead = (await messageRepository.findReads(uid, [chatKey])).get(chatKey) ?? null;
  if (previousRead === null || previousRead.seq < message.seq) {
    await messageRepository.putRead({ chatKey, uid, seq: message.seq });
    recordRead(tx, uid, message);
  }
  const newestRead = previousRead !== null && previousRead.seq > message.seq ? previousRead : message;
  const blocks = await findBlocksAmong(tx.knex, chat.participantKeys);
  const blockedUids = new Set(blocks.filter(({ blocker }) => blocker === uid).map((block) => block.blocked));
  if (!isChatUnread(presentChat(chat, uid, new Map()), { uid, read: newestRead, blocked: blockedUids }))
    await closeNotifications(tx, { uid, kind: 'message', route: chatRoutePath(chatKey), at: now });
  return ok({});
};

import type { Clock, Connection, Database } from '../../platform';
import { findMembersOf } from './chat-members';
import { mayAnswerInChat } from './chat-policy';
import { createChatRepository } from './chat-repository';
import type { StoredChat } from './chat-repository';
import { createMessageRepository } from './message-repository';
import type { ContentKind, StoredMessage } from './message-repository';
import { markChatRead } from './read-state';
import { writeMessage } from './write-message';

/** A chat in the seed data, with its messages. */
export interface ChatDraft {
  readonly key: string;
  readonly uids: readonly string[];
  readonly createdAt: number;
  /** Messages in the order of their sending times, which must all differ. */
  readonly messages: readonly {
    readonly author: string;
    readonly sentAt: number;
    /** The text, or the shared content. */ readonly content:
      string | { readonly contentKind: ContentKind; readonly contentId: string };
  }[];
  /** Number of messages that each member has read, by uid. A member without an entry has read no message. */
  readonly read: Readonly<Record<string, number>>;
}

/**
 * Adds chats with their messages to a new database. No user follows a topic yet, so no change is recorded and no user
 * is notified.
 */
export const seedChats = async (knex: Connection, drafts: readonly ChatDraft[]): Promise<void> => {
  const messages = createMessageRepository(knex);
  for (const { key, uids, createdAt, messages: draftMessages, read } of drafts) {
    await createChatRepository(knex).insert({ key, uids, createdAt });
    for (const [index, draft] of draftMessages.entries()) {
      const seq = index + 1;
      const content =
        typeof draft.content === 'string'
          ? { content: draft.content, contentKind: null, contentId: null }
          : { content: draft.content.contentKind, ...draft.content };
      await messages.insert({
        ...content,
        key: `${key}-${seq}`,
        chatKey: key,
        seq,
        author: draft.author,
        timestamp: draft.sentAt,
        isReminderSent: false,
        clientKey: null,
        isRemoved: false,
      });
    }
    for (const [uid, seq] of Object.entries(read)) await messages.putRead({ chatKey: key, uid, seq });
  }
};

/** A message to a person of the seed data that has no answer yet. The gateway answers it in this person's name. */
export interface UnansweredMessage extends Pick<StoredMessage, 'key' | 'chatKey' | 'content' | 'contentKind'> {
  /** Number of the seeded person's messages in this chat within the last minute. */
  readonly recentAnswerCount: number;
}

const RECENT_ANSWER_MS = 60_000;
/** Milliseconds for which the gateway writes no answers in the name of a seeded person after a visitor has done so. */
const VISITOR_PRESENT_MS = 10 * 60_000;
const MAX_RECENT_CHATS = 20;
const MAX_RECENT_MESSAGES = 30;

// Returns the client key of an answer. It contains the key of the answered message, so that two gateways store only one
// answer.
const answerClientKey = (messageKey: string): string => `answer-${messageKey}`;
const isAnswer = ({ clientKey }: StoredMessage): boolean => clientKey?.startsWith(answerClientKey('')) === true;

/**
 * Returns whether a visitor has recently written in the seeded person's name. `ownMessages` are the person's latest
 * messages in a chat.
 */
const hasVisitorWrittenRecently = (ownMessages: readonly StoredMessage[], now: number): boolean =>
  ownMessages.some((message) => !isAnswer(message) && message.timestamp > now - VISITOR_PRESENT_MS);

/** Returns the latest messages of a person in a chat, the newest first. */
const findOwnRecentMessages = async (knex: Connection, uid: string, chatKey: string): Promise<StoredMessage[]> =>
  (await createMessageRepository(knex).list(chatKey, { limit: MAX_RECENT_MESSAGES, before: null })).filter(
    ({ author }) => author === uid,
  );

/** Returns whether a visitor is writing in a chat in the name of a seeded person. */
export const isVisitorWriting = async (
  knex: Connection,
  { uid, chatKey, now }: { readonly uid: string; readonly chatKey: string; readonly now: number },
): Promise<boolean> => hasVisitorWrittenRecently(await findOwnRecentMessages(knex, uid, chatKey), now);

/** Creates the functions that answer messages in the name of a seeded person. */
export const createSeededResponder = ({
  database,
  clock,
  uid,
}: {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly uid: string;
}) => {
  const findUnansweredIn = async (
    knex: Connection,
    { key, last }: StoredChat,
    timeRange: { readonly from: number; readonly until: number },
  ): Promise<UnansweredMessage[]> => {
    if (
      last === null ||
      last.author === uid ||
      last.isRemoved ||
      last.timestamp < timeRange.from ||
      last.timestamp > timeRange.until
    )
      return [];
    const messages = createMessageRepository(knex);
    const read = (await messages.findReads(uid, [key])).get(key);
    // The read position shows that a visitor uses the seeded person's account, so the answer is left to this visitor.
    if (read !== undefined && read.seq >= last.seq) return [];
    const now = clock.now();
    const ownMessages = await findOwnRecentMessages(knex, uid, key);
    if (hasVisitorWrittenRecently(ownMessages, now)) return [];
    return [
      {
        key: last.key,
        chatKey: key,
        content: last.content,
        contentKind: last.contentKind,
        recentAnswerCount: ownMessages.filter(({ timestamp }) => timestamp > now - RECENT_ANSWER_MS).length,
      },
    ];
  };

  return {
    /**
     * Returns the messages that a seeded person should answer: the last message of each chat, if another member sent it
     * in this time span and the person has neither read nor answered it.
     */
    findUnanswered: (timeRange: { readonly from: number; readonly until: number }): Promise<UnansweredMessage[]> =>
      database.read(async (knex) => {
        const chats = await createChatRepository(knex).listChatsOf(uid, { limit: MAX_RECENT_CHATS, beforeChat: null });
        const unansweredMessages = [];
        for (const chat of chats) unansweredMessages.push(...(await findUnansweredIn(knex, chat, timeRange)));
        return unansweredMessages;
      }),

    /**
     * Marks a message as read by a seeded person and answers it. Does nothing if the chat has a newer message or the
     * person may not write.
     */
    answer: (message: Pick<UnansweredMessage, 'key' | 'chatKey'>, content: string): Promise<void> =>
      database.write(async (tx) => {
        const chat = await createChatRepository(tx.knex).find(message.chatKey);
        if (chat?.last?.key !== message.key) return;
        const members = await findMembersOf(tx.knex, chat);
        if (!mayAnswerInChat(uid, chat.participantKeys, members)) return;
        await markChatRead(tx, uid, { chatKey: chat.key, messageKey: message.key, now: clock.now() });
        await writeMessage(tx, chat, {
          draft: {
            author: uid,
            content,
            contentKind: null,
            contentId: null,
            clientKey: answerClientKey(message.key),
            now: clock.now(),
          },
          members,
        });
      }),
  };
};

import type { Clock, Connection, Database } from '../../platform';
import { findChatMembers } from './chat-members';
import { mayAnswer } from './chat-policy';
import { createChatRepository } from './chat-repository';
import type { StoredChat } from './chat-repository';
import { createMessageRepository } from './message-repository';
import type { ContentKind, StoredMessage } from './message-repository';
import { markChatRead } from './read-state';
import { writeMessage } from './write-message';

/** A chat that a seed brings along. */
export interface ChatDraft {
  readonly key: string;
  readonly uids: readonly string[];
  readonly createdAt: number;
  /** In the order in which they were sent, each later than the one before. */
  readonly messages: readonly {
    readonly author: string;
    readonly at: number;
    /** What was written, or what was shared. */ readonly said:
      string | { readonly contentKind: ContentKind; readonly contentId: string };
  }[];
  /** How many messages each has read; who is missing has read none. */
  readonly read: Readonly<Record<string, number>>;
}

/**
 * Adds chats with their history to a new database, which nobody listens to yet; nobody is notified of what is long
 * past.
 */
export const seedChats = async (knex: Connection, drafts: readonly ChatDraft[]): Promise<void> => {
  const messages = createMessageRepository(knex);
  for (const { key, uids, createdAt, messages: said, read } of drafts) {
    await createChatRepository(knex).insert({ key, uids, createdAt });
    for (const [index, one] of said.entries()) {
      const seq = index + 1;
      const content =
        typeof one.said === 'string'
          ? { content: one.said, contentKind: null, contentId: null }
          : { content: one.said.contentKind, ...one.said };
      await messages.insert({
        ...content,
        key: `${key}-${seq}`,
        chatKey: key,
        seq,
        author: one.author,
        timestamp: one.at,
        isReminderSent: false,
        clientKey: null,
        isRemoved: false,
      });
    }
    for (const [uid, seq] of Object.entries(read)) await messages.putRead({ chatKey: key, uid, seq });
  }
};

/** A message that waits for an answer of somebody whom a seed speaks for. */
export interface UnansweredMessage extends Pick<StoredMessage, 'key' | 'chatKey' | 'content' | 'contentKind'> {
  /** How many answers they have written there within the last minute. */
  readonly answeredLately: number;
}

const LATELY_MS = 60_000;
/** A person who has written under that name is there themselves for so long. */
const PRESENT_MS = 10 * 60_000;
const RECENT_CHATS = 20;
const RECENT_MESSAGES = 30;

// Marks the answers, and finds the one to a message again: two gateways give one.
const answerKey = (messageKey: string): string => `answer-${messageKey}`;
const isAnswer = ({ clientKey }: StoredMessage): boolean => clientKey?.startsWith(answerKey('')) === true;

/** Whether a person has written these messages a short time ago; `own` are the latest messages under one name in a chat. */
const isThereThemselves = (own: readonly StoredMessage[], now: number): boolean =>
  own.some((message) => !isAnswer(message) && message.timestamp > now - PRESENT_MS);

/** Their latest messages in a chat, the newest first. */
const findOwnLately = async (knex: Connection, uid: string, chatKey: string): Promise<StoredMessage[]> =>
  (await createMessageRepository(knex).list(chatKey, { limit: RECENT_MESSAGES, before: null })).filter(
    ({ author }) => author === uid,
  );

/** Returns whether a person writes in a chat under the name of somebody for whom a seed answers. */
export const isWritingThemselves = async (
  knex: Connection,
  { uid, chatKey, now }: { readonly uid: string; readonly chatKey: string; readonly now: number },
): Promise<boolean> => isThereThemselves(await findOwnLately(knex, uid, chatKey), now);

/** Answers in the name of somebody whom a seed brings along. */
export const createSeededVoice = ({
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
    span: { readonly from: number; readonly until: number },
  ): Promise<UnansweredMessage[]> => {
    if (
      last === null ||
      last.author === uid ||
      last.isRemoved ||
      last.timestamp < span.from ||
      last.timestamp > span.until
    )
      return [];
    const messages = createMessageRepository(knex);
    const read = (await messages.findReads(uid, [key])).get(key);
    // Somebody who reads it answers by themselves.
    if (read !== undefined && read.seq >= last.seq) return [];
    const now = clock.now();
    const own = await findOwnLately(knex, uid, key);
    if (isThereThemselves(own, now)) return [];
    return [
      {
        key: last.key,
        chatKey: key,
        content: last.content,
        contentKind: last.contentKind,
        answeredLately: own.filter(({ timestamp }) => timestamp > now - LATELY_MS).length,
      },
    ];
  };

  return {
    /** The last messages of their chats that were sent to them in that time, not read, and not answered. */
    findUnanswered: (span: { readonly from: number; readonly until: number }): Promise<UnansweredMessage[]> =>
      database.read(async (knex) => {
        const chats = await createChatRepository(knex).listOf(uid, { limit: RECENT_CHATS, before: null });
        const unanswered = [];
        for (const chat of chats) unanswered.push(...(await findUnansweredIn(knex, chat, span)));
        return unanswered;
      }),

    /**
     * Reads a message and answers it; nothing happens where somebody has said more meanwhile, or where they may not
     * write.
     */
    answer: (message: Pick<UnansweredMessage, 'key' | 'chatKey'>, content: string): Promise<void> =>
      database.write(async (tx) => {
        const chat = await createChatRepository(tx.knex).find(message.chatKey);
        if (chat?.last?.key !== message.key) return;
        const members = await findChatMembers(tx.knex, chat.participantKeys);
        if (!mayAnswer(chat.participantKeys, members)) return;
        await markChatRead(tx, uid, { chatKey: chat.key, messageKey: message.key, now: clock.now() });
        await writeMessage(tx, chat, {
          draft: {
            author: uid,
            content,
            contentKind: null,
            contentId: null,
            clientKey: answerKey(message.key),
            now: clock.now(),
          },
          members,
        });
      }),
  };
};

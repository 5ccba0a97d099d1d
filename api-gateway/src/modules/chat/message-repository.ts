import * as z from 'zod/mini';
import { readInChunks } from '../../platform';
import type { Connection } from '../../platform';
import { knexOf } from '../../platform/database/knex-of';
import { query, sql } from '../../platform/database/statement';

/** Kinds of objects that a message can show as a card. */
const ContentKind = z.enum(['restaurant', 'invitation']);
export type ContentKind = z.infer<typeof ContentKind>;

/** A stored message of a chat: a text, a card or a removed message. */
export interface StoredMessage {
  readonly key: string;
  readonly chatKey: string;
  /** Position of the message in its chat, counted from 1. */
  readonly seq: number;
  readonly author: string;
  /** Text of the message; empty for a removed message. */
  readonly content: string;
  /** Kind of the restaurant or invitation that the message shares; null for a text message. */
  readonly contentKind: ContentKind | null;
  readonly contentId: string | null;
  readonly timestamp: number;
  readonly isReminderSent: boolean;
  readonly clientKey: string | null;
  readonly isRemoved: boolean;
}

interface MessageRow {
  readonly key: string;
  readonly chat_key: string;
  readonly seq: number;
  readonly author: string;
  readonly content: string;
  readonly content_kind: string | null;
  readonly content_id: string | null;
  readonly timestamp: number | string;
  readonly is_reminder_sent: boolean | number;
  readonly client_key: string | null;
  readonly is_removed: boolean | number;
}

interface ReadRow {
  readonly chat_key: string;
  readonly uid: string;
  readonly seq: number;
}

const toStoredMessage = (row: MessageRow): StoredMessage => ({
  key: row.key,
  chatKey: row.chat_key,
  seq: row.seq,
  author: row.author,
  content: row.content,
  contentKind: row.content_kind === null ? null : ContentKind.parse(row.content_kind),
  contentId: row.content_id,
  timestamp: Number(row.timestamp),
  isReminderSent: Boolean(row.is_reminder_sent),
  clientKey: row.client_key,
  isRemoved: Boolean(row.is_removed),
});

/** Number of the first message of a chat. */
const FIRST_SEQ = 1;

// New values of the columns that change when a message is removed. Author, time and client key stay, so that a repeated
// request can't add the message again.
const EMPTIED_COLUMNS = { content: '', content_kind: null, content_id: null, is_removed: true } as const;

/** Repository that stores messages, and how far each user has read each chat. */
export interface MessageRepository {
  find(key: string): Promise<StoredMessage | null>;
  /** Returns the keys of those messages that exist and aren't removed. */
  findPresent(keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Finds the message that an author's browser has sent with this `clientKey`. */
  findByClientKey(chatKey: string, author: string, clientKey: string): Promise<StoredMessage | null>;
  /** Returns the newest message of each of these chats, by chat key. */
  findLast(chatKeys: readonly string[]): Promise<Map<string, StoredMessage>>;
  /** Returns messages of a chat, the newest first. With `before`, only messages with a smaller `seq` are returned. */
  list(chatKey: string, page: { readonly limit: number; readonly before: number | null }): Promise<StoredMessage[]>;
  /** Returns all messages of an author, the oldest first. */
  listByAuthor(author: string): Promise<StoredMessage[]>;
  /** Returns all messages that show this restaurant or invitation. */
  listShowing(contentKind: ContentKind, contentId: string): Promise<StoredMessage[]>;
  /** Returns whether the chat contains a message, not removed, that shows this restaurant or invitation. */
  isShownIn(
    chatKey: string,
    content: { readonly contentKind: ContentKind; readonly contentId: string },
  ): Promise<boolean>;
  /** Stores changed fields of a message. */
  update(
    message: Pick<
      StoredMessage,
      | 'key'
      | 'chatKey'
      | 'author'
      | 'content'
      | 'contentKind'
      | 'contentId'
      | 'clientKey'
      | 'isReminderSent'
      | 'isRemoved'
    >,
  ): Promise<void>;
  /**
   * Adds a message to its chat, and stores in the chat its number, its time and the author's last message. The first
   * message of a chat adds it to the lists of all members.
   */
  insert(message: StoredMessage): Promise<void>;
  /** Removes the content of a message but keeps its row. */
  removeContent(key: string): Promise<void>;
  /** Removes the content of all messages of an author but keeps their rows. */
  emptyMessagesOf(author: string): Promise<void>;
  /** Returns the newest message that the user has read in each of these chats, by chat key. */
  findReads(uid: string, chatKeys: readonly string[]): Promise<Map<string, StoredMessage>>;
  /** Returns the newest message that the user has read in each of their chats. */
  findAllReads(uid: string): Promise<StoredMessage[]>;
  /** Returns how far a user has read each of their chats, as the number of the newest read message. */
  listReadsOf(uid: string): Promise<{ readonly chatKey: string; readonly seq: number }[]>;
  putRead(read: { readonly chatKey: string; readonly uid: string; readonly seq: number }): Promise<void>;
  removeReadsOf(uid: string): Promise<void>;
}

export const createMessageRepository = (connection: Connection): MessageRepository => {
  const knex = knexOf(connection);
  const messageTable = () => knex<MessageRow>('chat_message');
  const readTable = () => knex<ReadRow>('chat_read');
  const findFirstMessage = async (conditions: Partial<MessageRow>): Promise<StoredMessage | null> => {
    const row = await messageTable().where(conditions).first();
    return row === undefined ? null : toStoredMessage(row);
  };
  const readMessages = (uid: string) =>
    messageTable()
      .join(
        'chat_read',
        (joinClause) =>
          void joinClause.on('chat_read.chat_key', 'chat_message.chat_key').andOn('chat_read.seq', 'chat_message.seq'),
      )
      .where('chat_read.uid', uid)
      .select<MessageRow[]>('chat_message.*');
  const messagesByChat = (rows: readonly MessageRow[]): Map<string, StoredMessage> =>
    new Map(rows.map((row) => [row.chat_key, toStoredMessage(row)]));

  return {
    find: (key) => findFirstMessage({ key }),
    async findPresent(keys) {
      const rows = await readInChunks(keys, (keyChunk) =>
        messageTable().where({ is_removed: false }).whereIn('key', keyChunk).select('key'),
      );
      return new Set(rows.map(({ key }) => key));
    },
    findByClientKey: (chatKey, author, clientKey) =>
      findFirstMessage({ chat_key: chatKey, author, client_key: clientKey }),

    async findLast(chatKeys) {
      return messagesByChat(
        await query<MessageRow>(
          knex,
          sql`
        select chat_message.* from chat join chat_message on chat_message.chat_key = chat.key and chat_message.seq = chat.last_seq where chat.key in ${chatKeys}`,
        ),
      );
    },

    async list(chatKey, { limit, before }) {
      const query = messageTable().where({ chat_key: chatKey });
      if (before !== null) void query.andWhere('seq', '<', before);
      return (await query.orderBy('seq', 'desc').limit(limit)).map(toStoredMessage);
    },

    listByAuthor: async (author) =>
      (await messageTable().where({ author }).orderBy(['timestamp', 'key'])).map(toStoredMessage),

    listShowing: async (contentKind, contentId) =>
      (await messageTable().where({ content_id: contentId, content_kind: contentKind }).orderBy('chat_key')).map(
        toStoredMessage,
      ),
    isShownIn: async (chatKey, { contentKind, contentId }) =>
      (await messageTable()
        .where({ content_id: contentId, chat_key: chatKey, content_kind: contentKind, is_removed: false })
        .first('key')) !== undefined,

    async update({ key, chatKey, author, content, contentKind, contentId, clientKey, isReminderSent, isRemoved }) {
      await messageTable().where({ key }).update({
        author,
        content,
        content_kind: contentKind,
        content_id: contentId,
        client_key: clientKey,
        is_reminder_sent: isReminderSent,
        is_removed: isRemoved,
      });
      // Computes the last message of each member again, because the author of the message may have changed.
      const newestTimestamp = messageTable()
        .where({ chat_key: chatKey, author: knex.ref('chat_participant.uid') })
        .max('timestamp');
      await knex('chat_participant').where({ chat_key: chatKey }).update({ said_at: newestTimestamp });
    },

    async insert(message) {
      const {
        key,
        chatKey,
        seq,
        author,
        content,
        contentKind,
        contentId,
        timestamp,
        isReminderSent,
        clientKey,
        isRemoved,
      } = message;
      await query(
        knex,
        sql`
        insert into chat_message (key, chat_key, seq, author, content, content_kind, content_id, timestamp, is_reminder_sent, client_key, is_removed)
        values (${key}, ${chatKey}, ${seq}, ${author}, ${content}, ${contentKind}, ${contentId}, ${timestamp}, ${isReminderSent}, ${clientKey}, ${isRemoved})`,
      );
      await query(knex, sql`update chat set last_seq = ${seq}, updated_at = ${timestamp} where key = ${chatKey}`);
      await query(
        knex,
        sql`update chat_participant set said_at = ${timestamp} where chat_key = ${chatKey} and uid = ${author}`,
      );
      if (seq === FIRST_SEQ) await knex('chat_participant').where({ chat_key: chatKey }).update({ is_listed: true });
    },

    async removeContent(key) {
      await messageTable().where({ key }).update(EMPTIED_COLUMNS);
    },
    async emptyMessagesOf(author) {
      await messageTable()
        .where({ author })
        .update({ ...EMPTIED_COLUMNS, client_key: null });
    },

    findReads: async (uid, chatKeys) =>
      messagesByChat(await readMessages(uid).whereIn('chat_read.chat_key', [...chatKeys])),
    findAllReads: async (uid) => (await readMessages(uid)).map(toStoredMessage),
    listReadsOf: async (uid) =>
      (await readTable().where({ uid }).orderBy('chat_key')).map(({ chat_key, seq }) => ({ chatKey: chat_key, seq })),
    async putRead({ chatKey, uid, seq }) {
      await readTable().insert({ chat_key: chatKey, uid, seq }).onConflict(['chat_key', 'uid']).merge();
    },
    async removeReadsOf(uid) {
      await readTable().where({ uid }).delete();
    },
  };
};

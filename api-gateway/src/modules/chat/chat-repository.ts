import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Connection } from '../../platform';
import { knexOf } from '../../platform/database/knex-of';
import { query, sql } from '../../platform/database/statement';
import { createMessageRepository } from './message-repository';
import type { StoredMessage } from './message-repository';

/** A stored chat with its members and its last message. */
export interface StoredChat {
  readonly key: string;
  /**
   * Uids of all members of the chat, sorted, including erased users. A meetup's own chat is different: only there can
   * users join or leave later, and the members are in the order in which they joined, so that a new member doesn't
   * change the chat's title.
   */
  readonly participantKeys: readonly string[];
  /** Uids of the users who have left the chat, in the order in which they had joined it. */
  readonly formerKeys: readonly string[];
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Newest message of the chat; null in an empty chat. */
  readonly last: StoredMessage | null;
  /** Time of each member's last message, by uid. Members without a message are absent. */
  readonly saidAt: ReadonlyMap<string, number>;
  /**
   * Uids of the members who see the chat in their list: all members; before the first message, only those who have
   * opened the chat.
   */
  readonly listedUids: readonly string[];
}

interface ChatRow {
  readonly key: string;
  /**
   * Identity of the chat: a hash of its members, or for a meetup's own chat a hash of the meetup (`meetupIdentity`).
   */
  readonly people: string;
  readonly created_at: number | string;
  readonly updated_at: number | string;
  readonly last_seq: number;
}

interface ParticipantRow {
  readonly chat_key: string;
  readonly uid: string;
  /** Time of the member's last message in the chat; null without one. */
  readonly said_at: number | string | null;
  /** Whether the member sees the chat in the list of chats. */
  readonly is_listed: boolean | number;
  /** Position of the member in a meetup's own chat, counted from 0; 0 in all other chats. */
  readonly seat: number;
  /**
   * Whether the user has left the chat. Only a meetup's own chat can be left. The user's messages stay, with the name.
   */
  readonly has_left: boolean | number;
}

/** Which page of a user's chats to return; the last updated chat comes first. */
interface ChatPage {
  readonly limit: number;
  /** Last chat of the previous page; null for the first page. */
  readonly beforeChat: Pick<StoredChat, 'key' | 'updatedAt'> | null;
}

/** A chat that the repository's `insert` adds. */
interface NewChat {
  readonly key: string;
  readonly uids: readonly string[];
  readonly createdAt: number;
  /** Key of the invitation, for a meetup's own chat; absent for the chat of exactly these people. */
  readonly invitationKey?: string;
}

/** Repository that stores chats and their members. */
export interface ChatRepository {
  find(chatKey: string): Promise<StoredChat | null>;
  /** Returns the chats with these keys, in the order of the keys. */
  findAll(chatKeys: readonly string[]): Promise<StoredChat[]>;
  /** Returns the chat of exactly these people; null if they have none. Never returns a meetup's own chat. */
  findOfPeople(uids: readonly string[]): Promise<StoredChat | null>;
  /** Returns a meetup's own chat; null while the meetup has none. */
  findOfMeetup(invitationKey: string): Promise<StoredChat | null>;
  /**
   * Adds a chat that isn't in anybody's list yet: the chat of exactly these people, or with `invitationKey` a meetup's
   * own chat. If another gateway has just added the same chat, that chat stays.
   */
  insert(chat: NewChat): Promise<void>;
  /**
   * Adds a member to a meetup's own chat, and the chat to the member's list. A user who had left it gets their position
   * back.
   */
  addMember(uid: string, chatKey: string): Promise<void>;
  /** Removes a member from a meetup's own chat, and the chat from the member's list. */
  removeMember(uid: string, chatKey: string): Promise<void>;
  /**
   * Adds an empty chat to the list of the member who has opened it. The chat's first message adds it to the lists of
   * all members.
   */
  addToListOf(uid: string, chatKey: string): Promise<void>;
  /**
   * Returns a page of the chats in a user's list, the last updated first. Chats with the same time are sorted by key,
   * descending.
   */
  listChatsOf(uid: string, page: ChatPage): Promise<StoredChat[]>;
  /** Returns the keys of all chats in a user's list. */
  listAllKeysOf(uid: string): Promise<string[]>;
  /**
   * Returns the keys of the chats that a user is a member of or has left, in ascending order: at most `limit` keys, all
   * greater than `after`.
   */
  listKeysOf(uid: string, range: { readonly after: string; readonly limit: number }): Promise<string[]>;
  isParticipant(key: string, uid: string): Promise<boolean>;
  /** Returns those of `otherUids` who share at least one chat with the user. */
  findCompanions(uid: string, otherUids: readonly string[]): Promise<Set<string>>;
  /** Removes from a user's list the chats in which no other member has an account. Returns the keys of these chats. */
  removeChatsWithoutOtherAccounts(uid: string): Promise<string[]>;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/**
 * Computes a hash of a chat's members, independent of their order. The comma separates uids, because a uid contains
 * none.
 */
const peopleHash = (uids: readonly string[]): string => hashOf([...new Set(uids)].sort().join(','));

/** Computes the identity of a meetup's own chat. It never equals a hash of people, because hashes contain no colon. */
const meetupIdentity = (invitationKey: string): string => `meetup:${hashOf(invitationKey)}`;

const groupParticipants = (rows: readonly ParticipantRow[]): Map<string, ParticipantRow[]> => {
  const participantsByChat = new Map<string, ParticipantRow[]>();
  for (const row of rows) participantsByChat.set(row.chat_key, [...(participantsByChat.get(row.chat_key) ?? []), row]);
  return participantsByChat;
};

const lastWrittenAtByUidOf = (rows: readonly ParticipantRow[]): Map<string, number> =>
  new Map(rows.flatMap(({ uid, said_at }) => (said_at === null ? [] : [[uid, Number(said_at)]])));

const createChatReads = (
  knex: Knex,
): Pick<ChatRepository, 'find' | 'findAll' | 'findOfPeople' | 'findOfMeetup' | 'listChatsOf'> => {
  const completeChats = async (rows: readonly ChatRow[]): Promise<StoredChat[]> => {
    const keys = rows.map(({ key }) => key);
    const participantsByChat = groupParticipants(
      await query<ParticipantRow>(
        knex,
        sql`select chat_key, uid, said_at, is_listed, seat, has_left from chat_participant where chat_key in ${keys} order by seat, uid`,
      ),
    );
    const lastMessages = await createMessageRepository(knex).findLast(keys);
    return rows.map(({ key, created_at, updated_at }) => {
      const participants = participantsByChat.get(key) ?? [];
      return {
        key,
        participantKeys: participants.flatMap(({ uid, has_left }) => (has_left ? [] : [uid])),
        formerKeys: participants.flatMap(({ uid, has_left }) => (has_left ? [uid] : [])),
        createdAt: Number(created_at),
        updatedAt: Number(updated_at),
        last: lastMessages.get(key) ?? null,
        saidAt: lastWrittenAtByUidOf(participants),
        listedUids: participants.flatMap(({ uid, is_listed }) => (is_listed ? [uid] : [])),
      };
    });
  };

  const findAll = async (keys: readonly string[]): Promise<StoredChat[]> => {
    const chatByKey = new Map(
      (
        await completeChats(
          await query<ChatRow>(
            knex,
            sql`select key, people, created_at, updated_at, last_seq from chat where key in ${keys}`,
          ),
        )
      ).map((chat) => [chat.key, chat]),
    );
    return keys.flatMap((key) => chatByKey.get(key) ?? []);
  };

  const findByIdentity = async (people: string): Promise<StoredChat | null> =>
    (await completeChats(await knex<ChatRow>('chat').where({ people })))[0] ?? null;

  return {
    findAll,
    find: async (key) => (await findAll([key]))[0] ?? null,
    findOfPeople: (uids) => findByIdentity(peopleHash(uids)),
    findOfMeetup: (invitationKey) => findByIdentity(meetupIdentity(invitationKey)),

    async listChatsOf(uid, { limit, beforeChat }) {
      const query = knex<ChatRow>('chat').whereIn(
        'key',
        knex<ParticipantRow>('chat_participant').where({ uid, is_listed: true }).select('chat_key'),
      );
      if (beforeChat !== null) {
        void query.andWhere((olderThanCursor) => {
          void olderThanCursor
            .where('updated_at', '<', beforeChat.updatedAt)
            .orWhere(
              (tieCondition) =>
                void tieCondition.where('updated_at', beforeChat.updatedAt).andWhere('key', '<', beforeChat.key),
            );
        });
      }
      return completeChats(
        await query
          .orderBy([
            { column: 'updated_at', order: 'desc' },
            { column: 'key', order: 'desc' },
          ])
          .limit(limit)
          .select(),
      );
    },
  };
};

export const createChatRepository = (connection: Connection): ChatRepository => {
  const knex = knexOf(connection);
  const participantTable = () => knex<ParticipantRow>('chat_participant');
  return {
    ...createChatReads(knex),

    async insert({ key, uids, createdAt, invitationKey }) {
      const people = invitationKey === undefined ? peopleHash(uids) : meetupIdentity(invitationKey);
      const addedRows = await knex<ChatRow>('chat')
        .insert({ key, people, created_at: createdAt, updated_at: createdAt, last_seq: 0 })
        .onConflict('people')
        .ignore()
        .returning('key');
      if (addedRows.length > 0)
        await participantTable().insert(
          [...new Set(uids)].map((uid, index) => ({
            chat_key: key,
            uid,
            said_at: null,
            is_listed: false,
            seat: invitationKey === undefined ? 0 : index,
            has_left: false,
          })),
        );
    },

    async addMember(uid, chatKey) {
      const returnedCount = await participantTable()
        .where({ chat_key: chatKey, uid })
        .update({ has_left: false, is_listed: true });
      if (returnedCount > 0) return;
      const [lastMember] = await participantTable().where({ chat_key: chatKey }).orderBy('seat', 'desc').limit(1);
      const seat = (lastMember?.seat ?? -1) + 1;
      await participantTable().insert({
        chat_key: chatKey,
        uid,
        said_at: null,
        is_listed: true,
        seat,
        has_left: false,
      });
    },

    async removeMember(uid, chatKey) {
      await participantTable().where({ chat_key: chatKey, uid }).update({ has_left: true, is_listed: false });
    },

    async addToListOf(uid, chatKey) {
      await participantTable().where({ chat_key: chatKey, uid }).update({ is_listed: true });
    },

    listAllKeysOf: async (uid) =>
      (await participantTable().where({ uid, is_listed: true }).orderBy('chat_key').select('chat_key')).map(
        (row) => row.chat_key,
      ),

    async listKeysOf(uid, { after, limit }) {
      return (
        await participantTable()
          .where({ uid })
          .andWhere('chat_key', '>', after)
          .orderBy('chat_key')
          .limit(limit)
          .select('chat_key')
      ).map((row) => row.chat_key);
    },

    isParticipant: async (key, uid) =>
      (
        await query(
          connection,
          sql`select uid from chat_participant where chat_key = ${key} and uid = ${uid} and not has_left`,
        )
      ).length > 0,

    async findCompanions(uid, otherUids) {
      const ownChatKeys = participantTable().where({ uid, has_left: false }).select('chat_key');
      return new Set(
        (
          await participantTable()
            .where({ has_left: false })
            .whereIn('uid', [...otherUids])
            .whereIn('chat_key', ownChatKeys)
            .distinct('uid')
        ).map((row) => row.uid),
      );
    },

    async removeChatsWithoutOtherAccounts(uid) {
      const ownChatKeys = participantTable().where({ uid }).select('chat_key');
      const occupiedChatKeys = participantTable()
        .join('user', 'user.uid', 'chat_participant.uid')
        .whereNot('user.uid', uid)
        .andWhere('chat_participant.has_left', false)
        .select('chat_key');
      const desertedChats = (
        await knex<ChatRow>('chat').whereIn('key', ownChatKeys).whereNotIn('key', occupiedChatKeys).select('key')
      ).map(({ key }) => key);
      for (const key of desertedChats) await knex<ChatRow>('chat').where({ key }).delete();
      return desertedChats;
    },
  };
};

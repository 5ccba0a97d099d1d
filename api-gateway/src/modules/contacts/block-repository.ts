import { insertInChunks, readInChunks } from '../../platform';
import type { Connection } from '../../platform';
import { knexOf } from '../../platform/database/knex-of';
import { query, sql } from '../../platform/database/statement';

/** Blocks between a user and another person, as seen from the user. */
export interface BlockState {
  /** Whether the user blocks the other person. */
  readonly isBlocked: boolean;
  /** Whether the other person blocks the user. */
  readonly isBlockedBy: boolean;
}

/** Uids of the user who blocks and of the blocked user. */
export interface Block {
  readonly blocker: string;
  readonly blocked: string;
}

/** A block in the export of the blocking user's data. */
interface StoredBlock {
  readonly uid: string;
  readonly createdAt: number;
}

interface BlockRow {
  readonly blocker_uid: string;
  readonly blocked_uid: string;
  readonly created_at: number | string;
}

export interface BlockRepository {
  /** Adds blocks of `uid` against `otherUids`. Existing blocks keep their time. */
  add(uid: string, otherUids: readonly string[], now: number): Promise<void>;
  /** Removes blocks of a user. Returns the uids of the people who really were blocked. */
  remove(uid: string, otherUids: readonly string[]): Promise<string[]>;
  /** Returns the people whom a user blocks. */
  findBlockedBy(uid: string): Promise<StoredBlock[]>;
  /** Returns the uids of the people who block a user. */
  findBlockersOf(uid: string): Promise<string[]>;
  countBlockedBy(uid: string): Promise<number>;
  /** Returns the blocks between a user and `otherUids`, by the other's uid. Others without a block are absent. */
  findBetween(uid: string, otherUids: readonly string[]): Promise<ReadonlyMap<string, BlockState>>;
  /** Returns the blocks in which both users are among `uids`. Meant for the members of a chat, about ten uids. */
  findAmong(uids: readonly string[]): Promise<Block[]>;
}

export const createBlockRepository = (connection: Connection): BlockRepository => {
  const knex = knexOf(connection);
  const blockTable = () => knex<BlockRow>('user_block');

  return {
    async add(uid, otherUids, now) {
      const blockRows = [...new Set(otherUids)].map((otherUid) => ({
        blocker_uid: uid,
        blocked_uid: otherUid,
        created_at: now,
      }));
      await insertInChunks(blockRows, (chunk) =>
        blockTable().insert(chunk).onConflict(['blocker_uid', 'blocked_uid']).ignore(),
      );
    },
    async remove(uid, otherUids) {
      const blockRows = await readInChunks(otherUids, (chunk) =>
        blockTable().where({ blocker_uid: uid }).whereIn('blocked_uid', chunk).select('blocked_uid'),
      );
      const removedUids = blockRows.map(({ blocked_uid }) => blocked_uid);
      for (const blocked_uid of removedUids) await blockTable().where({ blocker_uid: uid, blocked_uid }).delete();
      return removedUids;
    },
    async findBlockedBy(uid) {
      const blockRows = await blockTable()
        .where({ blocker_uid: uid })
        .orderBy(['created_at', 'blocked_uid'])
        .select('blocked_uid', 'created_at');
      return blockRows.map(({ blocked_uid, created_at }) => ({ uid: blocked_uid, createdAt: Number(created_at) }));
    },
    findBlockersOf: async (uid) =>
      (await blockTable().where({ blocked_uid: uid }).orderBy('blocker_uid').select('blocker_uid')).map(
        ({ blocker_uid }) => blocker_uid,
      ),
    async countBlockedBy(uid) {
      const [countRow] = await blockTable()
        .where({ blocker_uid: uid })
        .count<{ count: number | string }[]>({ count: '*' });
      return Number(countRow?.count ?? 0);
    },
    async findBetween(uid, otherUids) {
      const blocked = new Set(
        (
          await readInChunks(otherUids, (chunk) =>
            blockTable().where({ blocker_uid: uid }).whereIn('blocked_uid', chunk).select('blocked_uid'),
          )
        ).map((row) => row.blocked_uid),
      );
      const blockers = new Set(
        (
          await readInChunks(otherUids, (chunk) =>
            blockTable().where({ blocked_uid: uid }).whereIn('blocker_uid', chunk).select('blocker_uid'),
          )
        ).map((row) => row.blocker_uid),
      );
      return new Map(
        [...blocked, ...blockers].map((otherUid) => [
          otherUid,
          { isBlocked: blocked.has(otherUid), isBlockedBy: blockers.has(otherUid) },
        ]),
      );
    },
    async findAmong(uids) {
      const blockRows = await query<BlockRow>(
        knex,
        sql`select * from user_block where blocker_uid in ${uids} and blocked_uid in ${uids} order by blocker_uid, blocked_uid`,
      );
      return blockRows.map(({ blocker_uid, blocked_uid }) => ({ blocker: blocker_uid, blocked: blocked_uid }));
    },
  };
};

/** State between two users of whom neither blocks the other. */
export const NO_BLOCK: BlockState = { isBlocked: false, isBlockedBy: false };

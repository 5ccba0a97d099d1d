import { insertInChunks, readInChunks } from '../../platform';
import type { Connection } from '../../platform';
import { knexOf } from '../../platform/database/knex-of';
import { query, sql } from '../../platform/database/statement';

/** What stands between somebody and another person, as that somebody sees it. */
export interface BlockState {
  /** They block the other. */
  readonly isBlocked: boolean;
  /** The other blocks them. */
  readonly isBlockedBy: boolean;
}

/** One who blocks and one who is blocked. */
export interface Block {
  readonly blocker: string;
  readonly blocked: string;
}

/** A block as its owner may read it. */
interface StoredBlock {
  readonly uid: string;
  readonly createdAt: number;
}

interface BlockRow {
  readonly blocker_uid: string;
  readonly blocked_uid: string;
  readonly created_at: number | string;
}

/** Who blocks whom. */
export interface BlockRepository {
  /** Blocks people; who is blocked already stays so. */
  add(uid: string, others: readonly string[], at: number): Promise<void>;
  /** Takes blocks back and returns who was blocked. */
  remove(uid: string, others: readonly string[]): Promise<string[]>;
  /** Whom somebody blocks. */
  findBlockedBy(uid: string): Promise<StoredBlock[]>;
  /** Who blocks somebody. */
  findBlockersOf(uid: string): Promise<string[]>;
  countBlockedBy(uid: string): Promise<number>;
  /** Everything that stands between somebody and these others; who isn't in it neither blocks nor is blocked. */
  findBetween(uid: string, others: readonly string[]): Promise<ReadonlyMap<string, BlockState>>;
  /** Blocks of which both ends are among these people, ten or so. */
  findAmong(uids: readonly string[]): Promise<Block[]>;
}

/** Blocks in the database. */
export const createBlockRepository = (connection: Connection): BlockRepository => {
  const knex = knexOf(connection);
  const blocks = () => knex<BlockRow>('user_block');

  return {
    async add(uid, others, at) {
      const rows = [...new Set(others)].map((other) => ({ blocker_uid: uid, blocked_uid: other, created_at: at }));
      await insertInChunks(rows, (chunk) => blocks().insert(chunk).onConflict(['blocker_uid', 'blocked_uid']).ignore());
    },
    async remove(uid, others) {
      const held = await readInChunks(others, (chunk) =>
        blocks().where({ blocker_uid: uid }).whereIn('blocked_uid', chunk).select('blocked_uid'),
      );
      const removed = held.map(({ blocked_uid }) => blocked_uid);
      for (const blocked_uid of removed) await blocks().where({ blocker_uid: uid, blocked_uid }).delete();
      return removed;
    },
    async findBlockedBy(uid) {
      const rows = await blocks()
        .where({ blocker_uid: uid })
        .orderBy(['created_at', 'blocked_uid'])
        .select('blocked_uid', 'created_at');
      return rows.map(({ blocked_uid, created_at }) => ({ uid: blocked_uid, createdAt: Number(created_at) }));
    },
    findBlockersOf: async (uid) =>
      (await blocks().where({ blocked_uid: uid }).orderBy('blocker_uid').select('blocker_uid')).map(
        ({ blocker_uid }) => blocker_uid,
      ),
    async countBlockedBy(uid) {
      const [row] = await blocks().where({ blocker_uid: uid }).count<{ count: number | string }[]>({ count: '*' });
      return Number(row?.count ?? 0);
    },
    async findBetween(uid, others) {
      const blocked = new Set(
        (
          await readInChunks(others, (chunk) =>
            blocks().where({ blocker_uid: uid }).whereIn('blocked_uid', chunk).select('blocked_uid'),
          )
        ).map((row) => row.blocked_uid),
      );
      const blockers = new Set(
        (
          await readInChunks(others, (chunk) =>
            blocks().where({ blocked_uid: uid }).whereIn('blocker_uid', chunk).select('blocker_uid'),
          )
        ).map((row) => row.blocker_uid),
      );
      return new Map(
        [...blocked, ...blockers].map((other) => [
          other,
          { isBlocked: blocked.has(other), isBlockedBy: blockers.has(other) },
        ]),
      );
    },
    async findAmong(uids) {
      const rows = await query<BlockRow>(
        knex,
        sql`select * from user_block where blocker_uid in ${uids} and blocked_uid in ${uids} order by blocker_uid, blocked_uid`,
      );
      return rows.map(({ blocker_uid, blocked_uid }) => ({ blocker: blocker_uid, blocked: blocked_uid }));
    },
  };
};

/** Nobody blocks anybody. */
export const NO_BLOCK: BlockState = { isBlocked: false, isBlockedBy: false };

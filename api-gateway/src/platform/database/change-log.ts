import { randomBytes } from 'node:crypto';
import type { Op } from '@mahlzeit/contract';
import type { Knex } from 'knex';
import { invariant } from '../invariant';
import type { Connection, Database } from './database';
import { insertAsJson, isPostgres } from './engine-sql';
import { knexOf } from './knex-of';
import { insertInChunks, readInChunks, readSetting, writeSetting } from './rows';
import { query, sql } from './statement';

/** Latest position of a topic in the change log, and the position after which its changes are still stored. */
export interface TopicHead {
  readonly name: string;
  /** Number of the topic's latest change; 0 before the first one. */
  readonly seq: number;
  /** Id of the history to which the numbers belong. A cursor with another epoch is invalid. */
  readonly epoch: string;
  /** Number of the latest change that was deleted from the log. */
  readonly floor: number;
}

/** Topic in which each gateway reads changes of users' rights. Clients can't follow it. */
export const RIGHTS_TOPIC = 'rights';

/** Returns the log name of a user's own topic. On the socket every user calls this topic `me`. */
export const userLogName = (uid: string): string => `user/${uid}`;

/** An operation that a write records in the change log of a topic. */
export interface RecordedOp {
  readonly topic: string;
  readonly op: Op;
}

/** A stored change. Changes of one write have the same `tx`. `op` is JSON. */
export interface TopicChange {
  readonly seq: number;
  readonly tx: string;
  readonly op: string;
}

/** Changes that one write has appended to a topic. */
export interface AppendedChanges {
  /** Head of the topic after these changes. */
  readonly head: TopicHead;
  /** All changes of the write in this topic, in order. */
  readonly changes: readonly TopicChange[];
}

/** Changes that one write has appended to the log. */
export interface AppendedWrite {
  /** The changes of each topic, sorted by the topic's name. */
  readonly topics: readonly AppendedChanges[];
  /** Head of the rights topic after this write. */
  readonly rights: TopicHead;
}

interface ChangeRow extends TopicChange {
  readonly topic: string;
  readonly at: number;
}

const EPOCH_SETTING = 'epoch';

const epochOf = async (knex: Knex): Promise<string> => {
  const epoch = await readSetting(knex, EPOCH_SETTING);
  invariant(epoch, 'setting', EPOCH_SETTING);
  return epoch;
};

/** Reads the head of a topic. A topic without changes is at 0 in the database's epoch. */
export const readHead = async (connection: Connection, topicName: string): Promise<TopicHead> => {
  const [topicHead] = await query<TopicHead>(
    connection,
    sql`select name, seq, epoch, floor from topic where name = ${topicName}`,
  );
  return topicHead ?? { name: topicName, seq: 0, epoch: await epochOf(knexOf(connection)), floor: 0 };
};

/** Reads the heads of topics. Topics without changes are absent. */
export const readHeads = async (connection: Connection, topicNames: readonly string[]): Promise<TopicHead[]> =>
  knexOf(connection)<TopicHead>('topic')
    .whereIn('name', [...topicNames])
    .select();

/** Reads the next changes of a topic after `seq`, in order. */
export const readChanges = async (
  connection: Connection,
  topicName: string,
  changeRange: { after: number; limit: number },
): Promise<TopicChange[]> =>
  knexOf(connection)<ChangeRow>('change')
    .where({ topic: topicName })
    .andWhere('seq', '>', changeRange.after)
    .orderBy('seq')
    .limit(changeRange.limit)
    .select('seq', 'tx', 'op');

/**
 * Locks the heads of topics until the commit where several writes run at the same time, and returns the head of the
 * rights topic. The order is always the same, so that no two writes wait for each other: first the rights, then the
 * topics by name. The rights are locked in every write. A write whose snapshot is older than a change of rights
 * therefore fails and runs again, and nobody gets a change that was committed after they lost the right to see it.
 */
const lockHeads = async (trx: Knex.Transaction, topicNames: readonly string[]): Promise<TopicHead> => {
  if (!isPostgres(trx)) return readHead(trx, RIGHTS_TOPIC);
  const rightsQuery = trx<TopicHead>('topic').where({ name: RIGHTS_TOPIC });
  const [rightsHead] = await (topicNames.includes(RIGHTS_TOPIC) ? rightsQuery.forUpdate() : rightsQuery.forShare());
  invariant(rightsHead, 'topic', RIGHTS_TOPIC);
  const otherNames = topicNames.filter((topicName) => topicName !== RIGHTS_TOPIC);
  await readInChunks(otherNames, (nameChunk) =>
    trx<TopicHead>('topic').whereIn('name', nameChunk).orderBy('name').forUpdate().select('name'),
  );
  return rightsHead;
};

/**
 * Raises the head (last sequence number) of each topic by `sequenceCount`, creates missing heads, and returns all of
 * them. No number is given twice, because the write holds the locks of the heads. Other connections see the heads after
 * the commit.
 */
const raiseHeads = async (
  trx: Knex.Transaction,
  topicNames: readonly string[],
  sequenceCount: number,
): Promise<TopicHead[]> => {
  const raisedHeads = await readInChunks(topicNames, (nameChunk) =>
    query<TopicHead>(
      trx,
      sql`update topic set seq = seq + ${sequenceCount} where name in ${nameChunk} returning name, seq, epoch, floor`,
    ),
  );
  if (raisedHeads.length === topicNames.length) return raisedHeads;
  const raisedNames = new Set(raisedHeads.map(({ name }) => name));
  const epoch = await epochOf(trx);
  const newHeads = topicNames
    .filter((topicName) => !raisedNames.has(topicName))
    .map((topicName): TopicHead => ({ name: topicName, seq: sequenceCount, epoch, floor: 0 }));
  await insertInChunks(newHeads, (headChunk) => trx<TopicHead>('topic').insert(headChunk));
  return [...raisedHeads, ...newHeads];
};

const groupByTopic = (recordedOps: readonly RecordedOp[]): Map<string, Op[]> => {
  const opsByTopic = new Map<string, Op[]>();
  for (const { topic, op } of recordedOps) {
    const topicOps = opsByTopic.get(topic);
    if (topicOps === undefined) opsByTopic.set(topic, [op]);
    else topicOps.push(op);
  }
  return opsByTopic;
};

// On SQLite the statement of a row takes as long as its part of a statement for all rows.
const insertChanges = async (trx: Knex.Transaction, changeRows: readonly ChangeRow[]): Promise<void> => {
  if (isPostgres(trx) && changeRows.length > 1)
    return insertAsJson(trx, { table: 'change', columns: ['topic', 'seq', 'at', 'tx', 'op'], rows: changeRows });
  for (const { topic, seq, at: writtenAt, tx, op } of changeRows)
    await query(
      trx,
      sql`insert into change (topic, seq, at, tx, op) values (${topic}, ${seq}, ${writtenAt}, ${tx}, ${op})`,
    );
};

/** Appends the recorded ops of a write to the log; returns null when there are none. */
export const appendChanges = async (
  trx: Knex.Transaction,
  committedWrite: { readonly tx: string; readonly at: number; readonly ops: readonly RecordedOp[] },
): Promise<AppendedWrite | null> => {
  if (committedWrite.ops.length === 0) return null;
  const opsByTopic = groupByTopic(committedWrite.ops);
  const sortedNames = [...opsByTopic.keys()].sort();
  const rightsHead = await lockHeads(trx, sortedNames);
  const headByTopic = new Map<string, TopicHead>();
  // One statement raises the heads of all topics with the same number of changes.
  for (const sequenceCount of new Set([...opsByTopic.values()].map((opsOfTopic) => opsOfTopic.length))) {
    const topicNames = sortedNames.filter((topicName) => opsByTopic.get(topicName)?.length === sequenceCount);
    for (const topicHead of await raiseHeads(trx, topicNames, sequenceCount))
      headByTopic.set(topicHead.name, topicHead);
  }
  const appendedTopics = [...opsByTopic]
    .map(([topicName, opsOfTopic]): AppendedChanges => {
      const topicHead = headByTopic.get(topicName);
      invariant(topicHead, 'topic', topicName);
      const seqBefore = topicHead.seq - opsOfTopic.length;
      return {
        head: topicHead,
        changes: opsOfTopic.map((topicOp, index) => ({
          seq: seqBefore + index + 1,
          tx: committedWrite.tx,
          op: JSON.stringify(topicOp),
        })),
      };
    })
    .sort((leftTopic, rightTopic) => (leftTopic.head.name < rightTopic.head.name ? -1 : 1));
  const changeRows = appendedTopics.flatMap(({ head, changes }) =>
    changes.map((topicChange): ChangeRow => ({ topic: head.name, at: committedWrite.at, ...topicChange })),
  );
  await insertChanges(trx, changeRows);
  // The head of the rights topic is included: before the hub sends these changes, it checks all rights that changed up
  // to this head.
  return { topics: appendedTopics, rights: headByTopic.get(RIGHTS_TOPIC) ?? rightsHead };
};

/**
 * Begins a new history as part of a write: with a new epoch, without changes, at the topics' present positions. Every
 * client comes with a cursor of the old epoch and gets a new snapshot.
 */
export const startNewEpoch = async (connection: Connection): Promise<void> => {
  const trx = knexOf(connection);
  const epoch = randomBytes(9).toString('base64url');
  await writeSetting(connection, EPOCH_SETTING, epoch);
  await trx('change').delete();
  await trx<TopicHead>('topic').update({ epoch, floor: trx.raw('??', ['seq']) });
  // Writes on PostgreSQL lock this row, see lockHeads.
  await trx<TopicHead>('topic').insert({ name: RIGHTS_TOPIC, seq: 0, epoch, floor: 0 }).onConflict('name').ignore();
};

/** Deletes every change of a topic as part of a write. Followers of the topic get a new snapshot. */
export const forgetChanges = async (connection: Connection, topicName: string): Promise<void> => {
  const trx = knexOf(connection);
  await trx<TopicHead>('topic')
    .where({ name: topicName })
    .update({ floor: trx.raw('??', ['seq']) });
  await trx('change').where({ topic: topicName }).delete();
};

/** Limits of the change log: age in milliseconds, and number of changes of a topic. */
interface ChangeRetention {
  readonly keepMs: number;
  readonly keepRows: number;
}

/** 72 hours of real time, and at most 10,000 changes of a topic. */
export const defaultRetention: ChangeRetention = { keepMs: 72 * 60 * 60 * 1000, keepRows: 10_000 };

interface TopicFloor {
  readonly name: string;
  readonly floor: number;
}

const findExpiredFloors = async (connection: Connection, expiredBefore: number): Promise<TopicFloor[]> =>
  knexOf(connection)<{ topic: string; seq: number; at: number }>('change')
    .where('at', '<', expiredBefore)
    .groupBy('topic')
    .select({ name: 'topic' })
    .max<TopicFloor[]>({ floor: 'seq' });

const findExcessFloors = async (connection: Connection, keepRows: number): Promise<TopicFloor[]> => {
  const topicHeads = await knexOf(connection)<TopicHead>('topic')
    .whereRaw('seq - floor > ?', [keepRows])
    .select('name', 'seq');
  return topicHeads.map(({ name, seq }) => ({ name, floor: seq - keepRows }));
};

const raiseFloor = async (connection: Connection, { name, floor }: TopicFloor): Promise<void> => {
  const trx = knexOf(connection);
  await trx<TopicHead>('topic').where({ name }).andWhere('floor', '<', floor).update({ floor });
  await trx('change').where({ topic: name }).andWhere('seq', '<=', floor).delete();
};

/**
 * Deletes expired changes, with one short write for each topic. A reader whose position is before the new floor gets a
 * new snapshot.
 */
export const pruneChangeLog = async (
  database: Database,
  { retention, realNow }: { retention: ChangeRetention; realNow: number },
): Promise<void> => {
  const newFloors = await database.read(async (connection) => [
    ...(await findExpiredFloors(connection, realNow - retention.keepMs)),
    ...(await findExcessFloors(connection, retention.keepRows)),
  ]);
  for (const newFloor of newFloors) await database.write((tx) => raiseFloor(tx.knex, newFloor));
};

import type { Op } from '@mahlzeit/contract';
import type { Knex } from 'knex';
import { invariant } from '../invariant';
import type { Connection, Database } from './database';
import { knexOf } from './knex-of';
import { insertInChunks, readInChunks, readSetting } from './rows';
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
export interface Change {
  readonly seq: number;
  readonly tx: string;
  readonly op: string;
}

/** Changes that one write has appended to a topic. */
export interface AppendedChanges {
  /** Head of the topic after these changes. */
  readonly head: TopicHead;
  /** All changes of the write in this topic, in order. */
  readonly changes: readonly Change[];
}

/** Changes that one write has appended to the log. */
export interface AppendedWrite {
  /** The changes of each topic, sorted by the topic's name. */
  readonly topics: readonly AppendedChanges[];
  /** Head of the rights topic after this write. */
  readonly rights: TopicHead;
}

interface ChangeRow extends Change {
  readonly topic: string;
  readonly at: number;
}

const epochOf = async (knex: Knex): Promise<string> => {
  const epoch = await readSetting(knex, 'epoch');
  invariant(epoch, 'setting', 'epoch');
  return epoch;
};

/** Reads the head of a topic. A topic without changes is at 0 in the database's epoch. */
export const readHead = async (connection: Connection, name: string): Promise<TopicHead> => {
  const [head] = await query<TopicHead>(
    connection,
    sql`select name, seq, epoch, floor from topic where name = ${name}`,
  );
  return head ?? { name, seq: 0, epoch: await epochOf(knexOf(connection)), floor: 0 };
};

/** Reads the heads of topics. Topics without changes are absent. */
export const readHeads = async (connection: Connection, names: readonly string[]): Promise<TopicHead[]> =>
  knexOf(connection)<TopicHead>('topic')
    .whereIn('name', [...names])
    .select();

/** Reads the next changes of a topic after `seq`, in order. */
export const readChanges = async (
  connection: Connection,
  topic: string,
  range: { after: number; limit: number },
): Promise<Change[]> =>
  knexOf(connection)<ChangeRow>('change')
    .where({ topic })
    .andWhere('seq', '>', range.after)
    .orderBy('seq')
    .limit(range.limit)
    .select('seq', 'tx', 'op');

/**
 * Raises the heads of topics by `count`, creates the missing heads, and returns all of them. Other connections see the
 * new heads only after the commit, and only one write runs at a time.
 */
const raiseHeads = async (trx: Knex.Transaction, names: readonly string[], count: number): Promise<TopicHead[]> => {
  const raisedHeads = await readInChunks(names, (chunk) =>
    query<TopicHead>(
      trx,
      sql`update topic set seq = seq + ${count} where name in ${chunk} returning name, seq, epoch, floor`,
    ),
  );
  if (raisedHeads.length === names.length) return raisedHeads;
  const raisedNames = new Set(raisedHeads.map(({ name }) => name));
  const epoch = await epochOf(trx);
  const newHeads = names
    .filter((name) => !raisedNames.has(name))
    .map((name): TopicHead => ({ name, seq: count, epoch, floor: 0 }));
  await insertInChunks(newHeads, (chunk) => trx<TopicHead>('topic').insert(chunk));
  return [...raisedHeads, ...newHeads];
};

const groupByTopic = (ops: readonly RecordedOp[]): Map<string, Op[]> => {
  const opsByTopic = new Map<string, Op[]>();
  for (const { topic, op } of ops) {
    const topicOps = opsByTopic.get(topic);
    if (topicOps === undefined) opsByTopic.set(topic, [op]);
    else topicOps.push(op);
  }
  return opsByTopic;
};

/** Appends the recorded ops of a write to the log; returns null when there are none. */
export const appendChanges = async (
  trx: Knex.Transaction,
  write: { readonly tx: string; readonly at: number; readonly ops: readonly RecordedOp[] },
): Promise<AppendedWrite | null> => {
  if (write.ops.length === 0) return null;
  const opsByTopic = groupByTopic(write.ops);
  const headByTopic = new Map<string, TopicHead>();
  // One statement raises the heads of all topics with the same number of changes.
  for (const count of new Set([...opsByTopic.values()].map((ops) => ops.length))) {
    const names = [...opsByTopic].flatMap(([name, ops]) => (ops.length === count ? [name] : []));
    for (const head of await raiseHeads(trx, names, count)) headByTopic.set(head.name, head);
  }
  const topics = [...opsByTopic]
    .map(([name, ops]): AppendedChanges => {
      const head = headByTopic.get(name);
      invariant(head, 'topic', name);
      const seqBefore = head.seq - ops.length;
      return {
        head,
        changes: ops.map((op, index) => ({ seq: seqBefore + index + 1, tx: write.tx, op: JSON.stringify(op) })),
      };
    })
    .sort((left, right) => (left.head.name < right.head.name ? -1 : 1));
  const changeRows = topics.flatMap(({ head, changes }) =>
    changes.map((change): ChangeRow => ({ topic: head.name, at: write.at, ...change })),
  );
  for (const { topic, seq, at: writtenAt, tx, op } of changeRows)
    await query(
      trx,
      sql`insert into change (topic, seq, at, tx, op) values (${topic}, ${seq}, ${writtenAt}, ${tx}, ${op})`,
    );
  // The head of the rights topic is included: before the hub sends these changes, it checks all rights that changed up
  // to this head.
  return { topics, rights: headByTopic.get(RIGHTS_TOPIC) ?? (await readHead(trx, RIGHTS_TOPIC)) };
};

/** Deletes every change of a topic as part of a write. Followers of the topic get a new snapshot. */
export const forgetChanges = async (connection: Connection, topic: string): Promise<void> => {
  const trx = knexOf(connection);
  await trx<TopicHead>('topic')
    .where({ name: topic })
    .update({ floor: trx.raw('??', ['seq']) });
  await trx('change').where({ topic }).delete();
};

/** Limits of the change log: age in milliseconds, and number of changes of a topic. */
interface Retention {
  readonly keepMs: number;
  readonly keepRows: number;
}

/** 72 hours of real time, and at most 10,000 changes of a topic. */
export const defaultRetention: Retention = { keepMs: 72 * 60 * 60 * 1000, keepRows: 10_000 };

interface NewFloor {
  readonly name: string;
  readonly floor: number;
}

const findExpiredFloors = async (connection: Connection, beforeTime: number): Promise<NewFloor[]> =>
  knexOf(connection)<{ topic: string; seq: number; at: number }>('change')
    .where('at', '<', beforeTime)
    .groupBy('topic')
    .select({ name: 'topic' })
    .max<NewFloor[]>({ floor: 'seq' });

const findExcessFloors = async (connection: Connection, keepRows: number): Promise<NewFloor[]> => {
  const heads = await knexOf(connection)<TopicHead>('topic')
    .whereRaw('seq - floor > ?', [keepRows])
    .select('name', 'seq');
  return heads.map(({ name, seq }) => ({ name, floor: seq - keepRows }));
};

const raiseFloor = async (connection: Connection, { name, floor }: NewFloor): Promise<void> => {
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
  { retention, realNow }: { retention: Retention; realNow: number },
): Promise<void> => {
  const newFloors = await database.read(async (connection) => [
    ...(await findExpiredFloors(connection, realNow - retention.keepMs)),
    ...(await findExcessFloors(connection, retention.keepRows)),
  ]);
  for (const floor of newFloors) await database.write((tx) => raiseFloor(tx.knex, floor));
};

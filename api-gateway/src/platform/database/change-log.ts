import { randomBytes } from 'node:crypto';
import type { Op } from '@mahlzeit/contract';
import type { Knex } from 'knex';
import { invariant } from '../invariant';
import type { Connection, Database } from './database';
import { insertAsJson, isPostgres } from './engine-sql';
import { knexOf } from './knex-of';
import { insertInChunks, readInChunks, readSetting, writeSetting } from './rows';
import { query, sql } from './statement';

/** Latest position of a live topic in the change log, and the position from which on its changes are still stored. */
export interface TopicHead {
  readonly name: string;
  /** Number of the topic's latest change; 0 before the first change. */
  readonly seq: number;
  /** Id of the history to which the numbers belong. A client's position with another epoch is invalid. */
  readonly epoch: string;
  /** Number of the latest change that was deleted from the log. */
  readonly floor: number;
}

/** Name of the topic in which each gateway reads changes of users' rights. Clients can't follow it. */
export const RIGHTS_TOPIC = 'rights';

/** Returns the name of a user's own topic in the change log. Clients call this topic `me`. */
export const userLogName = (uid: string): string => `user/${uid}`;

/** A change of an item that a write records in a live topic. */
export interface RecordedOp {
  readonly topic: string;
  readonly op: Op;
}

/** A change in the change log. Changes of one write have the same `tx`. `op` is JSON. */
export interface TopicChange {
  readonly seq: number;
  readonly tx: string;
  readonly op: string;
}

/** Changes that one write has appended to a live topic. */
export interface AppendedChanges {
  /** Latest position of the topic after these changes. */
  readonly head: TopicHead;
  /** All changes of the write in this topic, in their sequence. */
  readonly changes: readonly TopicChange[];
}

/** Changes that one write has appended to the change log. */
export interface AppendedWrite {
  /** The changes of each live topic, sorted by the topic's name. */
  readonly topics: readonly AppendedChanges[];
  /** Latest position of the rights topic after this write. */
  readonly rights: TopicHead;
}

interface ChangeRow extends TopicChange {
  readonly topic: string;
  readonly at: number;
}

/** Name of the setting with the id (epoch) of the present history. */
export const EPOCH_SETTING = 'epoch';

const epochOf = async (knex: Knex): Promise<string> => {
  const epoch = await readSetting(knex, EPOCH_SETTING);
  invariant(epoch, 'setting', EPOCH_SETTING);
  return epoch;
};

const headWithoutChanges = async (connection: Connection, topicName: string): Promise<TopicHead> => ({
  name: topicName,
  seq: 0,
  epoch: await epochOf(knexOf(connection)),
  floor: 0,
});

/** Reads the latest position of a live topic. A topic without changes is at 0 in the database's epoch. */
export const readHead = async (connection: Connection, topicName: string): Promise<TopicHead> => {
  const [topicHead] = await query<TopicHead>(
    connection,
    sql`select name, seq, epoch, floor from topic where name = ${topicName}`,
  );
  return topicHead ?? (await headWithoutChanges(connection, topicName));
};

/** Reads the latest positions of live topics. Topics without changes are absent. */
export const readHeads = (connection: Connection, topicNames: readonly string[]): Promise<TopicHead[]> =>
  query<TopicHead>(connection, sql`select name, seq, epoch, floor from topic where name in ${topicNames}`);

/** Reads the next changes of a live topic after `seq`, in their sequence. */
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

/** A range of a live topic's changes: those with numbers after `after`, up to `upTo`. */
export interface ChangeRange {
  readonly topic: string;
  readonly after: number;
  readonly upTo: number;
}

/** Changes in one range, with the latest position of their topic. */
export interface RangeChanges {
  readonly head: TopicHead;
  readonly changes: readonly TopicChange[];
  /** Real time at which the last of the changes was written; null without changes. */
  readonly writtenAt: number | null;
}

/**
 * Part of the change log at one instant: the latest position of the rights topic, and the changes of each range in
 * their sequence.
 */
export interface LogExtract {
  readonly rightsHead: TopicHead;
  readonly ranges: readonly RangeChanges[];
}

interface LogRow extends TopicHead {
  /** Index of the range to which the row belongs; null in the row of the rights topic. */
  readonly range: number | null;
  /** Number of the change; null in the only row of a range without changes. */
  readonly change_seq: number | null;
  readonly written_at: number | null;
  readonly tx: string;
  readonly op: string;
}

/**
 * Reads ranges of the change log by one statement, and so at one instant, even outside of a transaction. A transaction
 * would cost two more round trips to PostgreSQL for each delivery.
 */
export const readLogRanges = async (connection: Connection, ranges: readonly ChangeRange[]): Promise<LogExtract> => {
  const rows = await query<LogRow>(connection, {
    text: `with span (range, topic, after, up_to) as (values
        (cast(null as integer), cast(? as text), cast(0 as bigint), cast(0 as bigint))${ranges.map(() => ', (?, ?, ?, ?)').join('')})
      select span.range, topic.name, topic.seq, topic.epoch, topic.floor, change.seq as change_seq, change.at as written_at, change.tx, change.op
      from span join topic on topic.name = span.topic
        left join change on change.topic = span.topic and change.seq > span.after and change.seq <= span.up_to
      order by span.range, change.seq`,
    values: [RIGHTS_TOPIC, ...ranges.flatMap(({ topic, after, upTo }, index) => [index, topic, after, upTo])],
  });
  const rowsByRange = new Map<number | null, LogRow[]>();
  for (const row of rows) {
    const rangeRows = rowsByRange.get(row.range);
    if (rangeRows === undefined) rowsByRange.set(row.range, [row]);
    else rangeRows.push(row);
  }
  const headOf = async (range: number | null, topicName: string): Promise<TopicHead> => {
    const row = rowsByRange.get(range)?.[0];
    return row === undefined ? headWithoutChanges(connection, topicName) : row;
  };
  return {
    rightsHead: await headOf(null, RIGHTS_TOPIC),
    ranges: await Promise.all(
      ranges.map(async ({ topic }, index) => ({
        head: await headOf(index, topic),
        changes: (rowsByRange.get(index) ?? []).flatMap(({ change_seq: seq, tx, op }) =>
          seq === null ? [] : [{ seq, tx, op }],
        ),
        writtenAt: rowsByRange.get(index)?.at(-1)?.written_at ?? null,
      })),
    ),
  };
};

/**
 * Reads the latest position of the rights topic. On an engine on which several writes run at the same time, also locks
 * it until the commit. Every write does this first, so a write whose snapshot is older than a change of rights fails
 * and runs again. Thus nobody gets a change that was committed after they lost the right to see it.
 */
const lockRights = async (trx: Knex.Transaction, { isChanged }: { isChanged: boolean }): Promise<TopicHead> => {
  if (!isPostgres(trx)) return readHead(trx, RIGHTS_TOPIC);
  const [rightsHead] = await query<TopicHead>(
    trx,
    isChanged
      ? sql`select name, seq, epoch, floor from topic where name = ${RIGHTS_TOPIC} for update`
      : sql`select name, seq, epoch, floor from topic where name = ${RIGHTS_TOPIC} for share`,
  );
  invariant(rightsHead, 'topic', RIGHTS_TOPIC);
  return rightsHead;
};

/** Numbers of changes in a write, by topic. */
type CountByTopic = ReadonlyMap<string, number>;

// Locks the positions of topics, always in the same sequence, so that no two writes wait for each other: first the
// rights topic, then the others by name.
const raiseLockedHeads = (trx: Knex.Transaction, countByTopic: CountByTopic): Promise<TopicHead[]> =>
  query<TopicHead>(
    trx,
    sql`with step as (select * from jsonb_to_recordset(${JSON.stringify(
      Array.from(countByTopic, ([name, changes]) => ({ name, changes })),
    )}::jsonb) as step (name text, changes bigint)),
      locked as materialized (select topic.name, step.changes from topic join step on step.name = topic.name
        order by topic.name for update of topic)
      update topic set seq = topic.seq + locked.changes from locked where topic.name = locked.name
      returning topic.name, topic.seq, topic.epoch, topic.floor`,
  );

// Raises the positions of all topics that have the same number of changes, by one statement.
const raiseHeadsByCount = async (trx: Knex.Transaction, countByTopic: CountByTopic): Promise<TopicHead[]> => {
  const raisedHeads: TopicHead[] = [];
  for (const count of new Set(countByTopic.values())) {
    const topicNames = [...countByTopic.keys()].filter((topicName) => countByTopic.get(topicName) === count);
    raisedHeads.push(
      ...(await readInChunks(topicNames, (nameChunk) =>
        query<TopicHead>(
          trx,
          sql`update topic set seq = seq + ${count} where name in ${nameChunk} returning name, seq, epoch, floor`,
        ),
      )),
    );
  }
  return raisedHeads;
};

/**
 * Raises the position (last sequence number) of each topic by the number of its changes, creates missing positions, and
 * returns all of them. No number is given twice, because the write holds the locks of the positions. Other connections
 * see the new positions after the commit.
 */
const raiseHeads = async (trx: Knex.Transaction, countByTopic: CountByTopic): Promise<TopicHead[]> => {
  const raisedHeads = await (isPostgres(trx)
    ? raiseLockedHeads(trx, countByTopic)
    : raiseHeadsByCount(trx, countByTopic));
  if (raisedHeads.length === countByTopic.size) return raisedHeads;
  const raisedNames = new Set(raisedHeads.map(({ name }) => name));
  const epoch = await epochOf(trx);
  const newHeads = [...countByTopic]
    .filter(([name]) => !raisedNames.has(name))
    .map(([name, seq]): TopicHead => ({ name, seq, epoch, floor: 0 }));
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

// Inserts rows of the change log. On SQLite, a statement for each row takes no longer than one statement for all rows.
const insertChanges = async (trx: Knex.Transaction, changeRows: readonly ChangeRow[]): Promise<void> => {
  if (isPostgres(trx) && changeRows.length > 1)
    return insertAsJson(trx, { table: 'change', columns: ['topic', 'seq', 'at', 'tx', 'op'], rows: changeRows });
  for (const { topic, seq, at: writtenAt, tx, op } of changeRows)
    await query(
      trx,
      sql`insert into change (topic, seq, at, tx, op) values (${topic}, ${seq}, ${writtenAt}, ${tx}, ${op})`,
    );
};

/** Appends the recorded changes of a write to the change log; returns null when there are none. */
export const appendChanges = async (
  trx: Knex.Transaction,
  committedWrite: { readonly tx: string; readonly at: number; readonly ops: readonly RecordedOp[] },
): Promise<AppendedWrite | null> => {
  if (committedWrite.ops.length === 0) return null;
  const opsByTopic = groupByTopic(committedWrite.ops);
  const rightsHead = await lockRights(trx, { isChanged: opsByTopic.has(RIGHTS_TOPIC) });
  const countByTopic = new Map(Array.from(opsByTopic, ([topicName, opsOfTopic]) => [topicName, opsOfTopic.length]));
  const headByTopic = new Map((await raiseHeads(trx, countByTopic)).map((topicHead) => [topicHead.name, topicHead]));
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
  // Returns the position of the rights topic as well: before the gateway sends these changes to clients, it checks all
  // rights that changed up to this position.
  return { topics: appendedTopics, rights: headByTopic.get(RIGHTS_TOPIC) ?? rightsHead };
};

/**
 * Begins a new history of changes as part of a write: with a new epoch, without changes, at the topics' present
 * positions. Clients send positions of the old epoch, so each of them gets a new snapshot.
 */
export const startNewEpoch = async (connection: Connection): Promise<void> => {
  const trx = knexOf(connection);
  const epoch = randomBytes(9).toString('base64url');
  await writeSetting(connection, EPOCH_SETTING, epoch);
  await trx('change').delete();
  await trx<TopicHead>('topic').update({ epoch, floor: trx.raw('??', ['seq']) });
  // Creates the row of the rights topic again, because writes on PostgreSQL lock it.
  await trx<TopicHead>('topic').insert({ name: RIGHTS_TOPIC, seq: 0, epoch, floor: 0 }).onConflict('name').ignore();
};

/**
 * Deletes every change of a topic from the change log as part of a write. Followers of the topic get a new snapshot.
 */
export const forgetChanges = async (connection: Connection, topicName: string): Promise<void> => {
  const trx = knexOf(connection);
  await trx<TopicHead>('topic')
    .where({ name: topicName })
    .update({ floor: trx.raw('??', ['seq']) });
  await trx('change').where({ topic: topicName }).delete();
};

/** Limits of the change log: maximum age of a change in milliseconds, and maximum number of changes of a topic. */
interface ChangeRetention {
  readonly keepMs: number;
  readonly keepRows: number;
}

/** Default limits of the change log: 72 hours of real time, and at most 10,000 changes of a topic. */
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
 * Deletes expired changes from the change log, with one short write for each topic. A client whose position is before
 * the deleted changes gets a new snapshot.
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

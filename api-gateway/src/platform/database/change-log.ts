import type { Op } from '@mahlzeit/contract';
import type { Knex } from 'knex';
import type { TopicHead } from './topic-head';

/** One op with the topic it belongs to, as a write records it. */
export interface RecordedOp {
  readonly topic: string;
  readonly op: Op;
}

/** One kept change; several of one write carry the same `tx`. `op` is JSON. */
export interface Change {
  readonly seq: number;
  readonly tx: string;
  readonly op: string;
}

interface ChangeRow extends Change {
  readonly topic: string;
  readonly at: number;
}

// SQLite refuses compound inserts of more than 500 rows.
const insertChunk = 100;

const epochOf = async (knex: Knex): Promise<string> => {
  const row = await knex<{ key: string; value: string }>('setting').where({ key: 'epoch' }).first('value');
  if (row === undefined) throw new Error('the database has no epoch');
  return row.value;
};

/** The head of a topic; one that nobody has written to yet stands at 0 in the database's epoch. */
export const readHead = async (knex: Knex, name: string): Promise<TopicHead> => {
  const row = await knex<TopicHead>('topic').where({ name }).first();
  return row ?? { name, seq: 0, epoch: await epochOf(knex), floor: 0 };
};

/** The heads of those of `names` that have been written to. */
export const readHeads = async (knex: Knex, names: readonly string[]): Promise<TopicHead[]> =>
  knex<TopicHead>('topic').whereIn('name', [...names]).select();

/** The next changes of a topic behind `seq`, in order. */
export const readChanges = async (knex: Knex, topic: string, range: { after: number; limit: number }): Promise<Change[]> =>
  knex<ChangeRow>('change').where({ topic }).andWhere('seq', '>', range.after).orderBy('seq').limit(range.limit).select('seq', 'tx', 'op');

const findLocked = async (trx: Knex.Transaction, name: string): Promise<TopicHead | undefined> =>
  trx<TopicHead>('topic').where({ name }).forUpdate().first();

const lockTopic = async (trx: Knex.Transaction, name: string): Promise<TopicHead> => {
  const known = await findLocked(trx, name);
  if (known !== undefined) return known;
  await trx<TopicHead>('topic').insert({ name, seq: 0, epoch: await epochOf(trx), floor: 0 }).onConflict('name').ignore();
  const begun = await findLocked(trx, name);
  if (begun === undefined) throw new Error(`topic ${name} is gone`);
  return begun;
};

const groupByTopic = (ops: readonly RecordedOp[]): Map<string, Op[]> => {
  const groups = new Map<string, Op[]>();
  for (const { topic, op } of ops) {
    const group = groups.get(topic);
    if (group === undefined) groups.set(topic, [op]);
    else group.push(op);
  }
  return groups;
};

/** Appends what a write recorded and answers the topics' new heads. */
export const appendChanges = async (
  trx: Knex.Transaction,
  write: { readonly tx: string; readonly at: number; readonly ops: readonly RecordedOp[] },
): Promise<TopicHead[]> => {
  if (write.ops.length === 0) return [];
  const groups = groupByTopic(write.ops);
  const rows: ChangeRow[] = [];
  const heads: TopicHead[] = [];
  // Sorted, so that two writes can never wait for each other's topics.
  for (const topic of [...groups.keys()].sort()) {
    const ops = groups.get(topic) ?? [];
    const head = await lockTopic(trx, topic);
    ops.forEach((op, index) => rows.push({ topic, seq: head.seq + index + 1, at: write.at, tx: write.tx, op: JSON.stringify(op) }));
    heads.push({ ...head, seq: head.seq + ops.length });
  }
  for (let start = 0; start < rows.length; start += insertChunk) await trx<ChangeRow>('change').insert(rows.slice(start, start + insertChunk));
  // Raised last: whoever sees the number sees its changes.
  for (const { name, seq } of heads) await trx<TopicHead>('topic').where({ name }).update({ seq });
  return heads;
};

import type { Knex } from 'knex';
import type { Database } from '../types';
import type { TopicHead } from './topic-head';

/** How much of the change log is kept. */
export interface Retention {
  readonly keepMs: number;
  readonly keepRows: number;
}

/** 72 hours of real time, and no more than 10,000 changes a topic. */
export const defaultRetention: Retention = { keepMs: 72 * 60 * 60 * 1000, keepRows: 10_000 };

interface NewFloor {
  readonly name: string;
  readonly floor: number;
}

const tooOld = async (knex: Knex, before: number): Promise<NewFloor[]> =>
  knex<{ topic: string; seq: number; at: number }>('change').where('at', '<', before).groupBy('topic').select({ name: 'topic' }).max<NewFloor[]>({ floor: 'seq' });

const tooMany = async (knex: Knex, keepRows: number): Promise<NewFloor[]> => {
  const heads = await knex<TopicHead>('topic').whereRaw('seq - floor > ?', [keepRows]).select('name', 'seq');
  return heads.map(({ name, seq }) => ({ name, floor: seq - keepRows }));
};

const raise = async (trx: Knex.Transaction, { name, floor }: NewFloor): Promise<void> => {
  await trx<TopicHead>('topic').where({ name }).andWhere('floor', '<', floor).update({ floor });
  await trx('change').where({ topic: name }).andWhere('seq', '<=', floor).delete();
};

/** Forgets every change of a topic, as part of a write; whoever still follows it gets a fresh snapshot. */
export const forgetChanges = async (trx: Knex.Transaction, topic: string): Promise<void> => {
  await trx<TopicHead>('topic').where({ name: topic }).update({ floor: trx.raw('??', ['seq']) });
  await trx('change').where({ topic }).delete();
};

/** Forgets what is older than the retention; whoever stands before the new floor gets a fresh snapshot. One short write a topic. */
export const pruneChangeLog = async (database: Database, { retention, realNow }: { retention: Retention; realNow: number }): Promise<void> => {
  const floors = await database.read(async (knex) => [
    ...(await tooOld(knex, realNow - retention.keepMs)),
    ...(await tooMany(knex, retention.keepRows)),
  ]);
  for (const floor of floors) await database.write((tx) => raise(tx.knex, floor));
};

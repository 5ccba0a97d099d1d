import { knexOf } from '../database/knex-of';
import type { Connection } from '../types';

interface PeriodicJobRow {
  readonly name: string;
  readonly due_at: number | string;
}

/** When each periodic job is due next, in real time; one that nobody has done yet is. */
export const createPeriodicJobRepository = (connection: Connection) => {
  const rows = () => knexOf(connection)<PeriodicJobRow>('periodic_job');

  return {
    /** Whether it is due at a real instant. */
    async isDue(name: string, realNow: number): Promise<boolean> {
      const row = await rows().where({ name }).first('due_at');
      return row === undefined || Number(row.due_at) <= realNow;
    },

    /** Makes it due at that real instant, and not before. */
    async postpone(name: string, dueAt: number): Promise<void> {
      await rows().insert({ name, due_at: dueAt }).onConflict('name').merge();
    },

    /** Makes all of them due. */
    async makeAllDue(): Promise<void> {
      await rows().delete();
    },
  };
};

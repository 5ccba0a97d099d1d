import type { Knex } from 'knex';
import type { Connection } from '../database/database';
import { knexOf } from '../database/knex-of';

interface PeriodicJobRow {
  readonly name: string;
  readonly due_at: number | string;
  readonly lease: string | null;
  readonly leased_until: number | string | null;
}

/** One run of a periodic job; all times are real. */
interface PeriodicRun {
  readonly lease: string;
  /** Nobody else begins it before. */
  readonly leasedUntil: number;
}

/** When each periodic job is due next, and who does it; one that nobody has done yet is due. */
export const createPeriodicJobRepository = (connection: Connection) => {
  const rows = (): Knex.QueryBuilder<PeriodicJobRow> => knexOf(connection)<PeriodicJobRow>('periodic_job');

  return {
    /** Whether it is due at a real instant, and nobody does it. */
    async isDue(name: string, realNow: number): Promise<boolean> {
      const row: PeriodicJobRow | undefined = await rows().where({ name }).first();
      return row === undefined || (Number(row.due_at) <= realNow && Number(row.leased_until ?? 0) <= realNow);
    },

    /** Begins a run of it, and makes it due again at that real instant. */
    async begin(name: string, { lease, leasedUntil, dueAt }: PeriodicRun & { readonly dueAt: number }): Promise<void> {
      await rows().insert({ name, due_at: dueAt, lease, leased_until: leasedUntil }).onConflict('name').merge();
    },

    /** The run goes on; nothing where another one has begun. */
    async prolong(name: string, { lease, leasedUntil }: PeriodicRun): Promise<void> {
      await rows().where({ name, lease }).update({ leased_until: leasedUntil });
    },

    /** The run is over. */
    async end(name: string, lease: string): Promise<void> {
      await rows().where({ name, lease }).update({ lease: null, leased_until: null });
    },

    /** Makes all of them due; what runs isn't begun again before it is over. */
    async makeAllDue(): Promise<void> {
      await rows().update({ due_at: 0 });
    },
  };
};

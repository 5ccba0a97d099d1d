import type { Knex } from 'knex';
import type { Connection } from '../database/database';
import { knexOf } from '../database/knex-of';

interface PeriodicJobRow {
  readonly name: string;
  readonly due_at: number | string;
  readonly lease: string | null;
  readonly leased_until: number | string | null;
}

/** A run of a periodic job. All times are real time in epoch milliseconds. */
interface PeriodicJobLease {
  readonly lease: string;
  /** Time before which no other gateway begins a run of the periodic job. */
  readonly leasedUntil: number;
}

/**
 * Creates the repository of the next due time and the lease of each periodic job. A periodic job without a row is due.
 */
export const createPeriodicJobRepository = (connection: Connection) => {
  const periodicJobTable = (): Knex.QueryBuilder<PeriodicJobRow> => knexOf(connection)<PeriodicJobRow>('periodic_job');

  return {
    /** Checks whether a periodic job is due at an instant of real time and no gateway has a lease of it. */
    async isDue(name: string, realNow: number): Promise<boolean> {
      const periodicJobRow: PeriodicJobRow | undefined = await periodicJobTable().where({ name }).first();
      return (
        periodicJobRow === undefined ||
        (Number(periodicJobRow.due_at) <= realNow && Number(periodicJobRow.leased_until ?? 0) <= realNow)
      );
    },

    /** Begins a run of a periodic job and sets its next due time. */
    async beginRun(
      name: string,
      { lease, leasedUntil, dueAt }: PeriodicJobLease & { readonly dueAt: number },
    ): Promise<void> {
      await periodicJobTable()
        .insert({ name, due_at: dueAt, lease, leased_until: leasedUntil })
        .onConflict('name')
        .merge();
    },

    /** Prolongs the lease of a periodic job's run; no effect when another run has begun. */
    async prolong(name: string, { lease, leasedUntil }: PeriodicJobLease): Promise<void> {
      await periodicJobTable().where({ name, lease }).update({ leased_until: leasedUntil });
    },

    /**
     * Checks whether the run of a periodic job still has its lease. It keeps an expired lease until another run begins.
     */
    async isHeld(name: string, lease: string): Promise<boolean> {
      return (await periodicJobTable().where({ name, lease }).first()) !== undefined;
    },

    /** Ends the run of a periodic job by removing its lease. */
    async end(name: string, lease: string): Promise<void> {
      await periodicJobTable().where({ name, lease }).update({ lease: null, leased_until: null });
    },

    /** Makes periodic jobs due. A job that is running begins again only after the end of its lease. */
    async makeDue(names: readonly string[]): Promise<void> {
      await periodicJobTable().whereIn('name', names).update({ due_at: 0 });
    },
  };
};

import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

interface WithdrawalRow {
  readonly name: string;
  readonly version: string;
  readonly withdrawn_at: number | string;
}

/** Repository of the releases that the gateway has withdrawn and that nobody has promoted since. */
export interface WithdrawalRepository {
  /** Returns for each withdrawn release of a remote the time of its withdrawal, by version. */
  findOf(name: string): Promise<ReadonlyMap<string, number>>;
  mark(name: string, version: string, withdrawnAt: number): Promise<void>;
  clear(name: string, version: string): Promise<void>;
}

/**
 * Creates the repository of withdrawn releases. With the connection of a transaction, all its queries run in that
 * transaction.
 */
export const createWithdrawalRepository = (connection: Connection): WithdrawalRepository => {
  const withdrawalTable = () => knexOf(connection)<WithdrawalRow>('release_withdrawal');
  return {
    async findOf(name) {
      const withdrawalRows = await withdrawalTable().where({ name });
      return new Map(withdrawalRows.map((row) => [row.version, Number(row.withdrawn_at)]));
    },
    async mark(name, version, withdrawnAt) {
      await withdrawalTable()
        .insert({ name, version, withdrawn_at: withdrawnAt })
        .onConflict(['name', 'version'])
        .merge();
    },
    async clear(name, version) {
      await withdrawalTable().where({ name, version }).delete();
    },
  };
};

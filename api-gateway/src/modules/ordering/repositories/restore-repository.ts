import * as z from 'zod/mini';
import { readLastRestore, readSetting, writeSetting } from '../../../platform';
import type { Connection, LastRestore } from '../../../platform';

/** Time in milliseconds after which a request may try again while payments are reconciled after a restore. */
export const RECONCILING_RETRY_MS = 20_000;

/** Time in milliseconds after a restore during which a payment without an order counts as lost by the restore. */
const LOST_WINDOW_MS = 24 * 60 * 60_000;

/** Time in milliseconds after a restore within which banks have decided on all payments of before. */
const BANK_DECISION_MS = 60 * 60_000;

const Reconciled = z.object({
  /** Instant of the restore after which the payments were reconciled. */
  restoredAt: z.int(),
  /** Whether no payment of before the restore can succeed any more. */
  isFinal: z.boolean(),
});

const reconciledSettingOf = (provider: string): string => `${provider}Reconciled`;

/** Facts about the last restore of the database, for the work on payments. */
export interface RestoreRepository {
  /** Checks whether the payments of a provider aren't reconciled yet after a restore, so that nothing may be begun. */
  isReconciling(provider: string): Promise<boolean>;
  /** Finds the restore after which the payments of a provider have to be reconciled now; null if none is due. */
  findDue(provider: string, realNow: number): Promise<LastRestore | null>;
  /** Stores that the payments of a provider are reconciled. */
  markReconciled(provider: string, restore: LastRestore, realNow: number): Promise<void>;
  /** Checks whether a payment without an order was probably lost by a restore. */
  mayBeLost(provider: string, realNow: number): Promise<boolean>;
}

/** Creates the repository of facts about the last restore on a connection or in a transaction. */
export const createRestoreRepository = (connection: Connection): RestoreRepository => {
  const readReconciled = async (provider: string): Promise<z.infer<typeof Reconciled> | null> => {
    const value = await readSetting(connection, reconciledSettingOf(provider));
    return value === null ? null : Reconciled.parse(JSON.parse(value));
  };

  const findUnreconciled = async (provider: string): Promise<LastRestore | null> => {
    const restore = await readLastRestore(connection);
    if (restore === null) return null;
    return (await readReconciled(provider))?.restoredAt === restore.restoredAt ? null : restore;
  };

  return {
    isReconciling: async (provider) => (await findUnreconciled(provider)) !== null,

    async findDue(provider, realNow) {
      const unreconciled = await findUnreconciled(provider);
      if (unreconciled !== null) return unreconciled;
      const restore = await readLastRestore(connection);
      const isLate = restore !== null && realNow - restore.restoredAt >= BANK_DECISION_MS;
      return isLate && (await readReconciled(provider))?.isFinal === false ? restore : null;
    },

    async markReconciled(provider, { restoredAt }, realNow) {
      const reconciled = { restoredAt, isFinal: realNow - restoredAt >= BANK_DECISION_MS };
      await writeSetting(connection, reconciledSettingOf(provider), JSON.stringify(reconciled));
    },

    async mayBeLost(provider, realNow) {
      const restore = await readLastRestore(connection);
      if (restore === null) return false;
      return realNow - restore.restoredAt < LOST_WINDOW_MS || (await findUnreconciled(provider)) !== null;
    },
  };
};

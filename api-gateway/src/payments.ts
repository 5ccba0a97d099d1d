import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Result } from '@mahlzeit/contract';
import texts from '../locales/de.json';
import { createLostPayments } from './modules/ordering';
import type { LostPaymentError, LostPayments } from './modules/ordering';
import { formatPrice } from './platform';
import { realNow as machineNow } from './platform/clock';
import type { GatewayConfig } from './platform/config/config';
import type { DatabaseConfig } from './platform/config/database-config';
import { createDialect } from './platform/database/create-dialect';
import { openDatabase } from './platform/database/open-database';
import { fillText } from './platform/escape';
import { createJobQueue } from './platform/jobs/job-queue';
import { openCommandDatabase } from './open-command-database';
import { defineProgram } from './startup';

interface PaymentsDeps {
  readonly lostPayments: LostPayments;
  readonly config: GatewayConfig;
}

/** Executes a command. Returns the lines to print, and whether the command succeeded. */
type PaymentsCommand = (
  deps: PaymentsDeps,
) => Promise<{ readonly lines: readonly string[]; readonly hasSucceeded: boolean }>;

const TEXT_BY_STATE = {
  OPEN: texts.paymentsStateOpen,
  REFUNDING: texts.paymentsStateRefunding,
  REFUNDED: texts.paymentsStateRefunded,
  RESTORED: texts.paymentsStateRestored,
} as const;

const TEXT_BY_ERROR: Readonly<Record<LostPaymentError, string>> = {
  unknown: texts.paymentsUnknown,
  decided: texts.paymentsDecided,
  orderMissing: texts.paymentsOrderMissing,
  dinerLost: texts.paymentsDinerLost,
  restaurantLost: texts.paymentsRestaurantLost,
};

const listPayments: PaymentsCommand = async ({ lostPayments }) => {
  const lines = (await lostPayments.list()).map(({ state, amount, refunded, foundAt, ...payment }) =>
    fillText(texts.paymentsLine, {
      ...payment,
      state: TEXT_BY_STATE[state],
      amount: formatPrice(amount - refunded),
      foundAt: new Date(foundAt).toISOString(),
    }),
  );
  return { lines: lines.length === 0 ? [texts.paymentsNone] : lines, hasSucceeded: true };
};

const describeDecision = (decision: Result<void, LostPaymentError>, text: string, paymentId: string) => ({
  lines: [fillText(decision.ok ? text : TEXT_BY_ERROR[decision.error], { paymentId })],
  hasSucceeded: decision.ok,
});

const refundPayment =
  (paymentId: string): PaymentsCommand =>
  async ({ lostPayments }) =>
    describeDecision(await lostPayments.refund(paymentId), texts.paymentsRefunding, paymentId);

/** Returns the configuration of the database that a restore has kept: a SQLite file, or a schema of PostgreSQL. */
const keptDatabaseOf = (database: DatabaseConfig, keptName: string): DatabaseConfig => {
  if (database.driver !== 'pg') return { ...database, file: resolve(keptName) };
  const url = new URL(database.url);
  url.searchParams.set('options', `-c search_path="${keptName.replaceAll('"', '')}"`);
  return { ...database, url: url.href };
};

const restoreOrder =
  (paymentId: string, keptName: string): PaymentsCommand =>
  async ({ lostPayments, config }) => {
    const keptDatabase = keptDatabaseOf(config.database, keptName);
    // SQLite would create a missing file.
    if (keptDatabase.driver !== 'pg' && !existsSync(keptDatabase.file))
      return { lines: [fillText(texts.restoreFileMissing, { file: keptDatabase.file })], hasSucceeded: false };
    const kept = openDatabase({ dialect: createDialect(keptDatabase), realNow: machineNow });
    try {
      const decision = await lostPayments.restoreOrder(paymentId, kept.knex);
      return describeDecision(decision, texts.paymentsRestored, paymentId);
    } finally {
      await kept.close();
    }
  };

/** Returns the command that the operator typed; null for an unknown command. */
const parseCommand = ([command, paymentId, keptName, ...extraArguments]: readonly string[]): PaymentsCommand | null => {
  if (command === 'list' && paymentId === undefined) return listPayments;
  if (paymentId === undefined || extraArguments.length > 0) return null;
  if (command === 'refund' && keptName === undefined) return refundPayment(paymentId);
  return command === 'restore' && keptName !== undefined ? restoreOrder(paymentId, keptName) : null;
};

/**
 * Runs one command about payments whose orders a restore has lost, and prints its output. Returns the exit code: 1 for
 * a failed command, 2 for an unknown command. An unknown command needs no valid configuration.
 */
export const runPayments = defineProgram({
  parse: parseCommand,
  usage: texts.paymentsUsage,
  async run(command, { config, output, realNow }) {
    const { database, ...prepared } = await openCommandDatabase(config);
    const clock = { ...prepared.clock, realNow };
    try {
      const lostPayments = createLostPayments({ database, clock, jobs: createJobQueue(clock) });
      const { lines, hasSucceeded } = await command({ lostPayments, config });
      for (const line of lines) (hasSucceeded ? output.log : output.error)(line);
      return hasSucceeded ? 0 : 1;
    } finally {
      await database.close();
    }
  },
});

import type { Logger } from 'pino';
import { createSemaphore } from '../../../platform';
import type { Clock, Database, LastRestore, PeriodicJob } from '../../../platform';
import { OPEN_STATES, stepsOutsideRequest } from '../payments';
import type { PaymentService, PaymentSteps } from '../payments';
import type { ListedRefund, PaymentProvider, PaymentProviders } from '../providers';
import { recordListedRefund } from '../refunds';
import type { RefundReactions } from '../refunds';
import { createAttemptRepository } from '../repositories/attempt-repository';
import { createLostPaymentRepository } from '../repositories/lost-payment-repository';
import { createRestoreRepository } from '../repositories/restore-repository';
import { listMoneySince, sumRefunds } from './money-since';

const RECONCILIATION_INTERVAL_MS = 20_000;

/** Number of payments of one provider that are read at the same time. */
const MAX_CONCURRENT_READS = 8;

interface RestoreReconciliationDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly providers: PaymentProviders;
  readonly payments: Pick<PaymentService, 'applyProviderStatus' | 'finalise'>;
  readonly news: RefundReactions;
}

/**
 * Creates the periodic job that reconciles a restored database with the payment providers. It asks for all money that
 * has moved since the state of the backup. Payments of known orders are finished, refunds are booked, and payments
 * whose orders are lost are stored for an operator. Until a provider is reconciled, nothing is begun at it. The job
 * runs once more when banks have decided on all payments of before the restore.
 */
export const createRestoreReconciliation = ({
  database,
  clock,
  log,
  providers,
  payments,
  news,
}: RestoreReconciliationDeps): PeriodicJob => {
  const steps: PaymentSteps = stepsOutsideRequest(database);

  const recordRefunds = async (provider: PaymentProvider, listedRefunds: readonly ListedRefund[]): Promise<void> => {
    for (const listedRefund of listedRefunds)
      await database.write(async (tx) => {
        const attempt = await createAttemptRepository(tx.knex).findByProviderId(provider.name, listedRefund.paymentId);
        if (attempt !== null) await recordListedRefund(tx, { clock, news }, { refund: listedRefund, attempt });
      });
    for (const [paymentId, refunded] of sumRefunds(listedRefunds))
      await database.write((tx) =>
        createLostPaymentRepository(tx.knex).setRefunded({ provider: provider.name, paymentId }, refunded),
      );
  };

  /** Applies the status of each payment that isn't finished here. Returns whether the provider has told all of them. */
  const applyPayments = async (provider: PaymentProvider, paymentIds: readonly string[]): Promise<boolean> => {
    const readSemaphore = createSemaphore(MAX_CONCURRENT_READS);
    const answers = await Promise.all(
      paymentIds.map((paymentId) =>
        readSemaphore.run(async () => {
          const attempt = await createAttemptRepository(database.knex).findByProviderId(provider.name, paymentId);
          return attempt?.state === 'SUCCEEDED' || payments.applyProviderStatus(steps, provider.name, paymentId);
        }),
      ),
    );
    return answers.every(Boolean);
  };

  /** Asks about the open payments that the provider hasn't listed, because they have taken no money. */
  const finishOpenPayments = async ({ name }: PaymentProvider): Promise<void> => {
    for (const attempt of await createAttemptRepository(database.knex).listIn(name, OPEN_STATES)) {
      try {
        await payments.finalise(steps, attempt);
      } catch (error) {
        // Reconciliation asks again. No money depends on it: the provider has listed all payments that have taken some.
        log.error({ err: error, attempt: attempt.key }, 'an open payment was not asked about after a restore');
      }
    }
  };

  const reconcile = async (provider: PaymentProvider, restore: LastRestore): Promise<void> => {
    const money = await listMoneySince(provider, restore.takenAt, clock.realNow());
    const isComplete = money.ok && (await applyPayments(provider, money.value.paymentIds));
    if (!isComplete) {
      log.warn({ provider: provider.name }, 'payments are not reconciled after a restore yet: orders wait');
      return;
    }
    await recordRefunds(provider, money.value.refunds);
    await finishOpenPayments(provider);
    await database.write((tx) =>
      createRestoreRepository(tx.knex).markReconciled(provider.name, restore, clock.realNow()),
    );
    const lost = await createLostPaymentRepository(database.knex).countOpen();
    log.info({ provider: provider.name, lost }, 'payments are reconciled after a restore');
  };

  return {
    name: 'ordering/restore',
    everyMs: RECONCILIATION_INTERVAL_MS,
    clock: 'real',
    async run() {
      const connectedProviders = Object.values(providers).filter((provider) => provider !== null);
      await Promise.all(
        connectedProviders.map(async (provider) => {
          const restore = await createRestoreRepository(database.knex).findDue(provider.name, clock.realNow());
          if (restore !== null) await reconcile(provider, restore);
        }),
      );
    },
  };
};

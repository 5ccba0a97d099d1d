import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import type { Clock, Connection, Database, JobQueue, PaymentConfig, WriteTransaction } from '../../../platform';
import { paymentOptions } from '../providers';
import { createLostPaymentRepository } from '../repositories/lost-payment-repository';
import type { LostPayment } from '../repositories/lost-payment-repository';
import { createRestoreRepository } from '../repositories/restore-repository';
import { addFormerOrder, readFormerOrder } from './former-order';
import { lostRefundJob } from './lost-refund-job';

/** Returns the number of payments whose orders a restore has lost, and on which nobody has decided. */
export const countLostPayments = (knex: Connection): Promise<number> => createLostPaymentRepository(knex).countOpen();

/** Lists the names of the configured providers whose payments aren't reconciled yet after a restore. */
export const listReconcilingProviders = async (knex: Connection, config: PaymentConfig): Promise<readonly string[]> => {
  const reconcilingProviders: string[] = [];
  for (const { provider, moneyOf } of paymentOptions())
    if (moneyOf(config) !== 'none' && (await createRestoreRepository(knex).isReconciling(provider)))
      reconcilingProviders.push(provider);
  return reconcilingProviders;
};

interface LostPaymentsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: JobQueue;
}

/** Reason for which a decision on a payment isn't possible. */
export type LostPaymentError = 'unknown' | 'decided' | 'orderMissing' | 'dinerLost' | 'restaurantLost';

/** Error that rolls back a write. */
class RefusedDecisionError extends Error {
  readonly reason: LostPaymentError;

  constructor(reason: LostPaymentError) {
    super(reason);
    this.reason = reason;
  }
}

/** Finds a payment and changes its state in the same write, so that somebody decides on it only once. */
const decide = async (
  tx: WriteTransaction,
  paymentId: string,
  state: 'REFUNDING' | 'RESTORED',
): Promise<LostPayment> => {
  const lostPayments = createLostPaymentRepository(tx.knex);
  const lostPayment = await lostPayments.find(paymentId);
  if (lostPayment === null) throw new RefusedDecisionError('unknown');
  if (!(await lostPayments.changeState(lostPayment, 'OPEN', state))) throw new RefusedDecisionError('decided');
  return lostPayment;
};

/** Creates the functions with which an operator decides on payments whose orders a restore has lost. */
export const createLostPayments = ({ database, clock, jobs }: LostPaymentsDeps) => {
  /** Runs a decision in one write, which is rolled back where the decision isn't possible. */
  const runDecision = async (
    decisionWork: (tx: WriteTransaction) => Promise<void>,
  ): Promise<Result<void, LostPaymentError>> => {
    try {
      await database.write(decisionWork);
      return ok(undefined);
    } catch (error) {
      if (error instanceof RefusedDecisionError) return err(error.reason);
      throw error;
    }
  };

  return {
    list: (): Promise<LostPayment[]> => createLostPaymentRepository(database.knex).list(),

    /** Has a running gateway refund the whole money of a payment. */
    refund: (paymentId: string): Promise<Result<void, LostPaymentError>> =>
      runDecision(async (tx) => {
        await decide(tx, paymentId, 'REFUNDING');
        await jobs.enqueue(tx, lostRefundJob, { key: paymentId, payload: { paymentId } });
      }),

    /** Takes the order of a payment from the database of before the restore, and adds it here. */
    restoreOrder: async (paymentId: string, formerKnex: Connection): Promise<Result<void, LostPaymentError>> => {
      const lostPayment = await createLostPaymentRepository(database.knex).find(paymentId);
      if (lostPayment === null) return err('unknown');
      const formerOrder = await readFormerOrder(formerKnex, lostPayment.reference);
      if (formerOrder === null) return err('orderMissing');
      return runDecision(async (tx) => {
        await decide(tx, paymentId, 'RESTORED');
        const addition = await addFormerOrder(tx, { clock, jobs }, formerOrder);
        if (!addition.ok) throw new RefusedDecisionError(addition.error);
      });
    },
  };
};

/** Functions with which an operator decides on lost payments. */
export type LostPayments = ReturnType<typeof createLostPayments>;

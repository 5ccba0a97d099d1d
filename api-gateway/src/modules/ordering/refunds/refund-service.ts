import { err, ok } from '@mahlzeit/contract';
import type { PartnerOrder, RefundForm, Result } from '@mahlzeit/contract';
import type { Connection, Database, PartnerCaller, RouteError, Steps, StepTransaction } from '../../../platform';
import { AppError, invariant } from '../../../platform';
import { mayActFor } from '../../discovery';
import { createOrderRepository } from '../repositories/order-repository';
import { createRefundRepository } from '../repositories/refund-repository';
import type { StoredOrder } from '../repositories/order-repository';
import type { StoredRefund } from '../repositories/refund-repository';
import { createAttemptRepository } from '../repositories/attempt-repository';
import type { PaymentAttempt } from '../repositories/attempt-repository';
import { createRestoreRepository, RECONCILING_RETRY_MS } from '../repositories/restore-repository';
import { paymentRefusedError } from '../providers';
import type { PaymentProviders } from '../providers';
import { requestRefund, beginRefund, settleRefund } from './settle-refund';
import type { BeginRefundDeps, RefundReactions } from './settle-refund';
import { refundRefusalOf } from './refund-policy';

interface RefundServiceDeps extends BeginRefundDeps {
  readonly database: Database;
  readonly providers: PaymentProviders;
  readonly news: RefundReactions;
  readonly presentPartnerOrder: (knex: Connection, order: StoredOrder) => Promise<PartnerOrder>;
}

type RefundError = RouteError | RouteError['code'];

/** Creates the service with which restaurants refund paid orders. */
export const createRefundService = ({
  database,
  providers,
  news,
  presentPartnerOrder,
  clock,
  jobs,
}: RefundServiceDeps) => {
  /**
   * Checks and stores a refund in one transaction, so that the check of a simultaneous second refund counts the first
   * one.
   */
  const insertRefund = async (
    tx: StepTransaction,
    order: StoredOrder,
    refundForm: RefundForm,
  ): Promise<Result<StoredRefund, RefundError>> => {
    // Its earlier refunds may have been made after the state that was restored.
    const paymentAttempt = await createAttemptRepository(tx.knex).findOfOrder(order.key);
    if (paymentAttempt !== null && (await createRestoreRepository(tx.knex).isReconciling(paymentAttempt.provider)))
      throw new AppError('unavailable', { retryAfterMs: RECONCILING_RETRY_MS });
    const refusalError = refundRefusalOf(order, await createRefundRepository(tx.knex).listOf([order.key]), {
      form: refundForm,
      now: clock.now(),
    });
    if (refusalError !== null) return err(refusalError);
    const { amount, reason, items = [] } = refundForm;
    const refund = await beginRefund(
      tx,
      { clock, jobs },
      { orderKey: order.key, amount, reason, isAutomatic: false, items },
    );
    await tx.bind(refund.key);
    return ok(refund);
  };

  const attemptOf = async ({ orderKey }: StoredRefund): Promise<PaymentAttempt> => {
    const paymentAttempt = await createAttemptRepository(database.knex).findOfOrder(orderKey);
    invariant(paymentAttempt, 'payment attempt of the order', orderKey);
    return paymentAttempt;
  };

  const reloadRefund = async ({ key }: StoredRefund): Promise<StoredRefund> => {
    const refund = await createRefundRepository(database.knex).find(key);
    invariant(refund, 'refund', key);
    return refund;
  };

  /** Makes a refund at the provider or reads its status there, unless the refund is final. */
  const proceedRefund = async (
    steps: Steps,
    refund: StoredRefund,
    paymentAttempt: PaymentAttempt,
  ): Promise<StoredRefund> => {
    const provider = providers[paymentAttempt.provider] ?? null;
    if (refund.state !== 'REQUESTED' || provider === null) return refund;
    const providerAnswer = await steps.ask((signal) =>
      requestRefund(provider, refund, { attempt: paymentAttempt, signal, isFirst: steps.reference === null }),
    );
    await steps.write((tx) =>
      settleRefund(tx, { clock, news }, { refund, provider: paymentAttempt.provider }, providerAnswer),
    );
    return reloadRefund(refund);
  };

  return {
    /** Refunds a part or all of an order's price. A repeated request continues the refund to which it is bound. */
    async refund(
      steps: Steps,
      partnerCaller: PartnerCaller,
      { orderKey, form }: { readonly orderKey: string; readonly form: RefundForm },
    ): Promise<Result<PartnerOrder, RefundError>> {
      const refund = await steps.write(async (tx): Promise<Result<StoredRefund, RefundError>> => {
        const orders = createOrderRepository(tx.knex);
        const order = await orders.find(orderKey);
        if (order === null || !mayActFor(partnerCaller, order.restaurantKey)) return err('notFound');
        if (steps.reference === null) return insertRefund(tx, order, form);
        const boundRefund = await createRefundRepository(tx.knex).find(steps.reference);
        return boundRefund === null ? err('notFound') : ok(boundRefund);
      });
      if (!refund.ok) return refund;
      const paymentAttempt = await attemptOf(refund.value);
      const { state, code } = await proceedRefund(steps, refund.value, paymentAttempt);
      if (state === 'FAILED') return err(paymentRefusedError({ provider: paymentAttempt.provider, code }));
      if (state === 'REQUESTED') return err('providerUnavailable');
      return database.read(async (knex) => {
        const order = await createOrderRepository(knex).find(orderKey);
        return order === null ? err('notFound') : ok(await presentPartnerOrder(knex, order));
      });
    },

    /** Checks whether a refund is still undecided at the provider. */
    isOpen: async (refundKey: string): Promise<boolean> =>
      (await createRefundRepository(database.knex).find(refundKey))?.state === 'REQUESTED',
  };
};

/** Service with which restaurants refund paid orders. */
export type RefundService = ReturnType<typeof createRefundService>;

import type { GatewayModule, ModuleDeps, PaymentConfig, Worker, WriteTransaction } from '../../platform';
import { readSetting, writeSetting } from '../../platform';
import type { Outbox } from '../mail';
import { mailOrder } from './orders/order-mail';
import { createOwnOrders } from './orders/order-records';
import { createOrderService } from './orders/order-service';
import type { FindMeetup } from './orders/order-service';
import { orderingRoutes } from './ordering-routes';
import { createHooksRouter } from './payments/hooks-router';
import { bindRefundJob, createReconciliation } from './payments/payment-jobs';
import { createPaymentService } from './payments/payment-service';
import type { PaymentProviders } from './payments/payment-service';
import { orderingPersonalData } from './personal-data';
import { createMangopayClient } from './providers/mangopay-client';
import { createPaypalClient } from './providers/paypal-client';

export { createPaymentUserRepository } from './payments/payment-user-repository';

interface OrderingDeps extends Pick<ModuleDeps, 'database' | 'clock' | 'log' | 'jobs' | 'address' | 'createRateLimiter'> {
  readonly payment: PaymentConfig;
  readonly outbox: Outbox;
  readonly findMeetup: FindMeetup;
  /** Told inside the write in which an order for a meetup was paid. */
  readonly onMeetupOrdered: (tx: WriteTransaction, order: { readonly key: string; readonly uid: string; readonly orderKey: string }) => Promise<void>;
}

const WEBHOOK_SETTING = 'paypalWebhookId';
const ENSURE_EVERY_MS = 60 * 60_000;
const ENSURE_MS = 10_000;

/** Sees to it that PayPal tells us of events. */
const createWebhookWatcher = ({ database, address, log }: OrderingDeps, { paypal }: PaymentProviders): Worker => ({
  name: 'ordering/paypal-webhook',
  everyMs: ENSURE_EVERY_MS,
  async run() {
    if (paypal === null) return;
    const id = await paypal.ensureWebhook(`${address.publicUrl}/api/payment/hooks/paypal`, AbortSignal.timeout(ENSURE_MS));
    if (id.ok) await database.write((tx) => writeSetting(tx.knex, WEBHOOK_SETTING, id.value));
    else log.warn({ error: id.error }, 'PayPal has no webhook of ours');
  },
});

/** Orders, their payments by card and PayPal, and what goes back. */
export const createOrderingModule = (deps: OrderingDeps): GatewayModule => {
  const { database, clock, log, jobs, address, payment, findMeetup, onMeetupOrdered, outbox } = deps;
  const common = { fetch: (url: string, init: RequestInit) => fetch(url, init), realNow: clock.realNow };
  const providers: PaymentProviders = {
    mangopay: payment.mangopay === null ? null : createMangopayClient({ ...common, config: payment.mangopay }),
    paypal: payment.paypal === null ? null : createPaypalClient({ ...common, config: payment.paypal }),
  };
  if (providers.mangopay === null && providers.paypal === null) log.warn('no orders are taken: neither MANGOPAY_* nor PAYPAL_* is set and there is no sandbox');
  const payments = createPaymentService({
    database,
    clock,
    jobs,
    providers,
    async onOrderPaid(tx, order) {
      await mailOrder(tx, order, { outbox, publicUrl: address.publicUrl });
      if (order.uid !== null && order.meetUpKey !== null) await onMeetupOrdered(tx, { key: order.meetUpKey, uid: order.uid, orderKey: order.key });
    },
  });
  const orders = createOrderService({ database, clock, providers, payments, findMeetup, publicUrl: address.publicUrl, limiter: deps.createRateLimiter('order', { points: 20, durationMs: 60_000 }) });
  return {
    routes: orderingRoutes({ database, orders, payments, providers }),
    router: createHooksRouter({ database, clock, log, payments, providers, webhookId: () => readSetting(database.knex, WEBHOOK_SETTING) }),
    topics: [createOwnOrders({ clock })],
    jobs: [bindRefundJob({ database, providers })],
    periodicJobs: [createReconciliation({ database, clock, payments }), createWebhookWatcher(deps, providers)],
    personalData: orderingPersonalData,
  };
};

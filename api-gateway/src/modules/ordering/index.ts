import { ok } from '@mahlzeit/contract';
import type { GatewayModule, ModuleDeps, PaymentConfig, Worker, WriteTransaction } from '../../platform';
import { readSetting, writeSetting } from '../../platform';
import type { Outbox } from '../mail';
import { cardRoutes } from './cards/card-routes';
import { createCardService } from './cards/card-service';
import { createPreAuthorizations } from './cards/pre-authorization';
import { counterRoutes } from './counter/counter-routes';
import { createCounterOrders, createCounterService, presentPartnerOrder } from './counter/counter-service';
import { mailMoneyBack, mailOrder, mailUnaccepted } from './orders/order-mail';
import { createOwnOrders } from './order-records/order-records';
import { createOrderRating } from './orders/order-rating';
import { createOrderService } from './orders/order-service';
import type { StoredOrder } from './repositories/order-repository';
import type { FindMeetup } from './orders/order-service';
import { orderingRoutes } from './orders/order-routes';
import { createHooksRouter } from './payments/hooks-router';
import { createReconciliation } from './payments/payment-jobs';
import { createPaymentService } from './payments/payment-service';
import type { PaymentProviders } from './payments/payment-service';
import { createOrderingPersonalData } from './personal-data';
import { createMangopayClient } from './providers/mangopay/mangopay-client';
import { createPaypalClient } from './providers/paypal/paypal-client';
import type { RefundNews } from './refunds/give-back';
import { createOrderUndone } from './refunds/order-undone';
import type { MeetupOrder } from './refunds/order-undone';
import { bindRefundJob } from './refunds/refund-job';
import { createGivenNews, createGivenUpNews } from './refunds/refund-news';
import { createRefundService } from './refunds/refund-service';
import { bindUnacceptedJobs, createUnwatchedOrders, watchOrder, watchRest } from './refunds/unaccepted-orders';
import { createReceipts } from './receipts/receipt-service';
import type { DrawReceipt } from './receipts/receipt-service';

export { seedOrders } from './orders/seed-orders';
export type { OrderDraft } from './orders/seed-orders';
export { createPaymentUserRepository } from './repositories/payment-user-repository';

/** Dependencies of ordering. */
export interface OrderingDeps extends Pick<
  ModuleDeps,
  'database' | 'clock' | 'log' | 'jobs' | 'address' | 'createRateLimiter' | 'config'
> {
  readonly payment: PaymentConfig;
  readonly outbox: Outbox;
  readonly drawReceipt: DrawReceipt;
  readonly findMeetup: FindMeetup;
  /** Told inside the write in which an order for a meetup was paid. */
  readonly onMeetupOrdered: (tx: WriteTransaction, order: MeetupOrder) => Promise<void>;
  /** Told inside the write in which all the money of such an order has gone back. */
  readonly onMeetupOrderGone: (tx: WriteTransaction, order: MeetupOrder) => Promise<void>;
}

const WEBHOOK_SETTING = 'paypalWebhookId';
const ENSURE_EVERY_MS = 60 * 60_000;
const ENSURE_MS = 10_000;

/**
 * Sees to it that both providers tell us what becomes of payments: when the gateway starts, and each hour, as they
 * switch off what fails too often.
 */
const createHookWatcher = (
  { database, address, log }: OrderingDeps,
  { mangopay, paypal }: PaymentProviders,
): Worker => ({
  name: 'ordering/hooks',
  everyMs: ENSURE_EVERY_MS,
  async run() {
    const hooks =
      mangopay === null
        ? ok(undefined)
        : await mangopay.ensureHooks(`${address.publicUrl}/api/payment/hooks/mangopay`, AbortSignal.timeout(ENSURE_MS));
    if (!hooks.ok)
      log.warn({ error: hooks.error }, 'Mangopay lacks hooks of ours: what becomes of payments is found by asking');
    const id =
      paypal === null
        ? ok(null)
        : await paypal.ensureWebhook(`${address.publicUrl}/api/payment/hooks/paypal`, AbortSignal.timeout(ENSURE_MS));
    if (!id.ok)
      log.warn({ error: id.error }, 'PayPal lacks a webhook of ours: what becomes of payments is found by asking');
    else if (id.value !== null) await database.write((tx) => writeSetting(tx.knex, WEBHOOK_SETTING, id.value));
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
  if (providers.mangopay === null)
    log.warn('no orders are taken by card: MANGOPAY_* is not set and there is no sandbox');
  if (providers.paypal === null)
    log.warn('no orders are taken with PayPal: PAYPAL_* is not set and there is no sandbox');
  const payments = createPaymentService({
    database,
    clock,
    log,
    jobs,
    providers,
    async onMoneyBack(tx, money) {
      tx.afterCommit(() =>
        log.warn(
          { order: money.order.key, because: money.because, amount: money.amount },
          'a payment goes back: nothing could be had for it',
        ),
      );
      await mailMoneyBack(tx, money, { outbox });
    },
    isMeetupOpen: async (knex, { uid, meetUpKey }) =>
      meetUpKey === null || (uid !== null && (await findMeetup(knex, uid, meetUpKey)) !== null),
    async onOrderPaid(tx, order) {
      await watchOrder(tx, { jobs }, order);
      await mailOrder(tx, order, { outbox, publicUrl: address.publicUrl });
      if (order.uid !== null && order.meetUpKey !== null)
        await onMeetupOrdered(tx, { key: order.meetUpKey, uid: order.uid, orderKey: order.key });
    },
  });
  const questions = deps.createRateLimiter('payment-question', { points: 60, durationMs: 60_000 });
  const orders = createOrderService({
    database,
    clock,
    providers,
    payments,
    findMeetup,
    publicUrl: address.publicUrl,
    limiter: deps.createRateLimiter('order', { points: 20, durationMs: 60_000 }),
    questions,
  });
  const newsDeps = {
    clock,
    log,
    outbox,
    publicUrl: address.publicUrl,
    paymentSupportEmail: deps.config.deployment.paymentSupportEmail,
  };
  const [undo, tellGiven, tellGivenUp] = [
    createOrderUndone(deps),
    createGivenNews(newsDeps),
    createGivenUpNews(newsDeps),
  ];
  const news: RefundNews = {
    async onGiven(tx, given) {
      await undo(tx, given);
      await tellGiven(tx, given);
    },
    onRefused: (tx, refund) =>
      refund.isAutomatic ? tellGivenUp(tx, refund) : watchRest(tx, { clock, jobs }, refund.orderKey),
  };
  const refunds = createRefundService({ database, providers, clock, jobs, news, presentPartnerOrder });
  const remind = (tx: WriteTransaction, order: StoredOrder): Promise<void> =>
    mailUnaccepted(tx, order, { outbox, publicUrl: address.publicUrl });
  const findReceipt = createReceipts({
    ...deps,
    limiter: deps.createRateLimiter('receipt', { points: 30, durationMs: 60_000 }),
  });
  const preAuthorizations = createPreAuthorizations({ database, clock, jobs }, providers.mangopay);
  // Who tries out cards that aren't theirs needs many; who mistypes their own needs some before their bank hears of it.
  const registrations = deps.createRateLimiter('card-registration', { points: 30, durationMs: 60 * 60_000 });
  const checkedCards = deps.createRateLimiter('card-check', { points: 10, durationMs: 60 * 60_000 });
  const cards = createCardService({
    database,
    clock,
    vault: providers.mangopay,
    preAuthorizations,
    questions,
    registrations,
    checkedCards,
    publicUrl: address.publicUrl,
  });
  return {
    routes: [
      ...orderingRoutes({ database, orders, rateOrder: createOrderRating({ database, clock }), findReceipt }),
      ...cardRoutes({ database, cards }),
      ...counterRoutes(createCounterService({ database, clock }), refunds),
    ],
    router: createHooksRouter({
      ...deps,
      payments,
      preAuthorizations,
      providers,
      webhookId: () => readSetting(database.knex, WEBHOOK_SETTING),
    }),
    topics: [createOwnOrders({ clock }), createCounterOrders({ clock })],
    jobs: [
      bindRefundJob({ database, clock, providers, news }),
      ...bindUnacceptedJobs({ database, clock, jobs, remind }),
      ...preAuthorizations.jobs,
    ],
    periodicJobs: [
      createReconciliation({ database, clock, log, payments }),
      createHookWatcher(deps, providers),
      createUnwatchedOrders({ database, clock, jobs }),
    ],
    personalData: createOrderingPersonalData({ preAuthorizations }),
  };
};

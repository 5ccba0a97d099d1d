import { meetupMisfitOf } from '@mahlzeit/contract/rules';
import { runSpan } from '../../platform';
import type { GatewayModule, ModuleDeps, PaymentConfig, WriteTransaction } from '../../platform';
import type { Outbox } from '../mail';
import { cardRoutes, createCardService, createPreAuthorizations, mailAddedCard } from './cards';
import type { PreAuthorizations } from './cards';
import { counterRoutes, createCounterOrders, createCounterService, presentPartnerOrder } from './counter';
import { bindLostRefundJob, createRestoreReconciliation } from './lost-payments';
import { createOrderGauges } from './order-gauges';
import { createOwnOrders } from './order-records';
import {
  createOrderRating,
  createOrderRemoval,
  createOrderService,
  createPaymentNews,
  createServingCheck,
  mailOrder,
  mailUnacceptedOrder,
  orderRoutes,
} from './orders';
import type { FindMeetup } from './orders';
import {
  createPaymentService,
  createReconciliation,
  createWebhookRegistration,
  createWebhookRouter,
  findWebhookId,
} from './payments';
import type { PaymentService } from './payments';
import { createOrderingPersonalData } from './personal-data';
import { cardVaultOf, connectProviders, paymentOptions } from './providers';
import type { PaymentProviders } from './providers';
import { createReceipts, receiptRoutes } from './receipts';
import type { DrawReceipt } from './receipts';
import {
  bindRefundJob,
  bindUnacceptedJobs,
  createRefundNotifier,
  createGivenUpNotifier,
  createOrderUndo,
  createRefundService,
  createUnwatchedOrders,
  watchOrder,
  enqueueRemainingRefund,
} from './refunds';
import type { MeetupOrder, RefundReactions } from './refunds';
import { bindTellingJobs, createOrderChannels, scheduleTelling } from './telling';

export { seedOrders, seedPaymentUsers } from './orders';
export type { OrderDraft } from './orders';
export { countLostPayments, createLostPayments, listLostCharges, listReconcilingProviders } from './lost-payments';
export type { LostCharges, LostPaymentError, LostPayments } from './lost-payments';
export { listRefusedWebhooks } from './payments';
export { canTakeOrders, connectProviders, testPaymentOptions } from './providers';

/** Dependencies of the ordering module. The two callbacks update the meetup that an order is for. */
export interface OrderingDeps extends Pick<
  ModuleDeps,
  'database' | 'clock' | 'log' | 'tracer' | 'jobs' | 'address' | 'createRateLimiter' | 'config'
> {
  readonly payment: PaymentConfig;
  readonly outbox: Outbox;
  readonly drawReceipt: DrawReceipt;
  readonly findMeetup: FindMeetup;
  /** Runs in the transaction that marks an order for a meetup as paid. */
  readonly onMeetupOrdered: (tx: WriteTransaction, order: MeetupOrder) => Promise<void>;
  /** Runs in the transaction of the refund that completes the full refund of a meetup's order. */
  readonly onMeetupOrderGone: (tx: WriteTransaction, order: MeetupOrder) => Promise<void>;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const connectPaymentProviders = ({ clock, log, tracer, payment }: OrderingDeps): PaymentProviders => {
  const paymentProviders = connectProviders({
    config: payment,
    // A span names the provider's host: an address may hold the key of a person.
    fetch: (url, requestInit) =>
      runSpan(tracer, `${requestInit?.method ?? 'GET'} ${new URL(url).host}`, {
        kind: 'client',
        attributes: { 'server.address': new URL(url).host },
        work: () => fetch(url, requestInit),
      }),
    realNow: clock.realNow,
  });
  for (const { option, provider } of paymentOptions()) {
    if ((paymentProviders[provider] ?? null) === null)
      log.warn({ option, provider }, 'orders cannot be paid this way: its provider is not set up, and no sandbox runs');
  }
  return paymentProviders;
};

const composePaymentService = (deps: OrderingDeps, paymentProviders: PaymentProviders): PaymentService => {
  const { database, clock, log, jobs, address, findMeetup, onMeetupOrdered, outbox } = deps;
  const paymentNews = createPaymentNews({ clock, outbox });
  return createPaymentService({
    database,
    clock,
    log,
    jobs,
    providers: paymentProviders,
    async onMoneyBack(tx, unusableMoney) {
      tx.afterCommit(() =>
        log.warn(
          { order: unusableMoney.order.key, because: unusableMoney.reasonCode, amount: unusableMoney.amount },
          'a payment is refunded: its order cannot use the money',
        ),
      );
      await paymentNews.onMoneyBack(tx, unusableMoney);
    },
    onNotCharged: paymentNews.onNotCharged,
    onApproved: paymentNews.onApproved,
    findServingReason: createServingCheck({ clock }),
    async findMeetupMisfit(knex, { uid, meetUpKey, restaurantKey }) {
      if (meetUpKey === null) return null;
      const meetup = uid === null ? null : await findMeetup(knex, uid, meetUpKey);
      return meetup === null ? 'canceled' : meetupMisfitOf(meetup, { restaurantKey, now: clock.now() });
    },
    async onOrderPaid(tx, order) {
      await watchOrder(tx, { jobs }, order);
      await scheduleTelling(tx, { jobs, clock }, order);
      await mailOrder(tx, order, { outbox, publicUrl: address.publicUrl });
      if (order.uid !== null && order.meetUpKey !== null)
        await onMeetupOrdered(tx, { key: order.meetUpKey, uid: order.uid, orderKey: order.key });
    },
  });
};

const composeRefundReactions = ({
  clock,
  log,
  jobs,
  outbox,
  address,
  config,
  onMeetupOrderGone,
}: OrderingDeps): RefundReactions => {
  const notificationDeps = {
    clock,
    log,
    outbox,
    publicUrl: address.publicUrl,
    paymentSupportEmail: config.deployment.paymentSupportEmail,
  };
  const undoOrder = createOrderUndo({ clock, onMeetupOrderGone });
  const notifyOfRefund = createRefundNotifier(notificationDeps);
  const notifyOfGivenUpRefund = createGivenUpNotifier(notificationDeps);
  return {
    async onRefunded(tx, refundedOrder) {
      await undoOrder(tx, refundedOrder);
      await notifyOfRefund(tx, refundedOrder);
    },
    onRefused: (tx, refund) =>
      refund.isAutomatic
        ? notifyOfGivenUpRefund(tx, refund)
        : enqueueRemainingRefund(tx, { clock, jobs }, refund.orderKey),
  };
};

/** Services that the routes and the jobs of the ordering module share. */
interface OrderingServices {
  readonly providers: PaymentProviders;
  readonly payments: PaymentService;
  readonly preAuthorizations: PreAuthorizations;
  readonly news: RefundReactions;
}

const composeRoutes = (deps: OrderingDeps, orderingServices: OrderingServices): GatewayModule['routes'] => {
  const { database, clock, jobs, address, createRateLimiter } = deps;
  const { providers, payments, preAuthorizations, news } = orderingServices;
  const { publicUrl } = address;
  const questionLimiter = createRateLimiter('payment-question', { points: 60, durationMs: MINUTE_MS });
  const orders = createOrderService({
    database,
    clock,
    providers,
    payments,
    findMeetup: deps.findMeetup,
    publicUrl,
    limiter: createRateLimiter('order', { points: 20, durationMs: MINUTE_MS }),
    questions: questionLimiter,
  });
  const findReceipt = createReceipts({
    database,
    payment: deps.payment,
    drawReceipt: deps.drawReceipt,
    limiter: createRateLimiter('receipt', { points: 30, durationMs: MINUTE_MS }),
  });
  // Limits registrations of cards, to stop a thief who tries many cards. The limits leave room for owners who mistype
  // their own card a few times, because a card counts as checked only when a bank is asked about it.
  const registrationLimiter = createRateLimiter('card-registration', { points: 30, durationMs: HOUR_MS });
  const cardCheckLimiter = createRateLimiter('card-check', { points: 10, durationMs: HOUR_MS });
  const cards = createCardService({
    database,
    clock,
    vault: cardVaultOf(providers),
    preAuthorizations,
    questions: questionLimiter,
    registrations: registrationLimiter,
    checkedCards: cardCheckLimiter,
    publicUrl,
  });
  const refundService = createRefundService({ database, providers, clock, jobs, news, presentPartnerOrder });
  return [
    ...orderRoutes({ database, orders, rateOrder: createOrderRating({ database, clock }) }),
    ...receiptRoutes(findReceipt),
    ...cardRoutes({ database, cards }),
    ...counterRoutes(createCounterService({ database, clock }), refundService),
  ];
};

/** Creates the module of orders, their payments and refunds. */
export const createOrderingModule = (deps: OrderingDeps): GatewayModule => {
  const { database, clock, log, jobs, address, outbox, createRateLimiter } = deps;
  const paymentProviders = connectPaymentProviders(deps);
  const paymentService = composePaymentService(deps, paymentProviders);
  const refundReactions = composeRefundReactions(deps);
  const preAuthorizations = createPreAuthorizations(
    {
      database,
      clock,
      jobs,
      onCardAdded: (tx, card) => mailAddedCard(tx, card, { outbox, publicUrl: address.publicUrl }),
    },
    cardVaultOf(paymentProviders),
  );
  return {
    routes: composeRoutes(deps, {
      providers: paymentProviders,
      payments: paymentService,
      preAuthorizations,
      news: refundReactions,
    }),
    router: createWebhookRouter({
      database,
      clock,
      log,
      createRateLimiter,
      payments: paymentService,
      providers: paymentProviders,
      applyPreAuthorizationStatus: preAuthorizations.applyProviderStatus,
      findWebhookId: (provider) => findWebhookId(database.knex, provider),
    }),
    topics: [createOwnOrders({ clock }), createCounterOrders({ clock })],
    jobs: [
      bindRefundJob({ database, clock, providers: paymentProviders, news: refundReactions }),
      bindLostRefundJob({ database, providers: paymentProviders }),
      ...bindUnacceptedJobs({
        database,
        clock,
        jobs,
        remind: (tx, order) => mailUnacceptedOrder(tx, order, { outbox, publicUrl: address.publicUrl }),
      }),
      ...bindTellingJobs({
        database,
        clock,
        channels: createOrderChannels({ outbox, publicUrl: address.publicUrl }),
      }),
      ...preAuthorizations.jobs,
    ],
    periodicJobs: [
      createRestoreReconciliation({
        ...{ database, clock, log },
        providers: paymentProviders,
        payments: paymentService,
        news: refundReactions,
      }),
      createReconciliation({ database, clock, log, payments: paymentService }),
      createWebhookRegistration({ database, clock, log, publicUrl: address.publicUrl, providers: paymentProviders }),
      createUnwatchedOrders({ database, clock, jobs }),
      createOrderRemoval({ database, clock }),
    ],
    gauges: createOrderGauges({ database, clock }),
    personalData: createOrderingPersonalData({ preAuthorizations }),
  };
};

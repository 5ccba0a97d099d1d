import { randomInt, randomUUID } from 'node:crypto';
import { err, ok } from '@mahlzeit/contract';
import type { OrderAnswer, OrderForm, Result } from '@mahlzeit/contract';
import { consumeAttempt, randomKey } from '../../../platform';
import type { RateLimiter, RouteError, Steps, WriteTransaction } from '../../../platform';
import { takeDiscounts } from '../../discovery';
import { nextCheck } from '../payments';
import type { PaymentService, PaymentSteps } from '../payments';
import { describeOption, describeProvider, paymentRefused, RELEASE_FORCED_MS, shownCode } from '../providers';
import type { PaymentProvider, PaymentProviders } from '../providers';
import { createAttemptRepository } from '../repositories/attempt-repository';
import type { PaymentAttempt, PaymentRequest } from '../repositories/attempt-repository';
import { createOrderRepository } from '../repositories/order-repository';
import type { NewOrder } from '../repositories/order-repository';
import { completeForm, orderDay, orderNumber } from './order-checks';
import type { CompleteForm } from './order-checks';
import { createOrderValidation } from './order-validation';
import type { CheckedOrder, OrderError, OrderValidationDeps } from './order-validation';

/** Status of stored payments. */
export interface PaymentStatus {
  /** Asks the provider, unless this user asks too often. Returns the payment afterwards. */
  refresh(steps: PaymentSteps, uid: string, attempt: PaymentAttempt): Promise<PaymentAttempt>;
  /** Makes repeats of a request answer with the order's status by then, as long as it may change. */
  bindOpen(steps: Steps, attempt: PaymentAttempt): Promise<void>;
}

/** Dependencies of placing orders. */
export interface PlaceOrderDeps extends OrderValidationDeps {
  readonly payments: PaymentService;
  readonly paymentStatus: PaymentStatus;
  /** Limits the orders of one user. */
  readonly limiter: RateLimiter;
}

/** User who orders, with the facts of their request. */
export interface Diner {
  readonly uid: string;
  /** IP address of their browser, which the bank gets. */
  readonly address: string;
  /** Idempotency key of the request; null: it has none. */
  readonly requestKey: string | null;
}

const isConnected = (provider: PaymentProvider | null | undefined): provider is PaymentProvider =>
  provider !== null && provider !== undefined;

/**
 * Returns why an order can't be paid in the way that it asks for; null: it can. The detail `reason` says whether it can
 * be paid in another way.
 */
const unpayableError = (providers: PaymentProviders, { paymentOption }: CompleteForm): RouteError | null => {
  if (isConnected(providers[describeOption(paymentOption).provider])) return null;
  const reason = Object.values(providers).some(isConnected) ? 'paymentOptionOff' : 'ordersOff';
  return { code: 'providerUnavailable', details: { nothingBegun: true, reason } };
};

/**
 * Whether abandoning an earlier payment of the diner may lift the error: the payment holds a voucher or the meetup. A
 * voucher that doesn't go with the discount of a dish stays refused.
 */
const mayBeLifted = (error: OrderError): boolean => {
  const { code, details }: RouteError = typeof error === 'string' ? { code: error } : error;
  return code === 'meetupBeingPaid' || (code === 'DiscountLimitExceeded' && details?.['reason'] !== 'notCombinable');
};

const STATUS = {
  PENDING: 'CREATED',
  SUCCEEDED: 'SUCCEEDED',
  FAILED: 'FAILED',
} as const;

/** Returns the answer that says how a payment has begun. */
const answerOf = (attempt: PaymentAttempt): Result<OrderAnswer, OrderError> => {
  const { provider, state, providerId, redirectUrl, code, orderKey } = attempt;
  const { approval } = describeProvider(provider).facts;
  // Nobody knows the status, or the gateway is asking for the money: the client repeats the request.
  if (
    state === 'UNKNOWN' ||
    state === 'REQUESTED' ||
    state === 'CAPTURING' ||
    (providerId === null && state !== 'FAILED')
  )
    return err('providerUnavailable');
  if (state === 'FAILED' && (approval === 'redirect' || providerId === null)) return err(paymentRefused(attempt));
  return ok({
    Status: STATUS[state],
    Id: providerId ?? '',
    SecureModeRedirectURL: approval === 'frame' ? redirectUrl : null,
    ResultCode: code === null ? null : shownCode({ provider, code }),
    links: approval === 'redirect' && redirectUrl !== null ? [{ rel: 'approve', href: redirectUrl }] : [],
    orderKey,
  });
};

/** Creates the service that places orders. */
export const createOrderPlacement = ({
  database,
  clock,
  providers,
  payments,
  paymentStatus,
  findMeetup,
  publicUrl,
  limiter,
}: PlaceOrderDeps) => {
  const { check, checkCard, vaultOf } = createOrderValidation({ database, clock, providers, findMeetup, publicUrl });

  /** Checks an order, after abandoning the diner's uncaptured payments where they are in its way. */
  const checkFirst = async (
    steps: Steps,
    diner: Diner,
    form: CompleteForm,
  ): Promise<Result<CheckedOrder, OrderError>> => {
    const firstCheck = await database.read((knex) => check(knex, diner.uid, form));
    if (!firstCheck.ok && !mayBeLifted(firstCheck.error)) return firstCheck;
    if (!(await payments.abandonAllOf(steps, diner.uid))) return firstCheck;
    return database.read((knex) => check(knex, diner.uid, form));
  };

  const insertOrder = async (
    tx: WriteTransaction,
    { uid, requestKey }: Diner,
    { form, seller, request, ...prices }: CheckedOrder,
  ): Promise<NewOrder> => {
    const orders = createOrderRepository(tx.knex);
    const day = orderDay(form.meetUpDate);
    const order: NewOrder = {
      key: randomKey(),
      uid,
      number: orderNumber(await orders.findNumbers(form.restaurantId, day), randomInt),
      day,
      restaurantKey: form.restaurantId,
      seller,
      paymentOption: form.paymentOption,
      debitedCardId: request.card?.cardId ?? null,
      meetUpAt: form.meetUpDate,
      meetUpKey: (form.meetUp ?? '') === '' ? null : (form.meetUp ?? null),
      isTakeAway: form.isTakeAway,
      items: prices.items,
      discount: prices.discount,
      vat: prices.vatByType,
      total: prices.totalPrice,
      acceptedAt: null,
      createdAt: clock.now(),
      paymentStatus: 'CREATED',
    };
    await orders.insert(order, prices.discountKeys, requestKey);
    return order;
  };

  /** Completes the card part of a request: the bank asks the diner where it has refused this card unasked before. */
  const completeRequest = async (
    tx: WriteTransaction,
    { uid, address }: Diner,
    { form, request }: CheckedOrder,
  ): Promise<PaymentRequest> => {
    if (request.card === null) return request;
    const isReleaseForced = await createAttemptRepository(tx.knex).isAnyRefused(uid, request.card.cardId, {
      codes: vaultOf(form)?.releaseCodes ?? [],
      since: clock.realNow() - RELEASE_FORCED_MS,
    });
    return { ...request, card: { ...request.card, ipAddress: address, isReleaseForced } };
  };

  const writeOrder = async (
    tx: WriteTransaction,
    diner: Diner,
    checkedOrder: CheckedOrder,
  ): Promise<Result<PaymentAttempt, OrderError>> => {
    const discounts = await takeDiscounts(tx, { uid: diner.uid, keys: checkedOrder.discountKeys, now: clock.now() });
    if (!discounts.ok) return discounts;
    const order = await insertOrder(tx, diner, checkedOrder);
    const attempt: PaymentAttempt = {
      key: randomUUID(),
      orderKey: order.key,
      provider: describeOption(order.paymentOption).provider,
      state: 'REQUESTED',
      payerId: checkedOrder.request.card?.payerId ?? null,
      providerId: null,
      refundableId: null,
      redirectUrl: null,
      code: null,
      request: await completeRequest(tx, diner, checkedOrder),
      begunAt: clock.realNow(),
      checkAt: nextCheck(0, clock.realNow()),
      checks: 0,
    };
    await createAttemptRepository(tx.knex).insert(attempt);
    return ok(attempt);
  };

  /**
   * Finds the order of a repeated request whose stored answer is gone: its client asks days later. The provider is
   * asked for the status, and nothing is begun.
   */
  const findPlaced = async (steps: Steps, { uid, requestKey }: Diner): Promise<PaymentAttempt | null> => {
    const key = requestKey === null ? null : await createOrderRepository(database.knex).findByRequest(uid, requestKey);
    const storedAttempt = key === null ? null : await createAttemptRepository(database.knex).findOfOrder(key);
    if (storedAttempt === null) return null;
    const attempt = await paymentStatus.refresh(steps, uid, storedAttempt);
    // A payment whose provider never answered stays open: binding its key of days ago would begin it anew.
    if (attempt.providerId !== null) await paymentStatus.bindOpen(steps, attempt);
    return attempt;
  };

  /** Checks and stores an order that is new, with its payment. */
  const placeNew = async (
    steps: Steps,
    diner: Diner,
    form: CompleteForm,
  ): Promise<Result<PaymentAttempt, OrderError>> => {
    const firstCheck = await checkFirst(steps, diner, form);
    if (!firstCheck.ok) return firstCheck;
    const card = await checkCard(steps, diner.uid, firstCheck.value);
    if (!card.ok) return card;
    return steps.write(async (tx) => {
      // Facts may have changed while the provider was asked about the card.
      const secondCheck = await check(tx.knex, diner.uid, form);
      const attempt = secondCheck.ok ? await writeOrder(tx, diner, secondCheck.value) : secondCheck;
      if (attempt.ok) await tx.bind(attempt.value.orderKey);
      return attempt;
    });
  };

  /**
   * Orders a cart and begins its payment; called again for the same request it goes on with the order that the request
   * is bound to.
   */
  return async (steps: Steps, diner: Diner, form: OrderForm): Promise<Result<OrderAnswer, OrderError>> => {
    if (steps.reference !== null) {
      const bound = await createAttemptRepository(database.knex).findOfOrder(steps.reference);
      return bound === null ? err('OrderNotFound') : answerOf(await payments.begin(steps, bound));
    }
    const placedAttempt = await findPlaced(steps, diner);
    if (placedAttempt !== null) return answerOf(placedAttempt);
    const complete = completeForm(form);
    if (!complete.ok) return complete;
    const unpayable = unpayableError(providers, complete.value);
    if (unpayable !== null) return err(unpayable);
    const admission = await consumeAttempt(limiter, diner.uid);
    if (!admission.ok) return admission;
    const attempt = await placeNew(steps, diner, complete.value);
    return attempt.ok ? answerOf(await payments.begin(steps, attempt.value)) : attempt;
  };
};

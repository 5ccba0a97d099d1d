import { randomInt, randomUUID } from 'node:crypto';
import { err, ok } from '@mahlzeit/contract';
import type { OrderAnswer, OrderForm, Result } from '@mahlzeit/contract';
import { consumeAttempt, randomKey } from '../../../platform';
import type { Connection, RateLimiter, RouteError, Steps, StepTransaction, WriteTransaction } from '../../../platform';
import { redeemDiscounts } from '../../discovery';
import { nextCheckTime } from '../payments';
import type { PaymentService, PaymentSteps } from '../payments';
import { describeOption, describeProvider, paymentRefusedError, RELEASE_FORCED_MS, shownCodeOf } from '../providers';
import type { PaymentProvider, PaymentProviders } from '../providers';
import { createAttemptRepository } from '../repositories/attempt-repository';
import type { PaymentAttempt, PaymentRequest } from '../repositories/attempt-repository';
import { createOrderRepository } from '../repositories/order-repository';
import type { NewOrder } from '../repositories/order-repository';
import { createRestoreRepository, RECONCILING_RETRY_MS } from '../repositories/restore-repository';
import { completeForm, orderDay, drawOrderNumber, isFormOfOrder } from './order-checks';
import type { CompleteOrderForm } from './order-checks';
import { createOrderValidation, findOrderTakingError } from './order-validation';
import { findRepeatError } from './repeated-order';
import type { CheckedOrder, OrderError, OrderValidationDeps } from './order-validation';

/** Functions that read the status of stored payments again at the provider. */
export interface PaymentStatus {
  /**
   * Reads the status of a payment at the provider unless the user has reached the limit of requests. Returns the
   * payment with its latest stored status.
   */
  refresh(steps: PaymentSteps, uid: string, attempt: PaymentAttempt): Promise<PaymentAttempt>;
  /**
   * Binds a request to an order whose payment is open: the same request, sent again, then returns the order's current
   * status instead of a stored response.
   */
  bindOpenPayment(steps: Steps, attempt: PaymentAttempt): Promise<void>;
}

export interface PlaceOrderDeps extends OrderValidationDeps {
  readonly payments: PaymentService;
  readonly paymentStatus: PaymentStatus;
  /** Limits the orders that one user places. */
  readonly limiter: RateLimiter;
}

/** A user who places an order, with the data of their request. */
export interface Diner {
  readonly uid: string;
  /** IP address of the user's browser, which is sent to the bank. */
  readonly address: string;
  /** Idempotency key of the request; null if the request has no key. */
  readonly requestKey: string | null;
}

const isConnected = (provider: PaymentProvider | null | undefined): provider is PaymentProvider =>
  provider !== null && provider !== undefined;

/**
 * Returns the error if the payment option of an order is not configured; null if it is. The error's detail `reason`
 * says whether another payment option is available.
 */
const unpayableErrorOf = (
  paymentProviders: PaymentProviders,
  { paymentOption }: CompleteOrderForm,
): RouteError | null => {
  if (isConnected(paymentProviders[describeOption(paymentOption).provider])) return null;
  const unavailableReason = Object.values(paymentProviders).some(isConnected) ? 'paymentOptionOff' : 'ordersOff';
  return { code: 'providerUnavailable', details: { nothingBegun: true, reason: unavailableReason } };
};

/** Returns the error while the payments of the option's provider aren't reconciled yet after a restore; else null. */
const findReconcilingError = async (
  knex: Connection,
  { paymentOption }: CompleteOrderForm,
): Promise<RouteError | null> =>
  (await createRestoreRepository(knex).isReconciling(describeOption(paymentOption).provider))
    ? {
        code: 'providerUnavailable',
        details: { nothingBegun: true, reason: 'reconciling' },
        retryAfterMs: RECONCILING_RETRY_MS,
      }
    : null;

/**
 * Checks whether the error of an order may disappear when an earlier payment of the diner is abandoned, because that
 * payment holds a voucher or the diner's order for the meetup. Abandoning doesn't help if a voucher isn't combinable
 * with a dish's own discount.
 */
const isLiftable = (error: OrderError): boolean => {
  const { code, details }: RouteError = typeof error === 'string' ? { code: error } : error;
  return code === 'meetupBeingPaid' || (code === 'DiscountLimitExceeded' && details?.['reason'] !== 'notCombinable');
};

/** Error that rolls back a transaction whose result is returned nevertheless. */
class RolledBackWriteError extends Error {}

/**
 * Runs a transaction and returns its result. Rolls the transaction back unless `isKept` returns true for the result.
 */
const writeIf = async <T>(
  steps: Steps,
  isKept: (result: T) => boolean,
  performWrite: (tx: StepTransaction) => Promise<T>,
): Promise<T> => {
  const rolledBackWrite: { result?: { readonly value: T } } = {};
  try {
    return await steps.write(async (tx) => {
      const value = await performWrite(tx);
      if (isKept(value)) return value;
      rolledBackWrite.result = { value };
      throw new RolledBackWriteError();
    });
  } catch (error) {
    if (error instanceof RolledBackWriteError && rolledBackWrite.result !== undefined)
      return rolledBackWrite.result.value;
    throw error;
  }
};

const STATUS_BY_STATE = {
  PENDING: 'CREATED',
  SUCCEEDED: 'SUCCEEDED',
  FAILED: 'FAILED',
} as const;

/** Returns the response that tells the client how a payment has begun. */
const orderAnswerOf = (attempt: PaymentAttempt): Result<OrderAnswer, OrderError> => {
  const { provider, state, providerId, redirectUrl, code, orderKey } = attempt;
  const { approval } = describeProvider(provider).facts;
  // Reports an unknown status: either it is unknown, or the gateway is requesting the money from the provider. The
  // client has to repeat the request.
  if (
    state === 'UNKNOWN' ||
    state === 'REQUESTED' ||
    state === 'CAPTURING' ||
    (providerId === null && state !== 'FAILED')
  )
    return err('providerUnavailable');
  if (state === 'FAILED' && (approval === 'redirect' || providerId === null)) return err(paymentRefusedError(attempt));
  return ok({
    Status: STATUS_BY_STATE[state],
    Id: providerId ?? '',
    SecureModeRedirectURL: approval === 'frame' ? redirectUrl : null,
    ResultCode: state !== 'FAILED' || code === null ? null : shownCodeOf({ provider, code }),
    links: approval === 'redirect' && redirectUrl !== null ? [{ rel: 'approve', href: redirectUrl }] : [],
    orderKey,
  });
};

/** Creates the function that places an order: the function checks the order, stores it and begins its payment. */
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
  const validation = createOrderValidation({ database, clock, providers, findMeetup, publicUrl });
  const { checkCard, vaultOf } = validation;

  /** Checks a new order: first whether its restaurant takes orders now, then the order itself. */
  const check = async (
    knex: Connection,
    uid: string,
    orderForm: CompleteOrderForm,
  ): Promise<Result<CheckedOrder, OrderError>> => {
    const orderTakingError = await findOrderTakingError(knex, orderForm.restaurantId, clock.now());
    return orderTakingError === null ? validation.check(knex, uid, orderForm) : err(orderTakingError);
  };

  /**
   * Checks a new order. Fails if the diner has just ordered the same cart and hasn't confirmed that they want it twice.
   * If uncaptured payments of the diner hold the order's voucher or meetup, abandons these payments and checks the
   * order again.
   */
  const checkAndAbandon = async (
    tx: WriteTransaction,
    { uid }: Diner,
    orderForm: CompleteOrderForm,
  ): Promise<Result<CheckedOrder, OrderError>> => {
    const repeatError = await findRepeatError(tx.knex, { uid, form: orderForm, now: clock.now() });
    if (repeatError !== null) return err(repeatError);
    const checkResult = await check(tx.knex, uid, orderForm);
    if (checkResult.ok || !isLiftable(checkResult.error)) return checkResult;
    await payments.abandonAllOf(tx, uid);
    return check(tx.knex, uid, orderForm);
  };

  /** Checks a new order before it is placed, and writes nothing, because the order may still be refused. */
  const checkFirst = (
    steps: Steps,
    diner: Diner,
    orderForm: CompleteOrderForm,
  ): Promise<Result<CheckedOrder, OrderError>> =>
    writeIf(
      steps,
      () => false,
      (tx) => checkAndAbandon(tx, diner, orderForm),
    );

  const insertOrder = async (
    tx: WriteTransaction,
    { uid, requestKey }: Diner,
    { form, seller, request, ...prices }: CheckedOrder,
  ): Promise<NewOrder> => {
    const orders = createOrderRepository(tx.knex);
    const mealDay = orderDay(form.meetUpDate);
    const order: NewOrder = {
      key: randomKey(),
      uid,
      number: drawOrderNumber(await orders.findNumbers(form.restaurantId, mealDay), randomInt),
      day: mealDay,
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

  /**
   * Adds the diner's IP address to a card payment, and decides whether the bank must request a confirmation from the
   * diner: it must if it has recently refused this card without one.
   */
  const completePaymentRequest = async (
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
    const order = await insertOrder(tx, diner, checkedOrder);
    const takenDiscounts = await redeemDiscounts(tx, {
      uid: diner.uid,
      orderKey: order.key,
      keys: checkedOrder.discountKeys,
      now: clock.now(),
    });
    // Returns the error, which rolls back the order as well.
    if (!takenDiscounts.ok) return takenDiscounts;
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
      request: await completePaymentRequest(tx, diner, checkedOrder),
      begunAt: clock.realNow(),
      checkAt: nextCheckTime(0, clock.realNow()),
      checks: 0,
    };
    await createAttemptRepository(tx.knex).insert(attempt);
    return ok(attempt);
  };

  /**
   * Finds the order that an earlier copy of the same request has placed. It is needed when the client repeats the
   * request days later and the stored response is gone. Reads the status at the provider, but begins no payment. A
   * different order with the same idempotency key is refused at any time, because it would get the status of the wrong
   * order.
   */
  const findPlacedAttempt = async (
    steps: Steps,
    { uid, requestKey }: Diner,
    orderForm: OrderForm,
  ): Promise<Result<PaymentAttempt | null, 'idempotencyKeyReused'>> => {
    const orders = createOrderRepository(database.knex);
    const existingOrderKey = requestKey === null ? null : await orders.findByRequest(uid, requestKey);
    const existingOrder = existingOrderKey === null ? null : await orders.find(existingOrderKey);
    if (existingOrder === null) return ok(null);
    if (!isFormOfOrder(orderForm, existingOrder)) return err('idempotencyKeyReused');
    const storedAttempt = await createAttemptRepository(database.knex).findOfOrder(existingOrder.key);
    if (storedAttempt === null) return ok(null);
    const attempt = await paymentStatus.refresh(steps, uid, storedAttempt);
    // Binds the request to the payment only if the payment has an id at the provider: otherwise the bound request would
    // begin the payment now, days later.
    if (attempt.providerId !== null) await paymentStatus.bindOpenPayment(steps, attempt);
    return ok(attempt);
  };

  /**
   * Checks a new order, stores it with its payment, and binds the request to it. The diner's other uncaptured payments
   * stay until the provider has begun the new one (`replaceOthers`), unless they hold its voucher or its meetup.
   */
  const placeNewOrder = async (
    steps: Steps,
    diner: Diner,
    orderForm: CompleteOrderForm,
  ): Promise<Result<PaymentAttempt, OrderError>> => {
    const firstCheckResult = await checkFirst(steps, diner, orderForm);
    if (!firstCheckResult.ok) return firstCheckResult;
    const cardCheckResult = await checkCard(steps, diner.uid, firstCheckResult.value);
    if (!cardCheckResult.ok) return cardCheckResult;
    return writeIf(
      steps,
      (attempt) => attempt.ok,
      async (tx): Promise<Result<PaymentAttempt, OrderError>> => {
        // Checks the order again, because offers and discounts may have changed during the provider call about the
        // card.
        const checkResult = await checkAndAbandon(tx, diner, orderForm);
        const attempt = checkResult.ok ? await writeOrder(tx, diner, checkResult.value) : checkResult;
        if (attempt.ok) await tx.bind(attempt.value.orderKey);
        return attempt;
      },
    );
  };

  /**
   * Returns the function that places an order and begins its payment. For a repeated request it continues with the
   * order to which the request is bound.
   */
  return async (steps: Steps, diner: Diner, orderForm: OrderForm): Promise<Result<OrderAnswer, OrderError>> => {
    if (steps.reference !== null) {
      const boundAttempt = await createAttemptRepository(database.knex).findOfOrder(steps.reference);
      return boundAttempt === null ? err('OrderNotFound') : orderAnswerOf(await payments.begin(steps, boundAttempt));
    }
    const placedAttempt = await findPlacedAttempt(steps, diner, orderForm);
    if (!placedAttempt.ok) return placedAttempt;
    if (placedAttempt.value !== null) return orderAnswerOf(placedAttempt.value);
    const completeFormResult = completeForm(orderForm);
    if (!completeFormResult.ok) return completeFormResult;
    const paymentOptionError = unpayableErrorOf(providers, completeFormResult.value);
    if (paymentOptionError !== null) return err(paymentOptionError);
    const reconcilingError = await findReconcilingError(database.knex, completeFormResult.value);
    if (reconcilingError !== null) return err(reconcilingError);
    const attemptAdmission = await consumeAttempt(limiter, diner.uid);
    if (!attemptAdmission.ok) return attemptAdmission;
    const attempt = await placeNewOrder(steps, diner, completeFormResult.value);
    return attempt.ok ? orderAnswerOf(await payments.begin(steps, attempt.value)) : attempt;
  };
};

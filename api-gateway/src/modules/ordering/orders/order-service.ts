import { randomInt, randomUUID } from 'node:crypto';
import { err, ok } from '@mahlzeit/contract';
import type { FileAnswer, Order, OrderAnswer, OrderForm, OrderPage, Result, Seller } from '@mahlzeit/contract';
import { berlinDay, isOrderPast, ORDER_PAST_AFTER_MS } from '@mahlzeit/contract/rules';
import { consumeAttempt, randomKey } from '../../../platform';
import type { Clock, Connection, Database, RateLimiter, RouteError, Steps, WriteTransaction } from '../../../platform';
import {
  createCatalogRepository,
  createRestaurantRepository,
  findDiscountsFor,
  takeDiscounts,
  vatTypesOn,
} from '../../discovery';
import { canPay } from '../cards/card-service';
import { findProvenCards } from '../repositories/pre-authorization-repository';
import { createAttemptRepository } from '../repositories/attempt-repository';
import type { PaymentAttempt, PaymentRequest } from '../repositories/attempt-repository';
import { isGivenUp, paymentRefused, shownCode } from '../payments/payment-codes';
import type { PaymentProviders, PaymentService, PaymentSteps } from '../payments/payment-service';
import { createPaymentUserRepository } from '../repositories/payment-user-repository';
import { nextCheck, OPEN } from '../payments/settle-payment';
import { RELEASE_CODES, RELEASE_FORCED_MS } from '../providers/port/payment-provider';
import { orderCalendar } from './order-calendar';
import { checkOrder, completeForm, orderDay, orderNumber } from './order-checks';
import type { CompleteForm, OrderedPlace, OrderFacts, PricedOrder } from './order-checks';
import { ownOrder } from './order-policy';
import { presentOrder, presentOrders } from '../order-records/order-records';
import { createOrderRepository } from '../repositories/order-repository';
import type { NewOrder, StoredOrder } from '../repositories/order-repository';

/** The meetup that an order is for. */
export interface OrderedMeetup {
  readonly date: number;
  readonly restaurantKey: string;
}

/** Finds a meetup that somebody attends and has accepted; null: there is none that they may order for. */
export type FindMeetup = (knex: Connection, uid: string, key: string) => Promise<OrderedMeetup | null>;

interface OrderServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly providers: PaymentProviders;
  readonly payments: PaymentService;
  readonly findMeetup: FindMeetup;
  readonly publicUrl: string;
  /** Orders of one person. */
  readonly limiter: RateLimiter;
  /** What a provider is asked for one person beside. */
  readonly questions: RateLimiter;
}

/** Who orders, and from where. */
export interface Diner {
  readonly uid: string;
  /** Their own IP address, which the bank is told. */
  readonly address: string;
  /** What their client calls the request, again and again the same; null: nothing. */
  readonly requestKey: string | null;
}

type Refused = RouteError | RouteError['code'];

/** An order that is checked and knows whom it asks for money. */
interface Checked extends PricedOrder {
  readonly form: CompleteForm;
  readonly seller: Seller;
  readonly request: PaymentRequest;
}

const returnUrlOf = (publicUrl: string, { paymentOption }: OrderForm): string =>
  `${publicUrl}${paymentOption === 'card' ? '/payment/return' : '/restaurants'}`;

/**
 * What the card payment provider is asked with; where the request came from, and whether the bank has to ask, is added
 * when it is written down.
 */
const cardPaymentOf = (
  { debitedCardId, browserInfo }: CompleteForm,
  payerId: string,
  walletId: string,
): NonNullable<PaymentRequest['card']> => ({
  cardId: debitedCardId ?? '',
  payerId,
  walletId,
  browserInfo: browserInfo ?? null,
  ipAddress: '',
  isReleaseForced: false,
});

// Its client may order anew: the same code without this means that an order was begun, and that nobody knows how it
// stands.
const notAskable: RouteError = { code: 'providerUnavailable', details: { nothingBegun: true } };

/**
 * Why an order can't be paid as it asks for, whoever is reached: the details' `reason` says whether it can be in
 * another way. Null: it can.
 */
const unpayable = (providers: PaymentProviders, { paymentOption }: CompleteForm): RouteError | null => {
  const { mangopay, paypal } = providers;
  if ((paymentOption === 'card' ? mangopay : paypal) !== null) return null;
  return {
    code: 'providerUnavailable',
    details: { nothingBegun: true, reason: mangopay === null && paypal === null ? 'ordersOff' : 'paymentOptionOff' },
  };
};

/**
 * Whether an order may be refused for what its diner has bound to another one; a voucher that doesn't go with a dish's
 * discount never is.
 */
const mayBeFreed = (refused: Refused): boolean => {
  const { code, details }: RouteError = typeof refused === 'string' ? { code: refused } : refused;
  return code === 'meetupBeingPaid' || (code === 'DiscountLimitExceeded' && details?.['reason'] !== 'notCombinable');
};

const STATUS = {
  REQUESTED: 'CREATED',
  PENDING: 'CREATED',
  CAPTURING: 'CREATED',
  UNKNOWN: 'CREATED',
  SUCCEEDED: 'SUCCEEDED',
  FAILED: 'FAILED',
} as const;

/** What of the menu and the discounts an order is checked against; a dish of another place or day is none. */
const readFacts = async (
  knex: Connection,
  {
    uid,
    form,
    place,
    now,
  }: { readonly uid: string; readonly form: CompleteForm; readonly place: OrderedPlace; readonly now: number },
): Promise<Omit<OrderFacts, 'place' | 'meetup'>> => {
  const catalog = createCatalogRepository(knex);
  const today = berlinDay(now);
  const found = await catalog.findOffers(form.items.map(({ mealKey }) => mealKey));
  const offers = new Map(
    found
      .filter(({ restaurantKey, offer }) => restaurantKey === place.key && offer.date === today)
      .map(({ offer }) => [offer.key, offer]),
  );
  const keys = [...form.items, form].flatMap(({ discount }) => discount?.id ?? []);
  return {
    now,
    offers,
    discounts: await findDiscountsFor(knex, { uid, keys }),
    vatTypes: vatTypesOn(await catalog.findVatRates(), today),
  };
};

/** Orders and how they are placed. */
export const createOrderService = ({
  database,
  clock,
  providers,
  payments,
  findMeetup,
  publicUrl,
  limiter,
  questions,
}: OrderServiceDeps) => {
  /** The meetup that an order is for; null: none. */
  const meetupOf = async (
    knex: Connection,
    uid: string,
    { meetUp = '', restaurantId }: CompleteForm,
  ): Promise<Result<OrderedMeetup | null, 'notFound' | 'meetupBeingPaid'>> => {
    if (meetUp === '') return ok(null);
    const meetup = await findMeetup(knex, uid, meetUp);
    if (meetup === null || meetup.restaurantKey !== restaurantId || meetup.date < clock.now()) return err('notFound');
    // One order of each diner: the other one may be paid at any moment.
    return (await createAttemptRepository(knex).isAnyFor(uid, meetUp, OPEN)) ? err('meetupBeingPaid') : ok(meetup);
  };

  /** Everything that needs nobody outside, of one instant. */
  const check = async (knex: Connection, { uid }: Diner, form: CompleteForm): Promise<Result<Checked, Refused>> => {
    const now = clock.now();
    const restaurants = createRestaurantRepository(knex);
    const place = await restaurants.find(form.restaurantId);
    if (place === null) return err('RestaurantUndefined');
    const payout = await restaurants.findPayout(place.key);
    if (payout === null) return err('NoLegalUser');
    const meetup = await meetupOf(knex, uid, form);
    if (!meetup.ok) return meetup;
    const payer = await createPaymentUserRepository(knex).find(uid);
    if (form.paymentOption === 'card' && payer === null) return err('NoPaymentUser');
    const priced = checkOrder(form, {
      place,
      meetup: meetup.value?.date ?? null,
      ...(await readFacts(knex, { uid, form, place, now })),
    });
    if (!priced.ok) return priced;
    const card =
      payer === null || form.paymentOption !== 'card'
        ? null
        : cardPaymentOf(form, payer.mangoPayData.Id, payout.walletId);
    return ok({
      ...priced.value,
      form,
      seller: { name: place.name, address: place.address },
      request: { returnUrl: returnUrlOf(publicUrl, form), card },
    });
  };

  /** Whether the card is the diner's own and its registration is finished; asked while no transaction is open. */
  const checkCard = async (
    steps: Steps,
    { uid }: Diner,
    { form, request }: Checked,
  ): Promise<Result<void, Refused>> => {
    const { mangopay } = providers;
    if (form.paymentOption === 'paypal') return ok(undefined);
    if (mangopay === null || request.card === null) return err(notAskable);
    const { cardId, payerId } = request.card;
    const card = await steps.ask((signal) => mangopay.findCard(cardId, signal));
    if (!card.ok) return err(card.error.kind === 'unreachable' ? notAskable : 'NoCard');
    if (card.value === null || !card.value.card.mangoPayData.Active) return err('NoCard');
    if (card.value.payerId !== payerId) return err('WrongTransactionAuthor');
    const [proven] = await findProvenCards(database.knex, uid, [card.value.card]);
    return proven === undefined || !canPay(proven, berlinDay(clock.now())) ? err('NoCard') : ok(undefined);
  };

  /** Checks an order; what its diner has left with PayPal is given up first. */
  const checkFirst = async (steps: Steps, diner: Diner, form: CompleteForm): Promise<Result<Checked, Refused>> => {
    const first = await database.read((knex) => check(knex, diner, form));
    if (!first.ok && !mayBeFreed(first.error)) return first;
    if (!(await payments.giveUpFor(steps, diner.uid))) return first;
    return database.read((knex) => check(knex, diner, form));
  };

  const write = async (
    tx: WriteTransaction,
    { uid, address, requestKey }: Diner,
    { form, seller, request, ...priced }: Checked,
  ): Promise<Result<PaymentAttempt, Refused>> => {
    const orders = createOrderRepository(tx.knex);
    const taken = await takeDiscounts(tx, { uid, keys: priced.discountKeys, now: clock.now() });
    if (!taken.ok) return taken;
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
      items: priced.items,
      discount: priced.discount,
      vat: priced.vatByType,
      total: priced.totalPrice,
      acceptedAt: null,
      createdAt: clock.now(),
      paymentStatus: 'CREATED',
    };
    await orders.insert(order, priced.discountKeys, requestKey);
    const attempts = createAttemptRepository(tx.knex);
    const isReleaseForced =
      request.card !== null &&
      (await attempts.isAnyRefused(uid, request.card.cardId, {
        codes: RELEASE_CODES,
        since: clock.realNow() - RELEASE_FORCED_MS,
      }));
    const attempt: PaymentAttempt = {
      key: randomUUID(),
      orderKey: order.key,
      provider: form.paymentOption === 'card' ? 'mangopay' : 'paypal',
      state: 'REQUESTED',
      payerId: request.card?.payerId ?? null,
      providerId: null,
      refundableId: null,
      redirectUrl: null,
      code: null,
      request: {
        ...request,
        card: request.card === null ? null : { ...request.card, ipAddress: address, isReleaseForced },
      },
      begunAt: clock.realNow(),
      checkAt: nextCheck(0, clock.realNow()),
      checks: 0,
    };
    await attempts.insert(attempt);
    return ok(attempt);
  };

  const answerOf = (attempt: PaymentAttempt): Result<OrderAnswer, Refused> => {
    const { provider, state, providerId, redirectUrl, code, orderKey } = attempt;
    // Nobody knows, or PayPal is being asked for the money: the diner is told so, and that nothing was lost by asking
    // again.
    if (
      state === 'UNKNOWN' ||
      state === 'REQUESTED' ||
      state === 'CAPTURING' ||
      (providerId === null && state !== 'FAILED')
    )
      return err('providerUnavailable');
    if (state === 'FAILED' && (provider === 'paypal' || providerId === null)) return err(paymentRefused(attempt));
    return ok({
      Status: STATUS[state],
      Id: providerId ?? '',
      SecureModeRedirectURL: provider === 'mangopay' ? redirectUrl : null,
      ResultCode: code === null ? null : shownCode({ provider, code }),
      links: provider === 'paypal' && redirectUrl !== null ? [{ rel: 'approve', href: redirectUrl }] : [],
      orderKey,
    });
  };

  const findOwn = async (
    uid: string,
    find: (knex: Connection) => Promise<string | null>,
  ): Promise<Result<StoredOrder, 'OrderNotFound'>> => {
    const key = await find(database.knex);
    const order = key === null ? null : await createOrderRepository(database.knex).find(key);
    return ownOrder(order, uid);
  };

  const byPayment =
    (payInId: string) =>
    async (knex: Connection): Promise<string | null> => {
      const attempts = createAttemptRepository(knex);
      return (
        ((await attempts.findByProviderId('mangopay', payInId)) ?? (await attempts.findByProviderId('paypal', payInId)))
          ?.orderKey ?? null
      );
    };

  const presented = async (key: string): Promise<Order> =>
    database.read(async (knex) => {
      const order = await createOrderRepository(knex).find(key);
      if (order === null) throw new Error('orders stay');
      return presentOrder(knex, order);
    });

  const attemptOf = async ({ key }: StoredOrder): Promise<PaymentAttempt> => {
    const attempt = await createAttemptRepository(database.knex).findOfOrder(key);
    if (attempt === null) throw new Error('an order has its attempt');
    return attempt;
  };

  /** Has repeats of a request told how its order stands by then, for as long as that changes. */
  const bindOpen = async (steps: Steps, { orderKey, state }: PaymentAttempt): Promise<void> => {
    if (OPEN.includes(state)) await steps.write((tx) => tx.bind(orderKey));
  };

  /** Asks how a payment stands; whoever asks all the time is told what was written down last. */
  const askAgain = async (steps: PaymentSteps, uid: string, attempt: PaymentAttempt): Promise<PaymentAttempt> =>
    (await questions.consume(uid)).ok ? payments.finalise(steps, attempt) : attempt;

  /**
   * The order of a request whose answers are forgotten: its client asks days later, and is told how it stands. Nothing
   * is begun any more.
   */
  const placedBefore = async (steps: Steps, { uid, requestKey }: Diner): Promise<PaymentAttempt | null> => {
    const key = requestKey === null ? null : await createOrderRepository(database.knex).findByRequest(uid, requestKey);
    const attempt = key === null ? null : await createAttemptRepository(database.knex).findOfOrder(key);
    if (attempt === null) return null;
    const known = await askAgain(steps, uid, attempt);
    // What its provider was never heard of stays a question: a key of days ago would begin it anew.
    if (known.providerId !== null) await bindOpen(steps, known);
    return known;
  };

  return {
    /**
     * Orders a cart and begins its payment; called again for the same request it goes on with the order that it was
     * bound to.
     */
    async place(steps: Steps, diner: Diner, form: OrderForm): Promise<Result<OrderAnswer, Refused>> {
      if (steps.reference !== null) {
        const known = await createAttemptRepository(database.knex).findOfOrder(steps.reference);
        return known === null ? err('OrderNotFound') : answerOf(await payments.begin(steps, known));
      }
      const before = await placedBefore(steps, diner);
      if (before !== null) return answerOf(before);
      const complete = completeForm(form);
      if (!complete.ok) return complete;
      const off = unpayable(providers, complete.value);
      if (off !== null) return err(off);
      const admitted = await consumeAttempt(limiter, diner.uid);
      if (!admitted.ok) return admitted;
      const first = await checkFirst(steps, diner, complete.value);
      if (!first.ok) return first;
      const card = await checkCard(steps, diner, first.value);
      if (!card.ok) return card;
      const written = await steps.write(async (tx) => {
        // Whatever has changed while the provider was asked about the card.
        const again = await check(tx.knex, diner, complete.value);
        const attempt = again.ok ? await write(tx, diner, again.value) : again;
        if (attempt.ok) await tx.bind(attempt.value.orderKey);
        return attempt;
      });
      return written.ok ? answerOf(await payments.begin(steps, written.value)) : written;
    },

    /** Whether the payment of an order can still go on. */
    async isOpen(orderKey: string): Promise<boolean> {
      const attempt = await createAttemptRepository(database.knex).findOfOrder(orderKey);
      return attempt !== null && attempt.state !== 'SUCCEEDED' && attempt.state !== 'FAILED';
    },

    /** An order of the caller after its provider was asked. */
    async updateStatus(steps: Steps, uid: string, payInId: string): Promise<Result<Order, Refused>> {
      const order = await findOwn(uid, byPayment(payInId));
      if (!order.ok) return order;
      const attempt = await attemptOf(order.value);
      await bindOpen(steps, attempt);
      await askAgain(steps, uid, attempt);
      return ok(await presented(order.value.key));
    },

    /** Takes what was approved with PayPal. */
    async capture(steps: Steps, uid: string, payInId: string): Promise<Result<Order, Refused>> {
      const order = await findOwn(uid, byPayment(payInId));
      if (!order.ok) return order;
      const before = await attemptOf(order.value);
      const admitted = before.state === 'SUCCEEDED' ? null : await consumeAttempt(questions, uid);
      if (admitted?.ok === false) return admitted;
      await bindOpen(steps, before);
      const { attempt, answer } = await payments.capture(steps, before);
      if (attempt.state === 'FAILED') return err(paymentRefused(attempt));
      if (attempt.state !== 'SUCCEEDED' && answer === 'unapproved')
        return err({ ...paymentRefused({ ...attempt, code: 'ORDER_NOT_APPROVED' }), mayChange: true });
      // Who was heard has a capture that PayPal looks at: the order waits for that.
      if (attempt.state === 'UNKNOWN' || (attempt.state === 'CAPTURING' && answer === 'nothing'))
        return err('providerUnavailable');
      return ok(await presented(order.value.key));
    },

    /** Lets go of a payment that nobody has asked the money for, so that its vouchers are the diner's again. */
    async abandon(steps: Steps, uid: string, payInId: string): Promise<Result<Order, Refused>> {
      const order = await findOwn(uid, byPayment(payInId));
      if (!order.ok) return order;
      const before = await attemptOf(order.value);
      await bindOpen(steps, before);
      const attempt =
        before.provider === 'paypal' ? await payments.letGo(steps, before) : await askAgain(steps, uid, before);
      return attempt.state === 'FAILED' && !isGivenUp(attempt)
        ? err(paymentRefused(attempt))
        : ok(await presented(order.value.key));
    },

    /** How a payment of the caller stands, after its provider was asked. */
    async payIn(steps: PaymentSteps, uid: string, payInId: string): Promise<Result<PaymentAttempt, 'notFound'>> {
      const order = await findOwn(uid, byPayment(payInId));
      return order.ok ? ok(await askAgain(steps, uid, await attemptOf(order.value))) : err('notFound');
    },

    byKey: async (uid: string, key: string): Promise<Result<Order, 'OrderNotFound'>> => {
      const order = await findOwn(uid, async () => key);
      return order.ok ? ok(await presented(order.value.key)) : order;
    },

    /** A paid order of the caller as a file for their calendar. */
    async calendar(uid: string, key: string): Promise<Result<FileAnswer, 'OrderNotFound'>> {
      const order = await findOwn(uid, async () => key);
      if (!order.ok || order.value.paymentStatus !== 'SUCCEEDED') return err('OrderNotFound');
      const file = orderCalendar(await presented(key), { publicUrl, now: clock.now() });
      return file === null ? err('OrderNotFound') : ok(file);
    },

    byPayIn: async (uid: string, payInId: string): Promise<Result<Order, 'OrderNotFound'>> => {
      const order = await findOwn(uid, byPayment(payInId));
      return order.ok ? ok(await presented(order.value.key)) : order;
    },

    /** A page of the caller's paid orders. */
    list: (uid: string, { when, before, limit }: OrderPage): Promise<Result<Order[], RouteError>> =>
      database.read(async (knex) => {
        const orders = createOrderRepository(knex);
        const last = before === undefined ? null : await orders.find(before);
        if (before !== undefined && (last === null || last.uid !== uid))
          return err({ code: 'invalidRequest', details: { issues: [{ path: 'before', rule: 'unknown' }] } });
        const border = clock.now() - ORDER_PAST_AFTER_MS;
        // One that has become past since the page before is the first of all to whoever goes on with what is upcoming.
        const after =
          last !== null && when === 'upcoming' && isOrderPast({ meetUpDate: last.meetUpAt }, clock.now()) ? null : last;
        return ok(await presentOrders(knex, await orders.listPaid({ uid, when, border, after, limit })));
      }),
  };
};

/** Orders over HTTP. */
export type OrderService = ReturnType<typeof createOrderService>;

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Order, OrderAnswer } from '@mahlzeit/contract';
import { aDiscount } from '@mahlzeit/contract/fixtures';
import * as z from 'zod/mini';
import {
  DISH_KEY,
  pressButton,
  registerPaymentUser,
  injectFault,
  orderForm,
  putVoucher,
  RESTAURANT_KEY,
} from '../../api-gateway/src/modules/ordering/testing/counter';
import { createBrowser, TEST_PASSWORD, sessionOf } from '../../api-gateway/src/modules/identity/testing/people';
import type { HttpAnswer } from '../../api-gateway/src/modules/identity/testing/people';
import { createAttemptRepository } from '../../api-gateway/src/modules/ordering/repositories/attempt-repository';
import { applyPaymentEvent } from '../../api-gateway/src/modules/ordering/payments/settle-payment';
import { insertMeetup } from '../../api-gateway/src/modules/ordering/testing/meetup';
import { settleDeps } from '../../api-gateway/src/modules/ordering/testing/settle-deps';
import type { RoundPlan, RefundPlan } from './fault-plan';
import type { FaultWorld } from './fault-world';

/** Registered user who places an order in each round. */
export interface Diner {
  readonly uid: string;
  readonly name: string;
  call(method: string, path: string, body?: object, idempotencyKey?: string): Promise<HttpAnswer>;
}

/** Outcome of a round, as the diner saw it. */
export interface PlayedRound {
  readonly plan: RoundPlan;
  readonly uid: string;
  /** Idempotency keys under which the diner's cart was sent. */
  readonly keys: ReadonlySet<string>;
  readonly voucher: string | null;
  readonly orderKeys: ReadonlySet<string>;
  /** Payment states that the diner received for their orders, by order key, in the order of their arrival. */
  readonly reportedStatuses: readonly (readonly [orderKey: string, status: Order['paymentStatus']])[];
  /** Orders that the diner cancelled at PayPal and whose cancellation the gateway confirmed. */
  readonly cancelledOrders: ReadonlySet<string>;
  /** Refunds that the restaurant requested, one for each press. */
  readonly refunds: readonly RequestedRefund[];
}

/**
 * Refund that the restaurant requested. `status` is the HTTP status that the restaurant received in the end; null when
 * it stopped retrying before the outcome was known.
 */
export interface RequestedRefund {
  readonly orderKey: string;
  readonly amount: number;
  readonly status: number | null;
}

/** Number of tries after which a diner or a restaurant stops asking. Reconciliation settles the payment afterwards. */
const MAX_SETTLE_TRIES = 12;
/**
 * Number of tries after a broken connection. A broken connection isn't the diner's problem, because their browser tries
 * again.
 */
const MAX_CONNECTION_TRIES = 200;
const RETRY_PAUSE_MS = 150;

/** Returns the response to a request; retries while the gateway is down. */
const retryUntilAnswered = async (
  world: Pick<FaultWorld, 'alive'>,
  sendRequest: () => Promise<HttpAnswer>,
): Promise<HttpAnswer> => {
  for (let attemptNumber = 1; ; attemptNumber += 1) {
    await world.alive();
    try {
      return await sendRequest();
    } catch (error) {
      // The connection broke, so the request is sent again.
      if (attemptNumber === MAX_CONNECTION_TRIES) throw error;
      await delay(RETRY_PAUSE_MS);
    }
  }
};

/** Registers a diner and gives them cards to pay with. */
export const createDiner = async (
  world: Pick<FaultWorld, 'url' | 'database' | 'alive'>,
  name: string,
): Promise<Diner> => {
  const credentials = { email: `${name}@mahlzeit.test`, password: TEST_PASSWORD };
  const dinerBrowser = createBrowser(world.url);
  const {
    account: { uid },
    idToken,
  } = sessionOf(
    await retryUntilAnswered(world, () =>
      dinerBrowser.call('POST', '/api/auth/register', {
        body: { ...credentials, visible: true, policyAccepted: true },
      }),
    ),
  );
  await registerPaymentUser(world, { uid, name });
  let token = idToken;
  const call: Diner['call'] = async (method, path, body, key) => {
    // Each request opens its own connection, because a connection to a killed gateway must not be used again.
    const requestOptions = {
      ...(body === undefined ? {} : { body }),
      headers: { Connection: 'close', ...(key === undefined ? {} : { 'Idempotency-Key': key }) },
    };
    const httpAnswer = await retryUntilAnswered(world, () =>
      dinerBrowser.call(method, path, { ...requestOptions, token }),
    );
    if (httpAnswer.status !== 401) return httpAnswer;
    // The clock moves forward in leaps in this suite, so a token of ten minutes soon expires. The diner then logs in
    // again.
    token = sessionOf(
      await retryUntilAnswered(world, () =>
        createBrowser(world.url).call('POST', '/api/auth/login', { body: credentials }),
      ),
    ).idToken;
    return retryUntilAnswered(world, () => dinerBrowser.call(method, path, { ...requestOptions, token }));
  };
  return { uid, name, call };
};

const isOrderRepeated = ({ body }: HttpAnswer): boolean =>
  z.object({ code: z.literal('orderRepeated') }).safeParse(body).success;

/** Sends a request until the response is final; null when it isn't final after `MAX_SETTLE_TRIES` tries. */
const sendUntilSettled = async (sendRequest: () => Promise<HttpAnswer>): Promise<HttpAnswer | null> => {
  for (let tries = 0; tries < MAX_SETTLE_TRIES; tries += 1) {
    const answer = await sendRequest();
    // 409 means that the gateway still works on the request, 5xx that the outcome is unknown. The page waits and sends
    // the request again under the same key.
    if ((answer.status !== 409 || isOrderRepeated(answer)) && answer.status < 500) return answer;
    await delay(RETRY_PAUSE_MS);
  }
  return null;
};

const PROVIDER_DECISIONS = {
  card: { yes: 'success', no: 'fail', cancel: 'cancel' },
  paypal: { yes: 'approve', no: 'decline', cancel: 'cancel' },
} as const;

const sendHints = async ({ url }: FaultWorld, payInId: string): Promise<void> => {
  const sendPaymentHint = (id: string, hintDate: number): Promise<unknown> =>
    fetch(
      `${url}/api/payment/hooks/mangopay?EventType=PAYIN_NORMAL_SUCCEEDED&RessourceId=${id}&Date=${hintDate}`,
    ).catch(() => undefined);
  const forgedPayment = {
    id: randomUUID(),
    event_type: 'PAYMENT.CAPTURE.COMPLETED',
    resource: { id: payInId, supplementary_data: { related_ids: { order_id: payInId } } },
  };
  await Promise.all([
    sendPaymentHint(payInId, 1),
    sendPaymentHint(payInId, 1),
    sendPaymentHint(payInId, 2),
    sendPaymentHint(`payin_m_${randomUUID()}`, 1),
    fetch(`${url}/api/payment/hooks/paypal`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(forgedPayment),
    }).catch(() => undefined),
  ]);
};

/** Gives a payment up, as the gateway does when the provider says that the payment no longer exists. */
const giveUpPayment = ({ database, clock }: FaultWorld, orderKey: string): Promise<void> =>
  database.write(async (tx) => {
    const paymentAttempt = await createAttemptRepository(tx.knex).findOfOrder(orderKey);
    if (paymentAttempt === null) throw new Error(`No payment attempt of the order: ${orderKey}`);
    await applyPaymentEvent(tx, settleDeps({ clock }), paymentAttempt, { type: 'refused', code: 'gone' });
  });

/** Time of all meals, long after the last round. */
const MEAL_TIME = Date.parse('2026-06-24T14:30:00+02:00');

/**
 * Creates the order of a round. The diners order the same again in each round and confirm it, except in rounds in which
 * they don't know that they have ordered: each of these has another number of pieces.
 */
const orderFormOf = (
  { name }: Diner,
  { payment, fault, round }: RoundPlan,
  { voucher, meetupKey }: { readonly voucher: string | null; readonly meetupKey: string | null },
): object => {
  const amount = fault.kind === 'logout' ? 2 + (round % 40) : 1;
  return orderForm(name, {
    meetUpDate: MEAL_TIME,
    items: [{ mealKey: DISH_KEY, amount, price: 890 }],
    totalPrice: 890 * amount - (voucher === null ? 0 : 200),
    ...(meetupKey === null ? {} : { meetUp: meetupKey }),
    ...(fault.kind === 'logout' ? {} : { isRepeatConfirmed: true }),
    ...(payment === 'paypal' ? { paymentOption: 'paypal', debitedCardId: null } : {}),
    ...(payment === 'cardWithBank' ? { debitedCardId: `demo-card-${name}-challenge` } : {}),
    ...(voucher === null ? {} : { discount: { id: voucher, value: 200 } }),
  });
};

/** Changes the restaurant: for a time it is on holiday. */
const setHoliday = ({ database }: FaultWorld, restTime: object | null): Promise<void> =>
  database.write(async ({ knex }) => {
    await knex('restaurant')
      .where({ key: RESTAURANT_KEY })
      .update({ rest_time: restTime === null ? null : JSON.stringify(restTime) });
  });

/** Plays what happens around a diner while they pay. */
const disturbPayment = async (world: FaultWorld, { fault, round }: RoundPlan, orderKey: string): Promise<void> => {
  if (fault.kind === 'guestDeclines')
    await world.database.write(({ knex }) =>
      knex('invitation_attendee')
        .where({ invitation_key: meetupKeyOf(round) })
        .andWhere('position', '>', 0)
        .update({ status: 'declined' }),
    );
  if (fault.kind === 'lateCapture')
    await world.database.write(({ knex }) =>
      knex('customer_order').where({ key: orderKey }).update({ meet_up_at: world.clock.now() }),
    );
  if (fault.kind === 'placeCloses') await setHoliday(world, { start: '2026-06-24', end: '2026-06-24' });
};

const meetupKeyOf = (round: number): string => `treffen-${round}`;

type SendCart = (cartKey: string) => Promise<HttpAnswer>;

/**
 * Simulates a cart in the tabs of one browser, as the product's pages send it
 * (`mf-ordering/src/features/checkout/payment-flow.ts`): the first press stores a key under a lock and holds the lock
 * until the gateway has responded; a tab that finds a stored key continues with that key.
 */
const createCart = (sendCart: SendCart) => {
  const keys = new Set<string>();
  let storedKey: string | null = null;
  let paymentQueue: Promise<unknown> = Promise.resolve();

  const startPayment = async (): Promise<string> => {
    if (storedKey !== null) return storedKey;
    storedKey = randomUUID();
    keys.add(storedKey);
    await sendCart(storedKey);
    return storedKey;
  };
  return {
    keys,
    /** Presses the pay button once in one tab; resolves as soon as the outcome is known. */
    async pressPay(): Promise<HttpAnswer | null> {
      const paymentStart = paymentQueue.then(startPayment);
      paymentQueue = paymentStart;
      const key = await paymentStart;
      return sendUntilSettled(() => sendCart(key));
    },
    /** Sends the order once, logs out without an answer, and orders the same once more under another key. */
    async pressAndOrderAgain(): Promise<readonly (HttpAnswer | null)[]> {
      const [lostKey, laterKey] = [randomUUID(), randomUUID()];
      keys.add(lostKey).add(laterKey);
      const firstAnswer = await sendCart(lostKey);
      if (firstAnswer.status < 500) return [firstAnswer];
      return [await sendUntilSettled(() => sendCart(laterKey))];
    },
    /**
     * Sends the same request twice at the same time, as a network that duplicates requests does, or two pages that come
     * back at once.
     */
    async pressDoubled(): Promise<readonly (HttpAnswer | null)[]> {
      const key = randomUUID();
      keys.add(key);
      return Promise.all([sendUntilSettled(() => sendCart(key)), sendUntilSettled(() => sendCart(key))]);
    },
  };
};

/**
 * Orders a cart, in as many tabs and with as many presses as the fault requires; returns the responses to all orders
 * that succeeded.
 */
const placeOrder = async (
  diner: Diner,
  orderFormBody: object,
  { kind }: RoundPlan['fault'],
): Promise<{ readonly keys: ReadonlySet<string>; readonly answers: readonly OrderAnswer[] }> => {
  const orderCart = createCart((key) => diner.call('POST', '/api/payment/orders', orderFormBody, key));
  const paymentAnswers =
    kind === 'doubleClick'
      ? await orderCart.pressDoubled()
      : kind === 'logout'
        ? await orderCart.pressAndOrderAgain()
        : await Promise.all(kind === 'twoTabs' ? [orderCart.pressPay(), orderCart.pressPay()] : [orderCart.pressPay()]);
  return {
    keys: orderCart.keys,
    answers: paymentAnswers.flatMap((answer) => (answer?.status === 200 ? [OrderAnswer.parse(answer.body)] : [])),
  };
};

/** Plays the diner's decision on the page of their bank or of PayPal, and the disturbances during that time. */
const decideAtProvider = async (
  world: FaultWorld,
  plan: RoundPlan,
  { orderKey, Id, SecureModeRedirectURL, links }: OrderAnswer,
): Promise<void> => {
  const { payment, fault, decision } = plan;
  if (fault.kind === 'givenUp') await giveUpPayment(world, orderKey);
  await disturbPayment(world, plan, orderKey);
  const decisionUrl = SecureModeRedirectURL ?? links.find(({ rel }) => rel === 'approve')?.href ?? null;
  if (decisionUrl !== null && decision !== null)
    await pressButton(decisionUrl, PROVIDER_DECISIONS[payment === 'paypal' ? 'paypal' : 'card'][decision]);
  if (fault.kind === 'hintsOfAll') await sendHints(world, Id);
};

const isCancelledAtPaypal = ({ payment, decision }: RoundPlan): boolean =>
  payment === 'paypal' && decision === 'cancel';

/**
 * Opens the page that asks for the payment's outcome, once or with reloads and Back; returns all responses to this
 * page.
 */
const returnFromPayment = async (
  diner: Diner,
  plan: RoundPlan,
  { orderKey, Id }: OrderAnswer,
): Promise<readonly (HttpAnswer | null)[]> => {
  const { payment, fault, decision } = plan;
  const isApproved = payment === 'paypal' && (decision === 'yes' || decision === 'no');
  const [method, orderAction] = isCancelledAtPaypal(plan)
    ? ['POST', 'abandon']
    : isApproved
      ? ['POST', 'capture']
      : ['PUT', 'status'];
  const requestOutcome = (): Promise<HttpAnswer | null> =>
    sendUntilSettled(() => diner.call(method, `/api/payment/orders/${Id}/${orderAction}`, {}));
  const isReloaded = fault.kind === 'reload';
  const answers = await Promise.all(
    isReloaded ? [requestOutcome(), requestOutcome(), requestOutcome()] : [requestOutcome()],
  );
  return [
    ...answers,
    ...(isReloaded ? [await requestOutcome()] : []),
    await diner.call('GET', `/api/payment/orders/${orderKey}`),
  ];
};

/**
 * Requests the refunds of a plan as the restaurant does, with retries after broken connections; returns each refund
 * with its final status.
 */
const requestRefunds = async (
  world: FaultWorld,
  { orderKey, total }: { readonly orderKey: string; readonly total: number },
  { amounts, isDoubled, death, form }: RefundPlan,
): Promise<readonly RequestedRefund[]> => {
  if (form !== null) await injectFault(world, form);
  if (death !== null) world.killGatewayAt(death);
  const browser = createBrowser(world.url);
  const requestRefund = async (amount: number, refundKey: string): Promise<number | null> => {
    const requestOptions = {
      token: world.partnerToken,
      body: { amount, reason: 'mistake' },
      headers: { Connection: 'close', 'Idempotency-Key': refundKey },
    };
    return (
      (
        await sendUntilSettled(() =>
          retryUntilAnswered(world, () =>
            browser.call('POST', `/api/partner/orders/${orderKey}/refund`, requestOptions),
          ),
        )
      )?.status ?? null
    );
  };
  return Promise.all(
    amounts.map(async (plannedAmount): Promise<RequestedRefund> => {
      const [amount, key] = [plannedAmount === 'all' ? total : plannedAmount, randomUUID()];
      const refundStatuses = await Promise.all(
        isDoubled ? [requestRefund(amount, key), requestRefund(amount, key)] : [requestRefund(amount, key)],
      );
      return { orderKey, amount, status: refundStatuses.find((status) => status !== null) ?? null };
    }),
  );
};

const requestAllRefunds = async (
  world: FaultWorld,
  diner: Diner,
  { refunds }: RoundPlan,
  orderKey: string,
): Promise<readonly RequestedRefund[]> => {
  const { paymentStatus, totalPrice: total } = Order.parse(
    (await diner.call('GET', `/api/payment/orders/${orderKey}`)).body,
  );
  if (paymentStatus !== 'SUCCEEDED') return [];
  const requestedRefunds: RequestedRefund[] = [];
  for (const refundPlan of refunds)
    requestedRefunds.push(...(await requestRefunds(world, { orderKey, total }, refundPlan)));
  return requestedRefunds;
};

const reportedStatusOf = (orderAnswer: HttpAnswer | null): PlayedRound['reportedStatuses'] => {
  if (orderAnswer?.status !== 200) return [];
  const { key, paymentStatus } = Order.parse(orderAnswer.body);
  return [[key, paymentStatus]];
};

/** Plays one round, up to the moment at which the diner closes the page. */
export const playRound = async (world: FaultWorld, diner: Diner, plan: RoundPlan): Promise<PlayedRound> => {
  const { fault, hasVoucher, round } = plan;
  const voucher = hasVoucher ? `gutschein-${round}` : null;
  if (voucher !== null) await putVoucher(world, aDiscount({ key: voucher, type: 'giftcard', value: 200, quantity: 9 }));
  if (fault.kind === 'provider' || fault.kind === 'givenUp' || fault.kind === 'logout')
    await injectFault(world, fault.form);
  if (fault.kind === 'death') world.killGatewayAt(fault.death);

  const meetupKey = fault.kind === 'guestDeclines' ? meetupKeyOf(round) : null;
  if (meetupKey !== null)
    await insertMeetup(world, {
      key: meetupKey,
      date: MEAL_TIME,
      attendees: [diner, { uid: world.guestUid }],
      guestStatus: 'pending',
    });
  const { keys, answers } = await placeOrder(diner, orderFormOf(diner, plan, { voucher, meetupKey }), fault);
  const reportedStatuses: (readonly [string, Order['paymentStatus']])[] = answers.map(({ orderKey, Status }) => [
    orderKey,
    Status,
  ]);
  const [cancelledOrders, refunds] = [new Set<string>(), new Array<RequestedRefund>()];
  const answerByOrderKey = new Map(answers.map((answer) => [answer.orderKey, answer]));
  for (const answer of answerByOrderKey.values()) {
    await decideAtProvider(world, plan, answer);
    const paymentAnswers = plan.comesBack ? await returnFromPayment(diner, plan, answer) : [];
    if (fault.kind === 'placeCloses') await setHoliday(world, null);
    reportedStatuses.push(...paymentAnswers.flatMap(reportedStatusOf));
    if (isCancelledAtPaypal(plan) && paymentAnswers[0]?.status === 200) cancelledOrders.add(answer.orderKey);
    refunds.push(...(await requestAllRefunds(world, diner, plan, answer.orderKey)));
  }
  return {
    plan,
    uid: diner.uid,
    keys,
    voucher,
    orderKeys: new Set(answerByOrderKey.keys()),
    reportedStatuses,
    cancelledOrders,
    refunds,
  };
};

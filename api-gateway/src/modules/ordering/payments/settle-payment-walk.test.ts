import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import type { WriteTransaction } from '../../../platform';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import type { ProviderPayment } from '../providers';
import { AttemptState, createAttemptRepository } from '../repositories/attempt-repository';
import type { PaymentAttempt } from '../repositories/attempt-repository';
import { createOrderRepository } from '../repositories/order-repository';
import { insertPayingRestaurant, createOrderingDiner } from '../testing/counter';
import { settleDeps } from '../testing/settle-deps';
import { transitionsOf } from './payment-transitions';
import type { PaymentEventType } from './payment-transitions';
import { applyPaymentEvent } from './settle-payment';
import type { PaymentEvent } from './settle-payment';

const gateways = testGateways();
let gateway: TestGateway;
let testedAttempt: PaymentAttempt;
beforeAll(async () => {
  gateway = await gateways.start();
  await insertPayingRestaurant(gateway, { place: aRestaurant(), dish: anOffer() });
  const diner = await createOrderingDiner(gateway);
  const { orderKey } = await diner.placeOrder(diner.form({ paymentOption: 'paypal', debitedCardId: null }));
  const storedAttempt = await createAttemptRepository(gateway.database.knex).findOfOrder(orderKey);
  if (storedAttempt === null) throw new Error(`No payment attempt of the order: ${orderKey}`);
  testedAttempt = storedAttempt;
});

const providerPaymentWith = (paymentState: ProviderPayment['state'], amount = 890): ProviderPayment => ({
  id: testedAttempt.providerId ?? '',
  state: paymentState,
  amount,
  reference: testedAttempt.orderKey,
  code: paymentState === 'FAILED' ? 'INSTRUMENT_DECLINED' : null,
  redirectUrl: null,
  refundableId: paymentState === 'SUCCEEDED' ? 'capture-1' : null,
});

const TESTED_EVENTS: readonly (readonly [name: string, event: () => PaymentEvent, isMoneyUsable: boolean])[] = [
  ['succeeded', () => ({ type: 'succeeded', payment: providerPaymentWith('SUCCEEDED') }), true],
  [
    'succeeded with another amount',
    () => ({ type: 'succeeded', payment: providerPaymentWith('SUCCEEDED', 750) }),
    false,
  ],
  ['pending', () => ({ type: 'pending', payment: providerPaymentWith('PENDING') }), true],
  ['failed', () => ({ type: 'failed', payment: providerPaymentWith('FAILED') }), true],
  ['refused', () => ({ type: 'refused', code: 'gone' }), true],
  ['unreachable', () => ({ type: 'unreachable' }), true],
  ['notApproved', () => ({ type: 'notApproved' }), true],
  ['captureBegun', () => ({ type: 'captureBegun' }), true],
  ['abandoned', () => ({ type: 'abandoned', code: 'left' }), true],
];

/**
 * Creates functions that record the effects of an event beyond the payment and its order: a confirmed order and a
 * refund.
 */
const createEffectRecorder = () => {
  const effectNames: string[] = [];
  return {
    effects: effectNames,
    deps: {
      ...settleDeps(gateway),
      // Records effects after the commit only, because effects of a first run that is rolled back don't count.
      onOrderPaid: async (tx: WriteTransaction) => tx.afterCommit(() => effectNames.push('confirmOrder')),
      onMoneyBack: async (tx: WriteTransaction) => tx.afterCommit(() => effectNames.push('refund')),
    },
  };
};

/** Puts the test's payment and its order into a state, and deletes the order's refunds. */
const enterState = (attemptState: AttemptState): Promise<void> =>
  gateway.database.write(async ({ knex }) => {
    await knex('order_refund').where({ order_key: testedAttempt.orderKey }).delete();
    await knex('customer_order').where({ key: testedAttempt.orderKey }).update({ payment_status: 'CREATED' });
    await knex('payment_attempt')
      .where({ key: testedAttempt.key })
      .update({ state: attemptState, check_at: 1, code: null });
  });

/**
 * Effects that this test doesn't compare, because they change other payments or discounts, or depend on the event's
 * reason; other tests cover them.
 */
const UNRECORDED_EFFECTS: readonly string[] = ['returnDiscounts', 'replaceOthers', 'tellNotCharged'];

const expectedOutcomeOf = (eventType: PaymentEventType, isMoneyUsable: boolean, attemptState: AttemptState) => {
  const expectedTransition = transitionsOf(eventType, isMoneyUsable).find(({ from }) => from.includes(attemptState));
  return {
    isChanged: expectedTransition !== undefined,
    state: expectedTransition?.to ?? attemptState,
    order: expectedTransition?.order ?? 'CREATED',
    isAskedAgain: expectedTransition === undefined || expectedTransition.asks !== 'never',
    effects: (expectedTransition?.effects ?? []).flatMap((effectName) =>
      UNRECORDED_EFFECTS.includes(effectName) ? [] : [effectName === 'refundUnlessRefunded' ? 'refund' : effectName],
    ),
  };
};

it.each(
  TESTED_EVENTS.flatMap(([eventName, event, isMoneyUsable]) =>
    AttemptState.options.map((attemptState) => [eventName, attemptState, event, isMoneyUsable] as const),
  ),
)(
  'the event %s does to a payment that is %s what the table says',
  async (_eventName, attemptState, event, isMoneyUsable) => {
    await enterState(attemptState);
    const { deps, effects } = createEffectRecorder();
    const appliedEvent = event();
    const isChanged = await gateway.database.write((tx) =>
      applyPaymentEvent(tx, deps, { ...testedAttempt, state: attemptState, checkAt: 1 }, appliedEvent),
    );
    const storedAttempt = await createAttemptRepository(gateway.database.knex).findOfOrder(testedAttempt.orderKey);
    const order = await createOrderRepository(gateway.database.knex).find(testedAttempt.orderKey);
    expect({
      isChanged,
      state: storedAttempt?.state,
      order: order?.paymentStatus,
      isAskedAgain: storedAttempt?.checkAt !== null,
      effects,
    }).toEqual(expectedOutcomeOf(appliedEvent.type, isMoneyUsable, attemptState));
  },
);

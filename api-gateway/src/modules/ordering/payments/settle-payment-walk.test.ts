import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
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
let attempt: PaymentAttempt;
beforeAll(async () => {
  gateway = await gateways.start();
  await insertPayingRestaurant(gateway, { place: aRestaurant(), dish: anOffer() });
  const diner = await createOrderingDiner(gateway);
  const { orderKey } = await diner.placeOrder(diner.form({ paymentOption: 'paypal', debitedCardId: null }));
  const storedAttempt = await createAttemptRepository(gateway.database.knex).findOfOrder(orderKey);
  if (storedAttempt === null) throw new Error(`No payment attempt of the order: ${orderKey}`);
  attempt = storedAttempt;
});

const providerPayment = (state: ProviderPayment['state'], amount = 890): ProviderPayment => ({
  id: attempt.providerId ?? '',
  state,
  amount,
  reference: attempt.orderKey,
  code: state === 'FAILED' ? 'INSTRUMENT_DECLINED' : null,
  redirectUrl: null,
  refundableId: state === 'SUCCEEDED' ? 'capture-1' : null,
});

const TESTED_EVENTS: readonly (readonly [name: string, event: () => PaymentEvent, isMoneyUsable: boolean])[] = [
  ['succeeded', () => ({ type: 'succeeded', payment: providerPayment('SUCCEEDED') }), true],
  ['succeeded with another amount', () => ({ type: 'succeeded', payment: providerPayment('SUCCEEDED', 750) }), false],
  ['pending', () => ({ type: 'pending', payment: providerPayment('PENDING') }), true],
  ['failed', () => ({ type: 'failed', payment: providerPayment('FAILED') }), true],
  ['refused', () => ({ type: 'refused', code: 'gone' }), true],
  ['unreachable', () => ({ type: 'unreachable' }), true],
  ['notApproved', () => ({ type: 'notApproved' }), true],
  ['captureBegun', () => ({ type: 'captureBegun' }), true],
  ['abandoned', () => ({ type: 'abandoned', code: 'left' }), true],
];

/** Records the effects that go beyond the attempt and its order: a confirmed order and a refund. */
const watchEffects = () => {
  const effects: string[] = [];
  return {
    effects,
    deps: {
      ...settleDeps(gateway),
      onOrderPaid: async () => void effects.push('confirmOrder'),
      onMoneyBack: async () => void effects.push('refund'),
    },
  };
};

/** Puts the payment and its order into a state, and deletes the order's refunds. */
const enterState = (state: AttemptState): Promise<void> =>
  gateway.database.write(async ({ knex }) => {
    await knex('order_refund').where({ order_key: attempt.orderKey }).delete();
    await knex('customer_order').where({ key: attempt.orderKey }).update({ payment_status: 'CREATED' });
    await knex('payment_attempt').where({ key: attempt.key }).update({ state, check_at: 1, code: null });
  });

const expectedOf = (type: PaymentEventType, isMoneyUsable: boolean, state: AttemptState) => {
  const transition = transitionsOf(type, isMoneyUsable).find(({ from }) => from.includes(state));
  return {
    isChanged: transition !== undefined,
    state: transition?.to ?? state,
    order: transition?.order ?? 'CREATED',
    isAskedAgain: transition === undefined || transition.asks !== 'never',
    effects: (transition?.effects ?? []).flatMap((effect) =>
      effect === 'returnDiscounts' ? [] : [effect === 'refundUnlessRefunded' ? 'refund' : effect],
    ),
  };
};

it.each(
  TESTED_EVENTS.flatMap(([name, event, isMoneyUsable]) =>
    AttemptState.options.map((state) => [name, state, event, isMoneyUsable] as const),
  ),
)('the event %s does to a payment that is %s what the table says', async (_name, state, event, isMoneyUsable) => {
  await enterState(state);
  const { deps, effects } = watchEffects();
  const appliedEvent = event();
  const isChanged = await gateway.database.write((tx) =>
    applyPaymentEvent(tx, deps, { ...attempt, state, checkAt: 1 }, appliedEvent),
  );
  const storedAttempt = await createAttemptRepository(gateway.database.knex).findOfOrder(attempt.orderKey);
  const order = await createOrderRepository(gateway.database.knex).find(attempt.orderKey);
  expect({
    isChanged,
    state: storedAttempt?.state,
    order: order?.paymentStatus,
    isAskedAgain: storedAttempt?.checkAt !== null,
    effects,
  }).toEqual(expectedOf(appliedEvent.type, isMoneyUsable, state));
});

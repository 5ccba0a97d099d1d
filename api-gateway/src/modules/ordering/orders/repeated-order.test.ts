import { ErrorBody, OrderAnswer, OrderRepeatedDetails } from '@mahlzeit/contract';
import { outcomeOf } from '../../identity/testing/people';
import { DISH_KEY, injectFault, readLedger } from '../testing/counter';
import { MINUTE_MS, openPaymentTestContext } from '../testing/payment-test-context';

const testContext = openPaymentTestContext();
const { challenged, withPaypal, giveUp } = testContext;

const ordersOfDiner = (): Promise<{ key: string }[]> =>
  testContext.gateway.database
    .knex<{ key: string; uid: string }>('customer_order')
    .where({ uid: testContext.diner.uid });

/** Returns the sum that was charged for all orders of the test's diner. */
const chargedForAll = async (): Promise<number> => {
  const orderKeys = (await ordersOfDiner()).map(({ key }) => key);
  return (await readLedger(testContext.gateway))
    .filter(
      ({ reference, kind, status }) => orderKeys.includes(reference) && kind === 'payin' && status === 'SUCCEEDED',
    )
    .reduce((sum, { amount }) => sum + amount, 0);
};

describe('the same cart under a new key', () => {
  it('asks first within the hour, names the order, and orders again where the diner confirms', async () => {
    const { orderKey } = OrderAnswer.parse((await testContext.diner.place(undefined, 'erste')).body);
    const { status, body } = await testContext.diner.place(undefined, 'zweite');
    const error = ErrorBody.parse(body);
    expect([status, error.code, OrderRepeatedDetails.parse(error.details)]).toEqual([
      409,
      'orderRepeated',
      expect.objectContaining({ orderKey, isPaid: true, items: [{ name: 'Linsencurry', amount: 1 }] }),
    ]);
    expect(await chargedForAll()).toBe(890);
    const confirmedForm = testContext.diner.form({ isRepeatConfirmed: true });
    expect((await testContext.diner.place(confirmedForm, 'dritte')).status).toBe(200);
    expect(await chargedForAll()).toBe(1780);
  });

  it.each([
    ['another time', () => testContext.diner.form({ meetUpDate: Date.parse('2026-06-24T12:45:00+02:00') })],
    ['another payment option', () => withPaypal()],
  ])('asks first with %s', async (_what, createForm) => {
    await testContext.diner.place();
    expect(outcomeOf(await testContext.diner.place(createForm()))).toEqual([409, 'orderRepeated']);
  });

  it('asks first while the earlier order is open at the bank, and while nobody knows its status', async () => {
    await testContext.diner.place(challenged());
    expect(outcomeOf(await testContext.diner.place())).toEqual([409, 'orderRepeated']);
  });

  it.each([
    [
      'more pieces',
      async () => testContext.diner.form({ items: [{ mealKey: DISH_KEY, amount: 2, price: 890 }], totalPrice: 1780 }),
    ],
    ['the other way to eat', async () => testContext.diner.form({ isTakeAway: false })],
    [
      'an hour in between',
      async () => {
        await testContext.gateway.database.write(({ knex }) =>
          knex('customer_order')
            .where({ uid: testContext.diner.uid })
            .update({ created_at: testContext.gateway.clock.now() - 60 * MINUTE_MS }),
        );
        return testContext.diner.form();
      },
    ],
  ])('is ordered at once with %s', async (_what, createForm) => {
    await testContext.diner.place();
    expect((await testContext.diner.place(await createForm())).status).toBe(200);
  });

  it('is ordered at once after a failed payment, and after one that was left with PayPal', async () => {
    await giveUp(await testContext.diner.placeOrder(challenged()));
    await testContext.diner.placeOrder(withPaypal());
    expect((await testContext.diner.place()).status).toBe(200);
  });

  it('is ordered at once after the restaurant has paid everything back', async () => {
    const { orderKey } = await testContext.diner.placeOrder();
    await testContext.gateway.database.write(({ knex }) =>
      knex('order_refund').insert({
        key: `zurueck-${orderKey}`,
        order_key: orderKey,
        amount: 890,
        reason: 'restaurant_declined_sold_out',
        is_automatic: false,
        items: '[]',
        state: 'SUCCEEDED',
        provider_key: `zurueck-${orderKey}`,
        created_at: 1,
      }),
    );
    expect((await testContext.diner.place()).status).toBe(200);
  });
});

it('gives a client without a key its order after a 503 within the minute, and charges nothing again', async () => {
  await injectFault(testContext.gateway, { operation: 'payin', when: 'afterCommit', kind: 'drop' });
  const form = testContext.diner.form();
  expect(outcomeOf(await testContext.diner.place(form))).toEqual([503, 'providerUnavailable']);
  // Advances the clock, so that the gateway learns by itself that the payment has succeeded.
  testContext.gateway.clock.advance(30_000);
  await testContext.reconcile();
  testContext.gateway.clock.advance(-MINUTE_MS);
  const { status, body } = await testContext.diner.place(form);
  expect([status, OrderAnswer.parse(body).Status, await chargedForAll()]).toEqual([200, 'SUCCEEDED', 890]);
  expect(await ordersOfDiner()).toHaveLength(1);
});

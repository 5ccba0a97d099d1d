import { ErrorBody, Order } from '@mahlzeit/contract';
import { outcomeOf } from '../../identity/testing/people';
import { insertableRow } from '../../../platform/testing/stored-rows';
import { chargedFor, injectFault } from '../testing/counter';
import { MINUTE_MS, openPaymentTestContext } from '../testing/payment-test-context';
import type { PlacedOrder } from '../testing/payment-test-context';

const testContext = openPaymentTestContext();
const { challenged, withPaypal, approve, confirm, askFor, capture, attemptOf, reconcile, movements } = testContext;

/** Time of the meal in all orders of these tests. */
const MEAL_TIME = Date.parse('2026-06-24T12:30:00+02:00');
const abandonOrder = ({ Id }: PlacedOrder) => testContext.diner.call('POST', `/api/payment/orders/${Id}/abandon`, {});

/** Changes after which an order can't be served any more, with the reason that its diner gets. */
const UNSERVED_CASES: readonly (readonly [description: string, reason: string, change: () => Promise<void>])[] = [
  ['its time is too close', 'tooLate', async () => testContext.gateway.clock.moveTo(MEAL_TIME - 10 * MINUTE_MS + 1)],
  ['its time is over', 'tooLate', async () => testContext.gateway.clock.moveTo(MEAL_TIME + 29 * MINUTE_MS)],
  [
    'its restaurant closes earlier',
    'closed',
    () =>
      testContext.changeRestaurant({
        opening_hours: JSON.stringify({
          1: [],
          2: [],
          3: [{ start: '11:00', end: '12:00' }],
          4: [],
          5: [],
          6: [],
          7: [],
        }),
      }),
  ],
  [
    'its restaurant goes on holiday',
    'closed',
    () => testContext.changeRestaurant({ rest_time: JSON.stringify({ start: '2026-06-24', end: '2026-06-30' }) }),
  ],
  ['a dish leaves the menu', 'mealGone', () => testContext.changeDish({ date: '2026-06-23' })],
  ['a dish gets another price', 'mealPrice', () => testContext.changeDish({ price: 950 })],
  [
    'its restaurant takes no orders any more',
    'placeGone',
    () => testContext.changeRestaurant({ payment_wallet_id: null, payment_user_id: null }),
  ],
];

it('gives an approved PayPal payment up by itself when its time is too close', async () => {
  const order = await testContext.diner.placeOrder(withPaypal());
  await approve(order);
  testContext.gateway.clock.moveTo(MEAL_TIME - 9 * MINUTE_MS);
  await reconcile();
  expect(await attemptOf(order.orderKey)).toMatchObject({ state: 'FAILED', code: 'notCharged-tooLate' });
  expect(await movements(order)).toEqual([]);
});

describe('an order that can’t be served any more while its diner pays', () => {
  let restaurantBefore: object = {};
  let dishBefore: object = {};

  beforeAll(async () => {
    restaurantBefore = insertableRow(
      await testContext.gateway.database.knex('restaurant').where({ key: 'elbkantine' }).first(),
    );
    dishBefore = insertableRow(await testContext.gateway.database.knex('offer').where({ key: 'linsencurry' }).first());
  });

  afterEach(async () => {
    await testContext.changeRestaurant(restaurantBefore);
    await testContext.changeDish(dishBefore);
  });

  it.each(UNSERVED_CASES)(
    'isn’t captured with PayPal where %s, and its diner is told',
    async (_what, reason, change) => {
      const order = await testContext.diner.placeOrder(withPaypal());
      await approve(order);
      await change();
      const { status, body } = await capture(order);
      expect([status, ErrorBody.parse(body).details, await movements(order)]).toEqual([
        402,
        { issue: `notCharged-${reason}` },
        [],
      ]);
      expect(await testContext.diner.order(order.orderKey)).toMatchObject({
        paymentStatus: 'FAILED',
        isPaidInVain: false,
        refusalCode: `notCharged-${reason}`,
      });
      expect(await testContext.readNotifications()).toEqual([expect.stringMatching(/^Nicht bestellt: .*nichts\.$/)]);
    },
  );

  it.each(UNSERVED_CASES)('is refunded at once by card where %s, with the reason', async (_what, reason, change) => {
    const order = await testContext.diner.placeOrder(challenged());
    await change();
    await confirm(order);
    await askFor(order);
    await reconcile();
    expect(await movements(order)).toEqual([
      ['payin', 890],
      ['refund', 890],
    ]);
    expect(await testContext.diner.order(order.orderKey)).toMatchObject({
      paymentStatus: 'FAILED',
      isPaidInVain: true,
      refusalCode: reason,
    });
    expect(await testContext.readNotifications()).toEqual([expect.stringMatching(/^8,90\s€ gehen zurück: /)]);
  });

  it('is captured and paid where it is paid within the time that paying may take', async () => {
    const [byPaypal, byCard] = [
      await testContext.diner.placeOrder(withPaypal({ isTakeAway: false })),
      await testContext.diner.placeOrder(challenged()),
    ];
    await approve(byPaypal);
    await confirm(byCard);
    testContext.gateway.clock.moveTo(MEAL_TIME - 10 * MINUTE_MS);
    expect(Order.parse((await askFor(byCard)).body).paymentStatus).toBe('SUCCEEDED');
    // The later order by card has replaced the payment that was left open with PayPal.
    expect((await capture(byPaypal)).status).toBe(402);
    expect(await chargedFor(testContext.gateway, byPaypal.orderKey)).toBe(0);
  });
});

describe('a PayPal payment that was left open', () => {
  it('stays where the bank refuses the other order', async () => {
    const order = await testContext.diner.placeOrder(withPaypal());
    await injectFault(testContext.gateway, { operation: 'payin', when: 'beforeCommit', kind: 'fail', status: 400 });
    expect(outcomeOf(await testContext.diner.place())).toEqual([402, 'mangopay-error']);
    expect((await attemptOf(order.orderKey)).state).toBe('PENDING');
  });

  it('is told to its diner once on each device where they have approved it and not returned', async () => {
    const order = await testContext.diner.placeOrder(withPaypal());
    await approve(order);
    await reconcile();
    await reconcile();
    await reconcile();
    expect(await testContext.readNotifications()).toEqual([expect.stringContaining('noch nicht bezahlt')]);
    expect((await testContext.diner.call('GET', `/api/payment/payIn/${order.Id}`)).body).toMatchObject({
      Status: 'CREATED',
      ResultCode: null,
    });
    expect(Order.parse((await capture(order)).body).paymentStatus).toBe('SUCCEEDED');
  });
});

describe('a challenge that was left', () => {
  it('is given up for another card, and money that comes late goes back', async () => {
    const order = await testContext.diner.placeOrder(challenged());
    expect(Order.parse((await abandonOrder(order)).body).paymentStatus).toBe('FAILED');
    expect((await testContext.diner.place()).status).toBe(200);
    await confirm(order);
    testContext.gateway.clock.advance(31 * MINUTE_MS);
    await reconcile();
    expect(await movements(order)).toEqual([
      ['payin', 890],
      ['refund', 890],
    ]);
  });

  it('is answered as paid where the bank was quicker', async () => {
    const order = await testContext.diner.placeOrder(challenged());
    await confirm(order);
    expect(Order.parse((await abandonOrder(order)).body).paymentStatus).toBe('SUCCEEDED');
    expect(await chargedFor(testContext.gateway, order.orderKey)).toBe(890);
  });
});

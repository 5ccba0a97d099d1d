import { getOrders, Order } from '@mahlzeit/contract';
import { addDays, berlinDay, INVITATION_PAGE_SIZE, isOrderPast, isOpenAt } from '@mahlzeit/contract/rules';
import * as z from 'zod/mini';
import { signIn } from '../../modules/identity/testing/people';
import type { TestPerson } from '../../modules/identity/testing/people';
import { createAttemptRepository } from '../../modules/ordering/repositories/attempt-repository';
import { createOrderRepository } from '../../modules/ordering/repositories/order-repository';
import { DEMO_START } from '../../platform/testing/demo-template';
import { testGateways } from '../../platform/testing/test-gateway';
import type { TestGateway } from '../../platform/testing/test-gateway';
import { refreshSeed } from '../seed-database';
import { DEMO_PLACES } from './demo-places';
import { demoSeed } from './demo-seed';
import { demoOrders } from './orders';
import { placeOn } from './place-on-day';

jest.setTimeout(120_000);

const NOON = DEMO_START;
const DAY_MS = 24 * 60 * 60_000;

describe('the orders of the demo', () => {
  it.each(['2026-06-24T00:00:05+02:00', NOON, '2026-06-24T23:50:00+02:00', '2026-10-25T12:00:00+01:00'])(
    'are of dishes that there were, and two of today are still to come at %s',
    (startTime) => {
      const now = Date.parse(startTime);
      const orderDrafts = demoOrders(now, null);
      expect(new Set(orderDrafts.map(({ key }) => key)).size).toBe(orderDrafts.length);
      expect(orderDrafts.filter(({ items }) => items.length !== 2)).toEqual([]);
      expect(orderDrafts.filter(({ createdAt, meetUpAt }) => createdAt > now || createdAt > meetUpAt)).toEqual([]);
      const placedRestaurants = DEMO_PLACES.map((place) => placeOn(place, berlinDay(now)).restaurant);
      expect(
        orderDrafts
          .filter(
            ({ restaurantKey, meetUpAt }) =>
              !placedRestaurants.some((place) => place.key === restaurantKey && isOpenAt(place, meetUpAt)),
          )
          .map(({ key }) => key),
      ).toEqual([]);
      expect(
        orderDrafts
          .filter((orderDraft) => !isOrderPast({ meetUpDate: orderDraft.meetUpAt }, now))
          .map(({ acceptedAt }) => acceptedAt === null),
      ).toEqual([false, true]);
    },
  );

  it('of each day are added once, whenever the next day begins', () => {
    const demoStart = Date.parse(NOON);
    const orderKeys = demoOrders(demoStart, null).map(({ key }) => key);
    for (let dayOffset = 1; dayOffset <= 20; dayOffset += 1) {
      const now = demoStart + dayOffset * DAY_MS;
      orderKeys.push(...demoOrders(now, addDays(berlinDay(now), -1)).map(({ key }) => key));
      expect(demoOrders(now, berlinDay(now))).toEqual([]);
    }
    expect(new Set(orderKeys).size).toBe(orderKeys.length);
  });
});

describe('Anna of the demo', () => {
  const gateways = testGateways();
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await gateways.start({ now: NOON, environment: { MAHLZEIT_WORLD: 'demo', MAHLZEIT_NOW: NOON } });
  });

  const readOrders = async (person: TestPerson, query: string): Promise<Order[]> =>
    z.array(Order).parse((await person.call('GET', `${getOrders.path}?${query}`)).body);

  const expectAnnasOrders = async (): Promise<void> => {
    const anna = await signIn(gateway, 'anna@mahlzeit.test');
    expect((await readOrders(anna, 'when=upcoming')).map(({ status }) => status)).toEqual(['Confirmed', 'Pending']);
    const pastOrders = await readOrders(anna, 'when=past&limit=50');
    expect(pastOrders.length).toBeGreaterThan(INVITATION_PAGE_SIZE + 1);
    expect([...new Set(pastOrders.map(({ status }) => status))].sort()).toEqual(
      expect.arrayContaining(['CanceledByRestaurant', 'CanceledCompletely', 'CanceledPartly', 'Confirmed']),
    );
    for (const { totalPrice, vatByType, restaurant } of pastOrders) {
      expect([
        Object.values(vatByType).reduce((grossSum, vatAmounts) => grossSum + (vatAmounts?.gross ?? 0), 0),
        restaurant === null,
      ]).toEqual([totalPrice, false]);
    }
  };

  it('has a confirmed one, an open one, and more past ones than one page; the next day again', async () => {
    await expectAnnasOrders();
    gateway.clock.advance(Date.parse('2026-06-25T00:00:10+02:00') - gateway.clock.now());
    await gateway.database.write((tx) => refreshSeed(tx, demoSeed, gateway.clock.now()));
    const attemptRepository = createAttemptRepository(gateway.database.knex);
    // The payments of these orders are complete, so the gateway no longer asks the payment provider about them.
    expect(await attemptRepository.listDue('mangopay', Number.MAX_SAFE_INTEGER, 50)).toEqual([]);
    await expectAnnasOrders();
  });

  it('has none after her erasure', async () => {
    const orderRepository = createOrderRepository(gateway.database.knex);
    const orderCountBefore = (await orderRepository.listOf('demo-anna-lindqvist')).length;
    await gateway.database.write(
      async ({ knex }) => void (await knex('payment_user').where({ uid: 'demo-anna-lindqvist' }).delete()),
    );
    gateway.clock.advance(DAY_MS);
    await gateway.database.write((tx) => refreshSeed(tx, demoSeed, gateway.clock.now()));
    expect(await orderRepository.listOf('demo-anna-lindqvist')).toHaveLength(orderCountBefore);
  });
});

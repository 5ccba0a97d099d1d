import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { connectLive } from '../../../platform/testing/live-test-client';
import type { LiveTestClient } from '../../../platform/testing/live-test-client';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { createPartnerTokens } from '../../discovery';
import { createRestaurantRepository } from '../../discovery/testing/repositories';
import { createBrowser } from '../../identity/testing/people';
import type { HttpAnswer } from '../../identity/testing/people';
import { recordOrder } from '../order-records/order-records';
import { createOrderRepository } from '../repositories/order-repository';
import type { StoredOrder } from '../repositories/order-repository';
import { insertPayingRestaurant, createOrderingDiner, PLACE } from './counter';
import type { OrderingDiner } from './counter';

/** Key of a second restaurant, whose counter has another token. */
export const OTHER_RESTAURANT = 'bistro';
/** Day of the orders in these tests. */
export const TODAY = '2026-06-24';
/** Time of all meals in these tests. */
export const MEAL_TIME = Date.parse('2026-06-24T12:30:00+02:00');

/**
 * Starts a gateway with two restaurants and a counter token for each, and registers a diner for each test. Call this
 * function at the top of a test file.
 */
export const openCounterTestContext = () => {
  const gateways = testGateways();
  const clients: LiveTestClient[] = [];
  let gateway: TestGateway;
  let diner: OrderingDiner;

  /** Counter tokens of the first and of the second restaurant. */
  let ownToken = '';
  let foreignToken = '';

  const createTokens = () => createPartnerTokens(gateway);

  const issueToken = async (key: string): Promise<string> => {
    const token = await createTokens().issue(key);
    if (!token.ok) throw new Error(token.error);
    return token.value;
  };

  beforeAll(async () => {
    gateway = await gateways.start();
    await insertPayingRestaurant(gateway, { place: aRestaurant(), dish: anOffer() });
    await gateway.database.write(({ knex }) =>
      createRestaurantRepository(knex).insert(
        aRestaurant({ key: OTHER_RESTAURANT, routingName: OTHER_RESTAURANT, name: 'Bistro' }),
        {
          source: 'test',
          sourceId: OTHER_RESTAURANT,
        },
      ),
    );
    [ownToken, foreignToken] = [await issueToken(PLACE), await issueToken(OTHER_RESTAURANT)];
    diner = await createOrderingDiner(gateway);
  });

  beforeEach(async () => {
    diner = await createOrderingDiner(gateway);
  });

  afterEach(() => {
    for (const client of clients.splice(0)) client.terminate();
  });

  const callPartnerApi = (token: string | null, method: string, path: string, body?: object): Promise<HttpAnswer> =>
    createBrowser(gateway.url).call(method, `/api/partner/${path}`, {
      ...(token === null ? {} : { token }),
      ...(body === undefined ? {} : { body }),
    });

  const followTopics = async (token: string, ...topics: readonly string[]): Promise<LiveTestClient> => {
    const client = await connectLive(gateway.url, { token });
    clients.push(client);
    for (const topic of topics) {
      client.say({ op: 'sub', id: topic, topic });
      await client.next('live');
    }
    return client;
  };

  /** Returns the items of a topic's collection after all frames that a page has received. */
  const itemsIn = ({ frames }: LiveTestClient, topic: string, collection: string): Map<string, unknown> => {
    const itemByKey = new Map<string, unknown>();
    for (const frame of frames) {
      if (frame.op === 'snap' && frame.id === topic)
        for (const item of frame.items) if (item.collection === collection) itemByKey.set(item.key, item.value);
      if (frame.op !== 'delta' || frame.id !== topic) continue;
      for (const op of frame.ops) {
        if (op.collection !== collection) continue;
        if (op.kind === 'put') itemByKey.set(op.key, op.value);
        else itemByKey.delete(op.key);
      }
    }
    return itemByKey;
  };

  let orderCount = 0;

  /** Stores and records a paid order, as the payment service does, and returns it. */
  const insertPaidOrder = async (overrides: Partial<StoredOrder> = {}): Promise<StoredOrder> => {
    orderCount += 1;
    const order: StoredOrder = {
      key: `bestellung-${orderCount}`,
      uid: diner.uid,
      number: `B${String(orderCount).padStart(3, '0')}`,
      day: TODAY,
      restaurantKey: PLACE,
      seller: null,
      paymentOption: 'card',
      debitedCardId: 'karte-der-anna',
      meetUpAt: MEAL_TIME,
      meetUpKey: null,
      isTakeAway: true,
      items: [],
      discount: null,
      vat: {},
      total: 890,
      acceptedAt: null,
      createdAt: gateway.clock.now(),
      paymentStatus: 'SUCCEEDED',
      rating: null,
      ...overrides,
    };
    await gateway.database.write(async (tx) => {
      await createOrderRepository(tx.knex).insert(order, []);
      await recordOrder(tx, order);
    });
    return order;
  };

  return {
    get gateway() {
      return gateway;
    },
    get diner() {
      return diner;
    },
    get own() {
      return ownToken;
    },
    get foreign() {
      return foreignToken;
    },
    /** Issues a new token for the counter of the second restaurant. */
    async renewForeign(): Promise<void> {
      foreignToken = await issueToken(OTHER_RESTAURANT);
    },
    tokensOf: createTokens,
    issued: issueToken,
    call: callPartnerApi,
    follow: followTopics,
    heldIn: itemsIn,
    paid: insertPaidOrder,
  };
};

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
import { insertPayingRestaurant, createOrderingDiner, RESTAURANT_KEY } from './counter';
import type { OrderingDiner } from './counter';

/** Key of a second restaurant, whose partner token differs from that of the first restaurant. */
export const OTHER_RESTAURANT_KEY = 'bistro';
/** Day of the orders in tests of the partner console. */
export const TODAY = '2026-06-24';
/** Time of all meals in tests of the partner console. */
export const MEAL_TIME = Date.parse('2026-06-24T12:30:00+02:00');

/**
 * Starts a gateway with two restaurants and a partner token for each, and registers a diner for each test. Must be
 * called at the top of a test file.
 */
export const openCounterTestContext = () => {
  const gateways = testGateways();
  const openClients: LiveTestClient[] = [];
  let gateway: TestGateway;
  let diner: OrderingDiner;

  /** Partner token of the first restaurant; `foreignToken` is that of the second restaurant. */
  let ownToken = '';
  let foreignToken = '';

  const createTokens = () => createPartnerTokens(gateway);

  const issueToken = async (restaurantKey: string): Promise<string> => {
    const partnerToken = await createTokens().issue(restaurantKey);
    if (!partnerToken.ok) throw new Error(partnerToken.error);
    return partnerToken.value;
  };

  beforeAll(async () => {
    gateway = await gateways.start();
    await insertPayingRestaurant(gateway, { place: aRestaurant(), dish: anOffer() });
    await gateway.database.write(({ knex }) =>
      createRestaurantRepository(knex).insert(
        aRestaurant({ key: OTHER_RESTAURANT_KEY, routingName: OTHER_RESTAURANT_KEY, name: 'Bistro' }),
        {
          source: 'test',
          sourceId: OTHER_RESTAURANT_KEY,
        },
      ),
    );
    [ownToken, foreignToken] = [await issueToken(RESTAURANT_KEY), await issueToken(OTHER_RESTAURANT_KEY)];
    diner = await createOrderingDiner(gateway);
  });

  beforeEach(async () => {
    diner = await createOrderingDiner(gateway);
  });

  afterEach(() => {
    for (const openClient of openClients.splice(0)) openClient.terminate();
  });

  const callPartnerApi = (
    partnerToken: string | null,
    httpMethod: string,
    path: string,
    body?: object,
  ): Promise<HttpAnswer> =>
    createBrowser(gateway.url).call(httpMethod, `/api/partner/${path}`, {
      ...(partnerToken === null ? {} : { token: partnerToken }),
      ...(body === undefined ? {} : { body }),
    });

  const followTopics = async (partnerToken: string, ...topicNames: readonly string[]): Promise<LiveTestClient> => {
    const client = await connectLive(gateway.url, { token: partnerToken });
    openClients.push(client);
    for (const topicName of topicNames) {
      client.say({ op: 'sub', id: topicName, topic: topicName });
      await client.next('live');
    }
    return client;
  };

  /**
   * Returns the items of a collection in a live topic, by key, from all messages that the test's client has received.
   */
  const itemByKeyIn = ({ frames }: LiveTestClient, topicName: string, collectionName: string): Map<string, unknown> => {
    const itemByKey = new Map<string, unknown>();
    for (const liveFrame of frames) {
      if (liveFrame.op === 'snap' && liveFrame.id === topicName)
        for (const liveItem of liveFrame.items)
          if (liveItem.collection === collectionName) itemByKey.set(liveItem.key, liveItem.value);
      if (liveFrame.op !== 'delta' || liveFrame.id !== topicName) continue;
      for (const liveOp of liveFrame.ops) {
        if (liveOp.collection !== collectionName) continue;
        if (liveOp.kind === 'put') itemByKey.set(liveOp.key, liveOp.value);
        else itemByKey.delete(liveOp.key);
      }
    }
    return itemByKey;
  };

  let orderCount = 0;

  /**
   * Stores a paid order of a test and records it in the live topics, as the payment service does. Returns the order.
   */
  const insertPaidOrder = async (orderOverrides: Partial<StoredOrder> = {}): Promise<StoredOrder> => {
    orderCount += 1;
    const order: StoredOrder = {
      key: `bestellung-${orderCount}`,
      uid: diner.uid,
      number: `B${String(orderCount).padStart(3, '0')}`,
      day: TODAY,
      restaurantKey: RESTAURANT_KEY,
      seller: null,
      paymentOption: 'card',
      debitedCardId: 'karte-der-anna',
      meetUpAt: MEAL_TIME,
      meetUpKey: null,
      isMeetUpLost: false,
      isTakeAway: true,
      items: [],
      discount: null,
      vat: {},
      total: 890,
      acceptedAt: null,
      createdAt: gateway.clock.now(),
      paymentStatus: 'SUCCEEDED',
      rating: null,
      ...orderOverrides,
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
    /** Issues a new partner token for the second restaurant of the test. */
    async renewForeign(): Promise<void> {
      foreignToken = await issueToken(OTHER_RESTAURANT_KEY);
    },
    tokensOf: createTokens,
    issued: issueToken,
    call: callPartnerApi,
    follow: followTopics,
    heldIn: itemByKeyIn,
    paid: insertPaidOrder,
  };
};

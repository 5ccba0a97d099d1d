import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { connectLive } from '../../../platform/testing/live-test-client';
import type { LiveTestClient } from '../../../platform/testing/live-test-client';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { createPartnerTokens } from '../../discovery';
import { createRestaurantRepository } from '../../discovery/testing/repositories';
import { createBrowser } from '../../identity/testing/people';
import type { Answer } from '../../identity/testing/people';
import { recordOrder } from '../order-records/order-records';
import { createOrderRepository } from '../repositories/order-repository';
import type { StoredOrder } from '../repositories/order-repository';
import { openKitchen, orderingDiner, PLACE } from './counter';
import type { OrderingDiner } from './counter';

/** Key of a second restaurant, whose counter has another token. */
export const OTHER = 'bistro';
/** Day of the orders in these tests. */
export const TODAY = '2026-06-24';
/** Time of all meals in these tests. */
export const NOON = Date.parse('2026-06-24T12:30:00+02:00');

/**
 * Starts a gateway with two restaurants and a counter token for each, and registers a diner for each test. Call this
 * function at the top of a test file.
 */
export const openCounterDesk = () => {
  const gateways = testGateways();
  const clients: LiveTestClient[] = [];
  let gateway: TestGateway;
  let diner: OrderingDiner;

  /** Counter tokens of the first and of the second restaurant. */
  let own = '';
  let foreign = '';

  const tokensOf = () => createPartnerTokens(gateway);

  const issued = async (key: string): Promise<string> => {
    const token = await tokensOf().issue(key);
    if (!token.ok) throw new Error(token.error);
    return token.value;
  };

  beforeAll(async () => {
    gateway = await gateways.start();
    await openKitchen(gateway, { place: aRestaurant(), dish: anOffer() });
    await gateway.database.write(({ knex }) =>
      createRestaurantRepository(knex).insert(aRestaurant({ key: OTHER, routingName: OTHER, name: 'Bistro' }), {
        source: 'test',
        sourceId: OTHER,
      }),
    );
    [own, foreign] = [await issued(PLACE), await issued(OTHER)];
    diner = await orderingDiner(gateway);
  });

  beforeEach(async () => {
    diner = await orderingDiner(gateway);
  });

  afterEach(() => {
    for (const client of clients.splice(0)) client.cut();
  });

  const call = (token: string | null, method: string, path: string, body?: object): Promise<Answer> =>
    createBrowser(gateway.url).call(method, `/api/partner/${path}`, {
      ...(token === null ? {} : { token }),
      ...(body === undefined ? {} : { body }),
    });

  const follow = async (token: string, ...topics: readonly string[]): Promise<LiveTestClient> => {
    const client = await connectLive(gateway.url, { token });
    clients.push(client);
    for (const topic of topics) {
      client.say({ op: 'sub', id: topic, topic });
      await client.next('live');
    }
    return client;
  };

  /** Returns the items of a topic's collection after all frames that a page has received. */
  const heldIn = ({ frames }: LiveTestClient, topic: string, collection: string): Map<string, unknown> => {
    const held = new Map<string, unknown>();
    for (const frame of frames) {
      if (frame.op === 'snap' && frame.id === topic)
        for (const item of frame.items) if (item.collection === collection) held.set(item.key, item.value);
      if (frame.op !== 'delta' || frame.id !== topic) continue;
      for (const op of frame.ops) {
        if (op.collection !== collection) continue;
        if (op.kind === 'put') held.set(op.key, op.value);
        else held.delete(op.key);
      }
    }
    return held;
  };

  let count = 0;

  /** Stores and records a paid order, as the payment service does, and returns it. */
  const paid = async (overrides: Partial<StoredOrder> = {}): Promise<StoredOrder> => {
    count += 1;
    const order: StoredOrder = {
      key: `bestellung-${count}`,
      uid: diner.uid,
      number: `B${String(count).padStart(3, '0')}`,
      day: TODAY,
      restaurantKey: PLACE,
      seller: null,
      paymentOption: 'card',
      debitedCardId: 'karte-der-anna',
      meetUpAt: NOON,
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
      return own;
    },
    get foreign() {
      return foreign;
    },
    /** Issues a new token for the counter of the second restaurant. */
    async renewForeign(): Promise<void> {
      foreign = await issued(OTHER);
    },
    tokensOf,
    issued,
    call,
    follow,
    heldIn,
    paid,
  };
};

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Restaurant } from '@mahlzeit/contract';
import { anonymousSession, getRestaurant } from '@mahlzeit/contract';
import { importFiles } from '../../../api-gateway/src/modules/discovery';
import { pruneChangeLog } from '../../../api-gateway/src/platform/database/change-log';
import type { TestGateway, TestGateways } from '../../../api-gateway/src/platform/testing/test-gateway';
import { createGatewayApi } from '../../world/gateway-api';
import { writeInventedFeed } from '../../world/invented-feed';
import { createPartner } from '../../world/partner';

/** Gateway in the test's own process and with its own database. The tests change the menus of its two restaurants. */
export interface LiveWorld {
  readonly url: string;
  readonly token: string;
  readonly restaurants: readonly Restaurant[];
  putDish(restaurant: Restaurant, dish: string, price: number): Promise<void>;
  removeDish(dish: string): Promise<void>;
  /** Returns today's prices by dish key, as the gateway returns them over HTTP. */
  pricesByDish(restaurant: Restaurant): Promise<ReadonlyMap<string, number>>;
  /** Deletes all but the last `keepRows` changes of each topic from the change log. */
  pruneLog(keepRows: number): Promise<void>;
  /** Stops the gateway and starts it again on the same port and database. */
  restartGateway(): Promise<void>;
}

const HOUR_MS = 3_600_000;
/**
 * Messages to clients are limited to this size, so that snapshots are split into several messages. The tests read over
 * HTTP without the pauses of a page.
 */
const liveLimits = { frameBytes: 2_048, frameBurst: 100_000 };

const importCanteenFeed = async ({ database, clock }: TestGateway): Promise<void> => {
  const feedFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-live-'));
  const feedFile = join(feedFolder, 'feed.json');
  writeInventedFeed(feedFile);
  await importFiles([feedFile], { database, clock });
  rmSync(feedFolder, { recursive: true });
};

/** Starts the gateway and imports the invented canteens. `gateways` stops the gateway at the end of the test. */
export const startLiveWorld = async (gateways: TestGateways): Promise<LiveWorld> => {
  let gateway = await gateways.start({ liveLimits });
  const { url, folder, config } = gateway;
  await importCanteenFeed(gateway);
  const api = createGatewayApi(url);
  const partner = await createPartner(api, config.partnerToken ?? '');
  const restaurants = await Promise.all(
    ['mensa-am-brunnen', 'bistro-linde'].map((routingName) => partner.getRestaurant(routingName)),
  );
  const { idToken: token } = await api.call(anonymousSession, { body: {} });

  return {
    url,
    token,
    restaurants,
    async putDish(restaurant, dish, price) {
      await partner.putDish(dish, restaurant, { name: dish, price });
    },
    removeDish: partner.removeDish,
    async pricesByDish({ key }) {
      const { offers } = await api.call(getRestaurant, { params: { key }, token });
      return new Map(offers.map((offer) => [offer.key, offer.price]));
    },
    pruneLog: (keepRows) =>
      pruneChangeLog(gateway.database, { retention: { keepMs: HOUR_MS, keepRows }, realNow: gateway.clock.realNow() }),
    async restartGateway() {
      await gateway.close();
      gateway = await gateways.start({ liveLimits, folder, environment: { PORT: String(gateway.address.port) } });
    },
  };
};

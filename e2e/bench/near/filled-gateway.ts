import { join } from 'node:path';
import { Session, type Coordinate } from '@mahlzeit/contract';
import { createGateway, type Gateway } from '../../../api-gateway/src/app';
import { createListingService } from '../../../api-gateway/src/modules/discovery/listing/listing-service';
import { parseConfig } from '../../../api-gateway/src/platform/config/config';
import { createRandomGenerator, fillWithPlaces, randomPoint } from '../../world/synthetic-places';
import { measureMs, median } from '../measure/figure';
import { measureInTurns } from '../measure/measure-in-turns';

/**
 * Number of requests that are measured together. A response leaves about six megabytes of garbage, which the engine
 * collects at the next turn of its event loop. After a single request, this would always be a turn in which the process
 * waits for the network. With this number of requests, the time contains the garbage collection of its own requests.
 */
export const REQUESTS_PER_MEASURE = 10;
const ROUNDS = { measured: 15, warmUp: 3 };

const NOON_MS = Date.parse('2026-06-24T12:00:00+02:00');

/** Clock of the gateways of this bench, at which most places are open. */
export const noonClock = { now: () => NOON_MS, realNow: () => Date.now(), moveTo: () => undefined };

/** Gateway in this process whose database has `placeCount` restaurants. */
export interface FilledGateway {
  readonly placeCount: number;
  readonly gateway: Gateway;
  readonly url: string;
  readonly token: string;
}

interface FilledGatewayOptions {
  readonly placeCount: number;
  readonly dataFolder: string;
  /** Database to fill; by default a SQLite file in `dataFolder`. */
  readonly databaseUrl?: string;
}

/** Starts a gateway and fills its empty database with restaurants of equal density. */
export const startFilledGateway = async ({
  placeCount,
  dataFolder,
  databaseUrl,
}: FilledGatewayOptions): Promise<FilledGateway> => {
  const gatewayConfig = parseConfig(
    {
      PORT: '0',
      DATA_DIR: join(dataFolder, String(placeCount)),
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
      MAHLZEIT_WORLD: 'empty',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
    { version: '0.0.0', frontsDir: dataFolder },
  );
  if (!gatewayConfig.ok) throw new Error(gatewayConfig.error.join('\n'));
  const gateway = await createGateway(gatewayConfig.value, { clock: noonClock });
  await fillWithPlaces(gateway.database, placeCount);
  const url = `http://127.0.0.1:${gateway.address.port}`;
  const anonymousLogin = await fetch(`${url}/api/auth/anonymous`, { method: 'POST' });
  return { placeCount, gateway, url, token: Session.parse(await anonymousLogin.json()).idToken };
};

/** Returns the request for the nearest hundred restaurants. */
export const nearbyQuery = (location: Coordinate) => ({ location, radius: 5000, page: 1, pageSize: 100 });

/** Returns the average milliseconds of one request in a row of requests. The time between the requests counts, too. */
export const averageRequestMs = async (sendRequest: () => Promise<unknown>): Promise<number> => {
  const totalMs = await measureMs(async () => {
    for (let requestIndex = 0; requestIndex < REQUESTS_PER_MEASURE; requestIndex += 1) await sendRequest();
  });
  return totalMs / REQUESTS_PER_MEASURE;
};

/** Returns the median time of each measurement in milliseconds. */
export const compareMedians = async (measurements: readonly (() => Promise<number>)[]): Promise<number[]> =>
  (await measureInTurns(measurements, ROUNDS)).map(median);

/**
 * Returns the median milliseconds in which each gateway finds the nearest hundred restaurants with their open state.
 * Each search has a position of its own, because a second search around one position would find its data in caches.
 */
export const medianNearestMs = (filledGateways: readonly FilledGateway[]): Promise<number[]> => {
  const random = createRandomGenerator(11);
  return compareMedians(
    filledGateways.map(({ placeCount, gateway }) => {
      const listingService = createListingService({ database: gateway.database, clock: noonClock });
      return () => averageRequestMs(() => listingService.nearby(nearbyQuery(randomPoint(placeCount, random, 0.1))));
    }),
  );
};

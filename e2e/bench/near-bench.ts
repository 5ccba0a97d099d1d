import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Session, type Coordinate } from '@mahlzeit/contract';
import { createGateway, type Gateway } from '../../api-gateway/src/app';
import { createListingService } from '../../api-gateway/src/modules/discovery/listing/listing-service';
import { createDiscountService } from '../../api-gateway/src/modules/discovery/promotions/promotion-service';
import { createSearchService } from '../../api-gateway/src/modules/discovery/search/search-service';
import { parseConfig } from '../../api-gateway/src/platform/config/config';
import { startClientProcess } from './measure/client-process';
import { boundRatio, median, reportedMs, measureMs, type Figure } from './measure/figure';
import { benchImport } from './import-bench';
import { createRandom, fillWithPlaces, RARE_WORD, randomPoint } from '../world/synthetic-places';

const AREA = 'near';
const ROUNDS = 15;
const WARM_UP_ROUNDS = 3;
// Number of requests in one measured row. A response leaves about six megabytes of garbage, which the engine collects
// at the next turn of its event loop. After a single request, this would always be a turn in which the process waits
// for the network. In a row of this length, the time contains the garbage collection of its own requests.
const REQUESTS_PER_ROW = 10;

const noon = Date.parse('2026-06-24T12:00:00+02:00');
const clock = { now: () => noon, realNow: () => Date.now(), moveTo: () => undefined };

interface World {
  readonly placeCount: number;
  readonly gateway: Gateway;
  readonly url: string;
  readonly token: string;
}

const openWorld = async (placeCount: number, folder: string): Promise<World> => {
  const config = parseConfig(
    {
      PORT: '0',
      DATA_DIR: join(folder, String(placeCount)),
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
      MAHLZEIT_WORLD: 'empty',
    },
    { version: '0.0.0', frontsDir: folder },
  );
  if (!config.ok) throw new Error(config.error.join('\n'));
  const gateway = await createGateway(config.value, { clock });
  await fillWithPlaces(gateway.database, placeCount);
  const url = `http://127.0.0.1:${gateway.address.port}`;
  const answer = await fetch(`${url}/api/auth/anonymous`, { method: 'POST' });
  return { placeCount, gateway, url, token: Session.parse(await answer.json()).idToken };
};

const nearbyQuery = (location: Coordinate) => ({ location, radius: 5000, page: 1, pageSize: 100 });

/** Returns the average milliseconds of one request in a row of requests. The time between the requests counts, too. */
const averageMs = async (sendRequest: () => Promise<unknown>): Promise<number> => {
  const totalMs = await measureMs(async () => {
    for (let calls = 0; calls < REQUESTS_PER_ROW; calls += 1) await sendRequest();
  });
  return totalMs / REQUESTS_PER_ROW;
};

/**
 * Returns the median time of each measured work. They take turns, also in being the first, so that a busy moment of the
 * machine affects all of them.
 */
const compareMedians = async (measures: readonly (() => Promise<number>)[]): Promise<number[]> => {
  const times = measures.map((): number[] => []);
  for (let round = 0; round < ROUNDS + WARM_UP_ROUNDS; round += 1) {
    const measureEntries = [...measures.entries()];
    for (const [index, measure] of round % 2 === 0 ? measureEntries : measureEntries.toReversed()) {
      const ms = await measure();
      if (round >= WARM_UP_ROUNDS) times[index]?.push(ms);
    }
  }
  return times.map(median);
};

const ratioOf = (ms: readonly number[], numerator: number, denominator: number): number =>
  (ms[numerator] ?? NaN) / (ms[denominator] ?? NaN);

const measureNearest = async (worlds: readonly World[]): Promise<Figure[]> => {
  const random = createRandom(11);
  const mediansMs = await compareMedians(
    worlds.map(({ placeCount, gateway }) => {
      const listingService = createListingService({ database: gateway.database, clock });
      return () => averageMs(() => listingService.nearby(nearbyQuery(randomPoint(placeCount, random, 0.1))));
    }),
  );
  const lastIndex = worlds.length - 1;
  return [
    ...worlds.map(({ placeCount }, index) =>
      reportedMs(AREA, `nearest 100 with open state among ${placeCount}`, mediansMs[index] ?? NaN),
    ),
    boundRatio(
      AREA,
      `nearest 100: ${worlds[lastIndex]?.placeCount} against ${worlds[lastIndex - 1]?.placeCount} places`,
      {
        ratio: ratioOf(mediansMs, lastIndex, lastIndex - 1),
        maximum: 2,
      },
    ),
  ];
};

const measureHttp = async ({ placeCount, gateway, url, token }: World): Promise<Figure[]> => {
  const random = createRandom(13);
  const discovery = createListingService({ database: gateway.database, clock });
  const clientProcess = startClientProcess();
  try {
    // Each request asks for a different place, because the second request for one place would find its data in caches.
    const [directMs, httpMs] = await compareMedians([
      () =>
        averageMs(async () =>
          JSON.stringify(await discovery.nearby(nearbyQuery(randomPoint(placeCount, random, 0.1)))),
        ),
      async () => {
        const bodies = Array.from({ length: REQUESTS_PER_ROW }, () =>
          JSON.stringify(nearbyQuery(randomPoint(placeCount, random, 0.1))),
        );
        return (
          (await clientProcess.sendRequests({ url: `${url}/api/restaurants/loadByLocation`, token, bodies })) /
          REQUESTS_PER_ROW
        );
      },
    ]);
    return [
      reportedMs(AREA, `nearest 100, query and stringify, ${placeCount} places`, directMs ?? NaN),
      boundRatio(AREA, `nearest 100 through HTTP against query and stringify, ${placeCount} places`, {
        ratio: (httpMs ?? NaN) / (directMs ?? NaN),
        maximum: 1.3,
      }),
    ];
  } finally {
    clientProcess.close();
  }
};

const measureSearch = async (worlds: readonly World[]): Promise<Figure[]> => {
  const random = createRandom(17);
  const mediansMs = await compareMedians(
    worlds.map(({ placeCount, gateway }) => {
      const searchService = createSearchService({
        database: gateway.database,
        clock,
        discounts: createDiscountService({ database: gateway.database, clock }),
      });
      return () =>
        averageMs(async () => {
          const matches = await searchService.partners(RARE_WORD.text, {
            from: randomPoint(placeCount, random, 0.1),
            reader: { uid: '', isAnonymous: true },
          });
          if (matches.length !== 20) throw new Error(`${matches.length} places are called ${RARE_WORD.text}`);
        });
    }),
  );
  const lastIndex = worlds.length - 1;
  return [
    ...worlds.map(({ placeCount }, index) =>
      reportedMs(AREA, `search of a word with ${RARE_WORD.hits} hits among ${placeCount}`, mediansMs[index] ?? NaN),
    ),
    boundRatio(AREA, `search: ${worlds[lastIndex]?.placeCount} against ${worlds[lastIndex - 1]?.placeCount} places`, {
      ratio: ratioOf(mediansMs, lastIndex, lastIndex - 1),
      maximum: 2,
    }),
  ];
};

/**
 * Measures the search for places nearby in worlds of equal density, of which the largest comes last. `print` receives
 * each figure.
 */
export const benchNear = async (sizes: readonly number[], print: (line: string) => void): Promise<Figure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-bench-'));
  const worlds: World[] = [];
  try {
    print('near: filling a database with the demo world and with extracts');
    const importFigures = await benchImport(folder);
    for (const places of sizes) {
      print(`near: ${places} places are made`);
      worlds.push(await openWorld(places, folder));
    }
    print('near: measuring');
    const middleWorld = worlds.at(-2) ?? worlds[0];
    return [
      ...importFigures,
      ...(await measureNearest(worlds)),
      ...(middleWorld === undefined ? [] : await measureHttp(middleWorld)),
      ...(await measureSearch(worlds)),
    ];
  } finally {
    for (const { gateway } of worlds) await gateway.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

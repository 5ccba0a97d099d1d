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
import { boundRatioFigure, median, reportedMsFigure, measureMs, type BenchFigure } from './measure/figure';
import { benchImport } from './import-bench';
import { createRandomGenerator, fillWithPlaces, RARE_SEARCH_WORD, randomPoint } from '../world/synthetic-places';

const BENCH_AREA = 'near';
const MEASURED_ROUNDS = 15;
const WARM_UP_ROUNDS = 3;
// Number of requests in one measured row. A response leaves about six megabytes of garbage, which the engine collects
// at the next turn of its event loop. After a single request, this would always be a turn in which the process waits
// for the network. In a row of this length, the time contains the garbage collection of its own requests.
const REQUESTS_PER_MEASURE = 10;

const NOON_MS = Date.parse('2026-06-24T12:00:00+02:00');
const clock = { now: () => NOON_MS, realNow: () => Date.now(), moveTo: () => undefined };

interface FilledGateway {
  readonly placeCount: number;
  readonly gateway: Gateway;
  readonly url: string;
  readonly token: string;
}

const startFilledGateway = async (placeCount: number, dataFolder: string): Promise<FilledGateway> => {
  const gatewayConfig = parseConfig(
    {
      PORT: '0',
      DATA_DIR: join(dataFolder, String(placeCount)),
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
      MAHLZEIT_WORLD: 'empty',
    },
    { version: '0.0.0', frontsDir: dataFolder },
  );
  if (!gatewayConfig.ok) throw new Error(gatewayConfig.error.join('\n'));
  const gateway = await createGateway(gatewayConfig.value, { clock });
  await fillWithPlaces(gateway.database, placeCount);
  const url = `http://127.0.0.1:${gateway.address.port}`;
  const anonymousLogin = await fetch(`${url}/api/auth/anonymous`, { method: 'POST' });
  return { placeCount, gateway, url, token: Session.parse(await anonymousLogin.json()).idToken };
};

const nearbyQuery = (location: Coordinate) => ({ location, radius: 5000, page: 1, pageSize: 100 });

/** Returns the average milliseconds of one request in a row of requests. The time between the requests counts, too. */
const averageRequestMs = async (sendRequest: () => Promise<unknown>): Promise<number> => {
  const totalMs = await measureMs(async () => {
    for (let requestIndex = 0; requestIndex < REQUESTS_PER_MEASURE; requestIndex += 1) await sendRequest();
  });
  return totalMs / REQUESTS_PER_MEASURE;
};

/**
 * Returns the median time of each measured work. The measurements take turns, also in being the first, so that a busy
 * moment of the machine affects all of them.
 */
const compareMedians = async (measurements: readonly (() => Promise<number>)[]): Promise<number[]> => {
  const timesByMeasure = measurements.map((): number[] => []);
  for (let round = 0; round < MEASURED_ROUNDS + WARM_UP_ROUNDS; round += 1) {
    const measureEntries = [...measurements.entries()];
    for (const [index, runMeasure] of round % 2 === 0 ? measureEntries : measureEntries.toReversed()) {
      const measuredMs = await runMeasure();
      if (round >= WARM_UP_ROUNDS) timesByMeasure[index]?.push(measuredMs);
    }
  }
  return timesByMeasure.map(median);
};

const medianRatioOf = (medianTimes: readonly number[], numeratorIndex: number, denominatorIndex: number): number =>
  (medianTimes[numeratorIndex] ?? NaN) / (medianTimes[denominatorIndex] ?? NaN);

const measureNearestPlaces = async (filledGateways: readonly FilledGateway[]): Promise<BenchFigure[]> => {
  const random = createRandomGenerator(11);
  const mediansMs = await compareMedians(
    filledGateways.map(({ placeCount, gateway }) => {
      const listingService = createListingService({ database: gateway.database, clock });
      return () => averageRequestMs(() => listingService.nearby(nearbyQuery(randomPoint(placeCount, random, 0.1))));
    }),
  );
  const lastIndex = filledGateways.length - 1;
  return [
    ...filledGateways.map(({ placeCount }, index) =>
      reportedMsFigure(BENCH_AREA, `nearest 100 with open state among ${placeCount}`, mediansMs[index] ?? NaN),
    ),
    boundRatioFigure(
      BENCH_AREA,
      `nearest 100: ${filledGateways[lastIndex]?.placeCount} against ${filledGateways[lastIndex - 1]?.placeCount} places`,
      {
        ratio: medianRatioOf(mediansMs, lastIndex, lastIndex - 1),
        maximum: 2,
      },
    ),
  ];
};

const measureHttp = async ({ placeCount, gateway, url, token }: FilledGateway): Promise<BenchFigure[]> => {
  const random = createRandomGenerator(13);
  const httpListingService = createListingService({ database: gateway.database, clock });
  const clientProcess = startClientProcess();
  try {
    // Each request searches around a different position, because a second search around one position would find its
    // data in caches.
    const [directMs, httpMs] = await compareMedians([
      () =>
        averageRequestMs(async () =>
          JSON.stringify(await httpListingService.nearby(nearbyQuery(randomPoint(placeCount, random, 0.1)))),
        ),
      async () => {
        const requestBodies = Array.from({ length: REQUESTS_PER_MEASURE }, () =>
          JSON.stringify(nearbyQuery(randomPoint(placeCount, random, 0.1))),
        );
        return (
          (await clientProcess.sendRequests({
            url: `${url}/api/restaurants/loadByLocation`,
            token,
            bodies: requestBodies,
          })) / REQUESTS_PER_MEASURE
        );
      },
    ]);
    return [
      reportedMsFigure(BENCH_AREA, `nearest 100, query and stringify, ${placeCount} places`, directMs ?? NaN),
      boundRatioFigure(BENCH_AREA, `nearest 100 through HTTP against query and stringify, ${placeCount} places`, {
        ratio: (httpMs ?? NaN) / (directMs ?? NaN),
        maximum: 1.3,
      }),
    ];
  } finally {
    clientProcess.close();
  }
};

const measureSearch = async (filledGateways: readonly FilledGateway[]): Promise<BenchFigure[]> => {
  const random = createRandomGenerator(17);
  const mediansMs = await compareMedians(
    filledGateways.map(({ placeCount, gateway }) => {
      const searchService = createSearchService({
        database: gateway.database,
        clock,
        discounts: createDiscountService({ database: gateway.database, clock }),
      });
      return () =>
        averageRequestMs(async () => {
          const matchingPlaces = await searchService.partners(RARE_SEARCH_WORD.text, {
            from: randomPoint(placeCount, random, 0.1),
            reader: { uid: '', isAnonymous: true },
          });
          if (matchingPlaces.length !== 20)
            throw new Error(`${matchingPlaces.length} places are called ${RARE_SEARCH_WORD.text}`);
        });
    }),
  );
  const lastIndex = filledGateways.length - 1;
  return [
    ...filledGateways.map(({ placeCount }, index) =>
      reportedMsFigure(
        BENCH_AREA,
        `search of a word with ${RARE_SEARCH_WORD.hits} hits among ${placeCount}`,
        mediansMs[index] ?? NaN,
      ),
    ),
    boundRatioFigure(
      BENCH_AREA,
      `search: ${filledGateways[lastIndex]?.placeCount} against ${filledGateways[lastIndex - 1]?.placeCount} places`,
      {
        ratio: medianRatioOf(mediansMs, lastIndex, lastIndex - 1),
        maximum: 2,
      },
    ),
  ];
};

/**
 * Measures the search for places nearby at gateways with places of equal density, of which the largest comes last.
 * `print` receives each figure.
 */
export const benchNear = async (
  placeCounts: readonly number[],
  print: (line: string) => void,
): Promise<BenchFigure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-bench-'));
  const filledGateways: FilledGateway[] = [];
  try {
    print('near: filling a database with the demo world and with extracts');
    const importFigures = await benchImport(folder);
    for (const placeCount of placeCounts) {
      print(`near: ${placeCount} places are made`);
      filledGateways.push(await startFilledGateway(placeCount, folder));
    }
    print('near: measuring');
    const secondLargestGateway = filledGateways.at(-2) ?? filledGateways[0];
    return [
      ...importFigures,
      ...(await measureNearestPlaces(filledGateways)),
      ...(secondLargestGateway === undefined ? [] : await measureHttp(secondLargestGateway)),
      ...(await measureSearch(filledGateways)),
    ];
  } finally {
    for (const { gateway } of filledGateways) await gateway.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

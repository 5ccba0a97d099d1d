import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createListingService } from '../../../api-gateway/src/modules/discovery/listing/listing-service';
import { createDiscountService } from '../../../api-gateway/src/modules/discovery/promotions/promotion-service';
import { createSearchService } from '../../../api-gateway/src/modules/discovery/search/search-service';
import { createRandomGenerator, RARE_SEARCH_WORD, randomPoint } from '../../world/synthetic-places';
import { startClientProcess } from '../measure/client-process';
import { boundRatioFigure, reportedMsFigure, type BenchFigure } from '../measure/figure';
import { benchImport } from './import-bench';
import {
  averageRequestMs,
  compareMedians,
  medianNearestMs,
  nearbyQuery,
  noonClock,
  REQUESTS_PER_MEASURE,
  startFilledGateway,
  type FilledGateway,
} from './filled-gateway';

const BENCH_AREA = 'near';

const medianRatioOf = (medianTimes: readonly number[], numeratorIndex: number, denominatorIndex: number): number =>
  (medianTimes[numeratorIndex] ?? NaN) / (medianTimes[denominatorIndex] ?? NaN);

const measureNearestPlaces = async (filledGateways: readonly FilledGateway[]): Promise<BenchFigure[]> => {
  const mediansMs = await medianNearestMs(filledGateways);
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
  const httpListingService = createListingService({ database: gateway.database, clock: noonClock });
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
        clock: noonClock,
        discounts: createDiscountService({ database: gateway.database, clock: noonClock }),
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
      filledGateways.push(await startFilledGateway({ placeCount, dataFolder: folder }));
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

import { setImmediate as nextTurn } from 'node:timers/promises';
import { aDiscount, fixtureNow } from '@mahlzeit/contract/fixtures';
import type { Database } from '../../../platform';
import { createSearchService } from './search-service';

/** Creates an empty database that counts how often it is read. Each read waits until the test releases it. */
const createSlowDatabase = () => {
  const pendingReadRejections: (() => void)[] = [];
  const slowReadDatabase: Pick<Database, 'read'> = {
    read: () =>
      new Promise((_resolve, rejectRead) => pendingReadRejections.push(() => rejectRead(new Error('let go')))),
  };
  return { reads: pendingReadRejections, database: slowReadDatabase };
};

const settlePromises = async (): Promise<void> => {
  for (let turnNumber = 0; turnNumber < 5; turnNumber += 1) await nextTurn();
};

const locationOf = (index: number) => ({ latitude: 53 + index / 100, longitude: 10 });

describe('what is served most', () => {
  const anonymousReader = { uid: '', isAnonymous: true };
  let now = fixtureNow;
  const createSlowSearch = () => {
    now = fixtureNow;
    const { reads, database } = createSlowDatabase();
    return {
      reads,
      search: createSearchService({
        database,
        clock: { now: () => now },
        discounts: { available: () => Promise.resolve([]) },
      }),
    };
  };
  // Ignores the result of a search, because this test only counts reads.
  const ignoreRejection = (searchResult: Promise<unknown>): void => void searchResult.catch(() => undefined);

  it('is counted once for all who ask from about the same place, for a minute', async () => {
    const { reads, search } = createSlowSearch();
    for (let index = 0; index < 1_000; index += 1)
      ignoreRejection(
        search.popular({ from: { latitude: 53.55 + index / 1e7, longitude: 9.99 }, reader: anonymousReader }),
      );
    await settlePromises();
    expect(reads).toHaveLength(1);
    now += 60_000;
    ignoreRejection(search.popular({ from: { latitude: 53.55, longitude: 9.99 }, reader: anonymousReader }));
    reads[0]?.();
    await settlePromises();
    expect(reads).toHaveLength(2);
  });

  it('is counted apart for who pays other prices now', async () => {
    const discountsByUser = {
      anna: [aDiscount({ key: 'annas' })],
      ben: [aDiscount({ key: 'bens', usedByMe: true })],
      everybody: [],
    };
    const { reads, database } = createSlowDatabase();
    let currentUser: keyof typeof discountsByUser = 'anna';
    const searchService = createSearchService({
      database,
      clock: { now: () => fixtureNow },
      discounts: { available: () => Promise.resolve(discountsByUser[currentUser]) },
    });
    for (currentUser of ['anna', 'ben', 'everybody'] as const) {
      ignoreRejection(searchService.popular({ from: locationOf(1), reader: anonymousReader }));
      await settlePromises();
      reads[reads.length - 1]?.();
      await settlePromises();
    }
    expect(reads).toHaveLength(3);
  });

  it('counts one place at a time, and returns nothing when too many wait', async () => {
    const { reads, search } = createSlowSearch();
    const popularDishPromises = Array.from({ length: 1_000 }, (_, index) =>
      search.popular({ from: locationOf(index), reader: anonymousReader }),
    );
    popularDishPromises.slice(0, 21).forEach(ignoreRejection);
    expect((await Promise.all(popularDishPromises.slice(21))).every((foundDishes) => foundDishes.length === 0)).toBe(
      true,
    );
    await settlePromises();
    expect(reads).toHaveLength(1);
    reads[0]?.();
    await settlePromises();
    expect(reads).toHaveLength(2);
  });

  it('is counted anew where counting failed', async () => {
    const { reads, search } = createSlowSearch();
    const failingPopularSearch = search.popular({ from: locationOf(1), reader: anonymousReader });
    await settlePromises();
    reads[0]?.();
    await expect(failingPopularSearch).rejects.toThrow('let go');
    ignoreRejection(search.popular({ from: locationOf(1), reader: anonymousReader }));
    await settlePromises();
    expect(reads).toHaveLength(2);
  });
});

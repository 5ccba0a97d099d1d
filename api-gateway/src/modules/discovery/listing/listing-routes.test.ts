import { getTags, loadByLocation } from '@mahlzeit/contract';
import type { Restaurant } from '@mahlzeit/contract';
import { openRouteHarness } from '../../../platform/testing/route-harness';
import { openTemporaryDatabase } from '../../../platform/testing/temporary-database';
import { waitUntil } from '../../../platform/testing/until';
import { createListingService } from './listing-service';
import { listingRoutes } from './listing-routes';

const START = Date.parse('2026-06-24T11:30:00+02:00');
const SEARCH = { location: { latitude: 48.14742, longitude: 11.56722 }, radius: 5_000, page: 1, pageSize: 10 };

it('runs four searches at once, and lets people take turns at the next ones', async () => {
  const { database, remove } = await openTemporaryDatabase(() => START);
  const runningSearches: { readonly radius: number; finish(restaurants: Restaurant[]): void }[] = [];
  const service = {
    ...createListingService({ database, clock: { now: () => START, realNow: () => START } }),
    nearby: ({ radius }: typeof SEARCH) =>
      new Promise<Restaurant[]>((resolve) => runningSearches.push({ radius, finish: resolve })),
  };
  const { url, close } = await openRouteHarness(database, listingRoutes(service, database));
  const call = (path: string, token: string, body?: object) =>
    fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const search = (token: string, radius: number) => call(loadByLocation.path, token, { ...SEARCH, radius });

  const answers = [1, 2, 3, 4, 5, 6, 7].map((radius) => search('member', radius));
  await waitUntil(() => runningSearches.length === 4);
  answers.push(search('verified', 99));
  // Other routes answer meanwhile, and no fifth search begins.
  for (let count = 0; count < 5; count += 1) expect((await call(getTags.path, 'member')).status).toBe(200);
  expect(runningSearches).toHaveLength(4);
  runningSearches[0]?.finish([]);
  await waitUntil(() => runningSearches.length === 5);
  runningSearches[1]?.finish([]);
  await waitUntil(() => runningSearches.length === 6);
  expect(runningSearches.slice(4).map(({ radius }) => radius)).toContain(99);
  for (const finished of answers.keys()) {
    await waitUntil(() => runningSearches.length > finished);
    runningSearches[finished]?.finish([]);
  }
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200));
  await close();
  await remove();
});

import { err, getRestaurantByRoutingName, loadByLocation, ok, patchMe, placeOrder, routes } from '@mahlzeit/contract';
import type { Coordinate, Restaurant, Result, Route } from '@mahlzeit/contract';
import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { safeParse } from '@mahlzeit/contract/zod';
import { createManualTimers } from '../../testing/time/manual-timers';
import { apiErrorOf } from '../api/api-error';
import type { ApiError } from '../api/api-error';
import { createObservable } from '../events/observable';
import { createAnswerCache } from './answer-cache';
import { withCachedAnswers } from './cached-answers';
import { CACHED_ROUTES } from './cached-routes';
import { createOfflineCache } from './offline-cache';
import type { ShownRow } from './offline-cache';

const HERE: Coordinate = { latitude: 48.147, longitude: 11.567 };
const offline = err(apiErrorOf('offline'));

const setUp = () => {
  const timers = createManualTimers(1_000);
  const cache = createOfflineCache({
    // Rows wait in memory here.
    database: {
      read: () => Promise.resolve(undefined),
      write: () => Promise.resolve(),
      erase: () => Promise.resolve(),
    },
    timers,
    now: timers.elapsedMs,
    shown: createObservable<readonly ShownRow[]>([]),
  });
  cache.setOwner('frieda');
  let answer: Result<unknown, ApiError> = offline;
  const answers = createAnswerCache(cache);
  const apiClient = withCachedAnswers(
    {
      async call<R extends Route>(route: R) {
        if (!answer.ok) return answer;
        const parsedAnswer = safeParse<R['answer']>(route.answer, answer.value);
        return parsedAnswer.success ? ok(parsedAnswer.data) : err(apiErrorOf('internal', 500));
      },
      callAny: () => Promise.resolve(answer),
    },
    answers,
  );
  return {
    apiClient,
    answers,
    cache,
    answerWith: (next: typeof answer) => {
      answer = next;
    },
    loadPlace: (query: Partial<Coordinate> = {}) =>
      apiClient.call(getRestaurantByRoutingName, { params: { routingName: 'mensa' }, query }),
    loadList: (location: Coordinate, page = 1) =>
      apiClient.call(loadByLocation, { body: { location, radius: 5_000, page, pageSize: 10 } }),
  };
};

it('stores answers of routes that only read, and of no file or stream', () => {
  const cachedRoutes = routes.filter(({ name }) => CACHED_ROUTES.has(name));
  expect(cachedRoutes).toHaveLength(CACHED_ROUTES.size);
  expect(
    cachedRoutes.filter(
      ({ method, isRead, path, answersFile, answersStream }) =>
        (method !== 'GET' && isRead !== true) ||
        path.startsWith('/api/auth') ||
        answersFile !== undefined ||
        answersStream === true,
    ),
  ).toEqual([]);
});

it('answers by the last answer while the gateway isn’t reached, wherever the reader is now', async () => {
  const { answerWith, loadPlace, cache } = setUp();
  const mensa: Restaurant = aRestaurant();
  answerWith(ok(mensa));
  await loadPlace(HERE);
  for (const error of [apiErrorOf('offline'), apiErrorOf('timeout'), apiErrorOf('httpError', 502)]) {
    answerWith(err(error));
    expect(await loadPlace()).toEqual(ok(mensa));
  }
  expect(cache.shown.get()).toMatchObject([{ cachedAt: 1_000 }]);
});

it.each([
  apiErrorOf('aborted'),
  apiErrorOf('notFound', 404),
  apiErrorOf('internal', 500),
  apiErrorOf('unauthenticated', 401),
])('passes on what the gateway says: $code', async (error) => {
  const { answerWith, loadPlace, cache } = setUp();
  answerWith(ok(aRestaurant()));
  await loadPlace();
  answerWith(err(error));
  expect(await loadPlace()).toEqual(err(error));
  expect(cache.shown.get()).toEqual([]);
});

it('shows the last list around here, and none of another town', async () => {
  const { answerWith, loadList } = setUp();
  answerWith(ok([aRestaurant()]));
  await loadList(HERE);
  answerWith(offline);
  expect(await loadList({ ...HERE, latitude: 48.155 })).toEqual(ok([aRestaurant()]));
  expect(await loadList({ latitude: 53.55, longitude: 9.99 })).toEqual(offline);
  expect(await loadList(HERE, 2)).toEqual(offline);
});

it('finds no answer of another build that the contract doesn’t admit any more', async () => {
  const { answers, loadPlace } = setUp();
  answers.put(getRestaurantByRoutingName, { params: { routingName: 'mensa' }, query: {} }, { key: 'mensa' });
  expect(await loadPlace()).toEqual(offline);
});

it('never answers a write from the cache', async () => {
  const { answerWith, apiClient } = setUp();
  answerWith(ok({}));
  await apiClient.callAny(placeOrder, {});
  await apiClient.callAny(patchMe, { body: { favorites: { add: ['mensa'] } } });
  answerWith(offline);
  expect(await apiClient.callAny(placeOrder, {})).toEqual(offline);
  expect(await apiClient.callAny(patchMe, { body: { favorites: { add: ['mensa'] } } })).toEqual(offline);
});

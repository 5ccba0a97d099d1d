import { Coordinate, err, ok } from '@mahlzeit/contract';
import type { Result, Route, RouteAnswer } from '@mahlzeit/contract';
import { distanceMeters } from '@mahlzeit/contract/rules';
import { safeParse } from '@mahlzeit/contract/zod';
import { isUnreachedError } from '../api/api-error';
import type { ApiError } from '../api/api-error';
import type { AnyCallInput, CallInput } from '../api/transport';
import { isObject } from '../browser/storage';
import type { ApiClient } from '../session/api-client';
import type { OfflineCache, RowGroup, RowId } from './offline-cache';

/**
 * Routes whose answers a page shows when the gateway doesn't answer, with the number of answers that stay. All of them
 * only read (`cached-answers.test.ts`), so no order, payment or answer of a user comes from the cache.
 */
export const CACHED_ROUTES: ReadonlyMap<string, RowGroup> = new Map(
  Object.entries({
    // The pages of the last list, each larger than the one before.
    loadByLocation: 20,
    getRestaurant: 30,
    getRestaurantByRoutingName: 30,
    getMenuOfDay: 30,
    getMealTypes: 1,
    getTags: 1,
    getRestTimeTypes: 1,
    getTeasers: 1,
    getDiscounts: 1,
    getPlace: 10,
    geocode: 10,
    getInvitation: 30,
    getInvitations: 1,
    getOrder: 30,
    getOrders: 1,
  }).map(([name, maxRows]) => [name, { name, maxRows }]),
);

/** Distance in metres up to which a list counts as that of the reader's present position. */
const MAX_LIST_DISTANCE_METRES = 2_000;

const POSITION_FIELDS: ReadonlySet<string> = new Set(['latitude', 'longitude', 'location']);

const withoutPosition = (fields: unknown): unknown =>
  isObject(fields) ? Object.fromEntries(Object.entries(fields).filter(([name]) => !POSITION_FIELDS.has(name))) : null;

/**
 * Returns the row of a call. The reader's position isn't part of it: it changes with each step, and what a place is
 * doesn't depend on it. One list therefore takes the place of another.
 */
const rowIdOf = (group: RowGroup, { params, query, body }: AnyCallInput): RowId => ({
  group,
  name: JSON.stringify([params ?? null, withoutPosition(query), withoutPosition(body)]),
});

const coordinateOf = (value: unknown): Coordinate | null => {
  const coordinate = safeParse(Coordinate, value);
  return coordinate.success ? coordinate.data : null;
};

const locationOf = ({ body }: AnyCallInput): Coordinate | null =>
  isObject(body) ? coordinateOf(body['location']) : null;

const isOfSamePlace = (cachedLocation: Coordinate | null, location: Coordinate | null): boolean =>
  location === null ||
  (cachedLocation !== null && distanceMeters(cachedLocation, location) <= MAX_LIST_DISTANCE_METRES);

interface CachedAnswersDeps {
  readonly apiClient: ApiClient;
  readonly cache: OfflineCache;
}

/**
 * Returns an API client that stores the answers of `CACHED_ROUTES`, and answers by them when the gateway isn't reached.
 * All other calls, above all those that write, pass unchanged.
 */
export const withCachedAnswers = ({ apiClient, cache }: CachedAnswersDeps): ApiClient => {
  const findAnswer = async <R extends Route>(
    route: R,
    id: RowId,
    input: AnyCallInput,
  ): Promise<RouteAnswer<R> | undefined> => {
    const row = await cache.find(id);
    if (row === undefined || !isObject(row.value)) return undefined;
    if (!isOfSamePlace(coordinateOf(row.value['location']), locationOf(input))) return undefined;
    const parsedAnswer = safeParse<R['answer']>(route.answer, row.value['answer']);
    if (!parsedAnswer.success) return undefined;
    cache.addShown(id, row);
    return parsedAnswer.data;
  };
  const answerByCache = async <R extends Route>(
    route: R,
    input: AnyCallInput,
    callAnswer: Result<RouteAnswer<R>, ApiError>,
  ): Promise<Result<RouteAnswer<R>, ApiError>> => {
    const group = CACHED_ROUTES.get(route.name);
    if (group === undefined) return callAnswer;
    const id = rowIdOf(group, input);
    if (callAnswer.ok) {
      cache.put(id, () => ({ location: locationOf(input), answer: callAnswer.value }));
      return callAnswer;
    }
    if (!isUnreachedError(callAnswer.error)) return callAnswer;
    const cachedAnswer = await findAnswer(route, id, input);
    return cachedAnswer === undefined ? err(callAnswer.error) : ok(cachedAnswer);
  };
  return {
    call: async <R extends Route>(route: R, input: CallInput<R>, signal?: AbortSignal) =>
      answerByCache(route, input, await apiClient.call(route, input, signal)),
    callAny: async (route, input, signal) => answerByCache(route, input, await apiClient.callAny(route, input, signal)),
  };
};

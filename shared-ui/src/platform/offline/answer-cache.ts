import { Coordinate } from '@mahlzeit/contract';
import type { Route, RouteAnswer } from '@mahlzeit/contract';
import { distanceMeters } from '@mahlzeit/contract/rules';
import { safeParse } from '@mahlzeit/contract/zod';
import type { AnyCallInput } from '../api/transport';
import { isObject } from '../browser/storage';
import { CACHED_ROUTES } from './cached-routes';
import type { OfflineCache, RowGroup, RowId } from './offline-cache';

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

/** Answers of `CACHED_ROUTES` for pages without a network. Those of other routes are neither stored nor found. */
export interface AnswerCache {
  put(route: Route, input: AnyCallInput, answer: unknown): void;
  /** Returns the stored answer, and notes that the page shows it; undefined without one. */
  find<R extends Route>(route: R, input: AnyCallInput): Promise<RouteAnswer<R> | undefined>;
}

/** Creates the answers of one page. */
export const createAnswerCache = (cache: OfflineCache): AnswerCache => {
  const rowIdOfCall = ({ name }: Route, input: AnyCallInput): RowId | null => {
    const maxRows = CACHED_ROUTES.get(name);
    return maxRows === undefined ? null : rowIdOf({ name, maxRows }, input);
  };
  return {
    put(route, input, answer) {
      const id = rowIdOfCall(route, input);
      if (id !== null) cache.put(id, () => ({ location: locationOf(input), answer }));
    },
    async find<R extends Route>(route: R, input: AnyCallInput) {
      const id = rowIdOfCall(route, input);
      const row = id === null ? undefined : await cache.find(id);
      if (id === null || row === undefined || !isObject(row.value)) return undefined;
      if (!isOfSamePlace(coordinateOf(row.value['location']), locationOf(input))) return undefined;
      const parsedAnswer = safeParse<R['answer']>(route.answer, row.value['answer']);
      if (!parsedAnswer.success) return undefined;
      cache.addShown(id, row);
      return parsedAnswer.data;
    },
  };
};

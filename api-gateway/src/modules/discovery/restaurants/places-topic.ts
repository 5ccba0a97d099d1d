import { PLACES_ADDED, placesTopic } from '@mahlzeit/contract';
import type { Coordinate } from '@mahlzeit/contract';
import { placeCell } from '@mahlzeit/contract/rules';
import type { TopicSource, WriteTransaction } from '../../../platform';
import { mayReadPlaces } from './restaurant-policy';

/** Live topic of a map cell: it announces new places but doesn't contain them. */
export const placesTopicSource: TopicSource = {
  pattern: placesTopic(':cell'),
  mayRead: mayReadPlaces,
  // A new subscriber has just loaded the places.
  snapshot: async () => [],
};

/** Announces new places to the subscribers of their cells, once for each cell. */
export const recordNewPlaces = (tx: WriteTransaction, coordinates: readonly Coordinate[], now: number): void => {
  for (const cell of new Set(coordinates.map(placeCell)))
    tx.record(placesTopic(cell), { kind: 'put', collection: 'places', key: PLACES_ADDED, value: { at: now } });
};

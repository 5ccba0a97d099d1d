import { PLACES_ADDED_KEY, placesTopic } from '@mahlzeit/contract';
import type { Coordinate } from '@mahlzeit/contract';
import { placeCell } from '@mahlzeit/contract/rules';
import type { TopicSource, WriteTransaction } from '../../../platform';
import { mayReadPlaces } from './restaurant-policy';

/**
 * Live topic of a map cell. It only announces that places were added in the cell; a subscribed page then loads its
 * places again.
 */
export const placesTopicSource: TopicSource = {
  pattern: placesTopic(':cell'),
  mayRead: mayReadPlaces,
  // The snapshot is empty, because a new subscriber has just loaded the places.
  snapshot: async () => [],
};

/** Announces added places in the live topics of their map cells, once for each cell. */
export const recordNewPlaces = (tx: WriteTransaction, coordinates: readonly Coordinate[], now: number): void => {
  for (const cell of new Set(coordinates.map(placeCell)))
    tx.record(placesTopic(cell), { kind: 'put', collection: 'places', key: PLACES_ADDED_KEY, value: { at: now } });
};

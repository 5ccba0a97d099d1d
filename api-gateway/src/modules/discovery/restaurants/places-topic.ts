import { PLACES_ADDED_KEY, placesTopic } from '@mahlzeit/contract';
import type { Coordinate } from '@mahlzeit/contract';
import { placeCell } from '@mahlzeit/contract/rules';
import type { TopicSource, WriteTransaction } from '../../../platform';
import { mayReadPlaces } from './restaurant-policy';

/**
 * Live topic of a map cell. The topic only announces that places were added; a subscribed page then loads the places.
 */
export const placesTopicSource: TopicSource = {
  pattern: placesTopic(':cell'),
  mayRead: mayReadPlaces,
  // Empty, because a new subscriber has just loaded the places.
  snapshot: async () => [],
};

/** Announces added places in the topics of their map cells, once for each cell. */
export const recordNewPlaces = (tx: WriteTransaction, coordinates: readonly Coordinate[], now: number): void => {
  for (const cell of new Set(coordinates.map(placeCell)))
    tx.record(placesTopic(cell), { kind: 'put', collection: 'places', key: PLACES_ADDED_KEY, value: { at: now } });
};

import { PLACES_ADDED, placesTopic } from '@mahlzeit/contract';
import type { Coordinate } from '@mahlzeit/contract';
import { placeCell } from '@mahlzeit/contract/rules';
import type { TopicSource, WriteTransaction } from '../../../platform';
import { mayReadPlaces } from './restaurant-policy';

/** The live topic of a cell's places: none of them, only that some were added. */
export const placesTopicSource: TopicSource = {
  pattern: placesTopic(':cell'),
  mayRead: mayReadPlaces,
  // Whoever begins to listen has just asked for the places.
  snapshot: async () => [],
};

/** Tells who looks at the lists around that there are new places; once for each cell, however many they are. */
export const recordNewPlaces = (tx: WriteTransaction, at: readonly Coordinate[], now: number): void => {
  for (const cell of new Set(at.map(placeCell)))
    tx.record(placesTopic(cell), { kind: 'put', collection: 'places', key: PLACES_ADDED, value: { at: now } });
};

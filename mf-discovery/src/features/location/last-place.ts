import { keptText } from '../../kept-text';
import type { ChosenPlace } from './location-rules';
import { readKeptPlace, writeKeptPlace } from './location-rules';

/** Keeps the last chosen place for the next visit. */
export interface LastPlace {
  read(): ChosenPlace | null;
  write(place: ChosenPlace): void;
}

const kept = keptText(() => window.localStorage, 'mahlzeit.lastPlace');

/** The place kept in this browser. */
export const browserLastPlace: LastPlace = {
  read: () => readKeptPlace(kept.read()),
  write: (place) => kept.write(writeKeptPlace(place)),
};

import type { ChosenPlace } from './location-rules';
import { readKeptPlace, writeKeptPlace } from './location-rules';

const KEY = 'mahlzeit.lastPlace';

/** Keeps the last chosen place for the next visit. */
export interface LastPlace {
  read(): ChosenPlace | null;
  write(place: ChosenPlace): void;
}

// Reading `localStorage` itself throws where the browser blocks it; then nothing is kept.
const withStorage = <T>(action: (storage: Storage) => T): T | null => {
  try {
    return action(window.localStorage);
  } catch {
    return null;
  }
};

/** The place kept in this browser. */
export const browserLastPlace: LastPlace = {
  read: () => readKeptPlace(withStorage((storage) => storage.getItem(KEY))),
  write: (place) => void withStorage((storage) => storage.setItem(KEY, writeKeptPlace(place))),
};

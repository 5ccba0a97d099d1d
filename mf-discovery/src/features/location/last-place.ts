import { storedText } from '@mahlzeit/shared-ui/platform';
import type { ChosenPlace } from './location-rules';
import { parsePersistedPlace, serializePlace } from './location-rules';

/** The place that was chosen last, stored for the next visit. */
export interface LastPlace {
  read(): ChosenPlace | null;
  write(place: ChosenPlace): void;
}

const stored = storedText(() => window.localStorage, 'mahlzeit.lastPlace');

/** The last place in localStorage. */
export const browserLastPlace: LastPlace = {
  read: () => parsePersistedPlace(stored.read()),
  write: (place) => stored.write(serializePlace(place)),
};

import { Coordinate, Place } from '@mahlzeit/contract';
import { fallbackCoordinate } from '@mahlzeit/contract/rules';
import { storedText } from '@mahlzeit/shared-ui/platform';

/** Where a place came from decides how it is called while it has no name of its own. */
type PlaceKind = 'user' | 'place' | 'area' | 'last' | 'fallback';

/** What the list is centred on. */
export interface ChosenPlace {
  readonly kind: PlaceKind;
  readonly coordinate: Coordinate;
  /** As the gazetteer calls it; null where only the point is known. */
  readonly name: string | null;
  /** Its id in the gazetteer; null for a point that is no place of it. */
  readonly placeId: string | null;
}

/** A point of the map or of the person. */
export const pointAt = (kind: PlaceKind, coordinate: Coordinate): ChosenPlace => ({
  kind,
  coordinate,
  name: null,
  placeId: null,
});

/** A place of the gazetteer. */
export const placeOf = ({ placeId, name, coordinate }: Place, kind: PlaceKind = 'place'): ChosenPlace => ({
  kind,
  coordinate,
  name,
  placeId,
});

/** S1§9: Hamburg, where nothing else is known. */
export const fallbackPlace: ChosenPlace = pointAt('fallback', fallbackCoordinate);

/** Parses what an earlier visit stored; null where that is nothing, or nothing valid. */
export const parsePersistedPlace = (stored: string | null): ChosenPlace | null => {
  if (stored === null) return null;
  try {
    const held: unknown = JSON.parse(stored);
    const place = Place.safeParse(held);
    if (place.success && Coordinate.safeParse(place.data.coordinate).success) return placeOf(place.data, 'last');
    const point = Coordinate.safeParse(held);
    return point.success ? pointAt('last', point.data) : null;
  } catch {
    // Half a text, or another version's: the fallback is better than no list.
    return null;
  }
};

/** What is stored for the next visit: a whole place, so that it need not be asked for, or the point alone. */
export const serializePlace = ({ placeId, name, coordinate }: ChosenPlace): string =>
  JSON.stringify(placeId === null || name === null ? coordinate : { placeId, name, coordinate });

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

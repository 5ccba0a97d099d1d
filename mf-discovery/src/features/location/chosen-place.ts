import { Coordinate, Place } from '@mahlzeit/contract';
import { fallbackCoordinate } from '@mahlzeit/contract/rules';
import { createStoredText } from '@mahlzeit/shared-ui/platform';

/**
 * Way in which the place of the list was chosen: the user's position, a search result, a point of the map, the last
 * visit, or the fallback. It decides the label of a place without a name.
 */
type PlaceKind = 'user' | 'place' | 'area' | 'last' | 'fallback';

/** Place around which the list searches: a town, an address, or a plain point. */
export interface ChosenPlace {
  readonly kind: PlaceKind;
  readonly coordinate: Coordinate;
  /** Name in the list of known places (gazetteer); null for a point without a name. */
  readonly name: string | null;
  /** Id in the list of known places (gazetteer); null for a point without a name. */
  readonly placeId: string | null;
}

/** Creates a place from a point of the map or from the user's position. */
export const createUnnamedPlace = (kind: PlaceKind, coordinate: Coordinate): ChosenPlace => ({
  kind,
  coordinate,
  name: null,
  placeId: null,
});

/** Creates a place from an entry of the gazetteer. */
export const chosenPlaceOf = ({ placeId, name, coordinate }: Place, kind: PlaceKind = 'place'): ChosenPlace => ({
  kind,
  coordinate,
  name,
  placeId,
});

/** Hamburg: the place for users who haven't chosen another one (S1§9). */
export const fallbackPlace: ChosenPlace = createUnnamedPlace('fallback', fallbackCoordinate);

/** Parses the place that an earlier visit stored. Returns null for missing or invalid text. */
export const parsePersistedPlace = (storedPlace: string | null): ChosenPlace | null => {
  if (storedPlace === null) return null;
  try {
    const parsedJson: unknown = JSON.parse(storedPlace);
    const placeResult = Place.safeParse(parsedJson);
    if (placeResult.success && Coordinate.safeParse(placeResult.data.coordinate).success)
      return chosenPlaceOf(placeResult.data, 'last');
    const coordinateResult = Coordinate.safeParse(parsedJson);
    return coordinateResult.success ? createUnnamedPlace('last', coordinateResult.data) : null;
  } catch {
    // The stored text isn't valid JSON. The list then starts at the fallback place.
    return null;
  }
};

/**
 * Serializes a place for the next visit. A named place keeps all its fields, so that the next visit needs no request;
 * otherwise only the point is stored.
 */
export const serializeChosenPlace = ({ placeId, name, coordinate }: ChosenPlace): string =>
  JSON.stringify(placeId === null || name === null ? coordinate : { placeId, name, coordinate });

/** Reads and writes the last place that the user chose. Tests replace this store. */
export interface LastPlaceStore {
  read(): ChosenPlace | null;
  write(place: ChosenPlace): void;
}

const lastPlaceStorage = createStoredText(() => window.localStorage, 'mahlzeit.lastPlace');

/** Stores the last place in localStorage, so that the next visit can start there. */
export const browserLastPlaceStore: LastPlaceStore = {
  read: () => parsePersistedPlace(lastPlaceStorage.read()),
  write: (place) => lastPlaceStorage.write(serializeChosenPlace(place)),
};

import type { Coordinate, GeocodeQuery } from '@mahlzeit/contract';

/** What a geocoding is asked for. */
export type GeocodeQuestion = { readonly kind: 'coordinate'; readonly coordinate: Coordinate } | { readonly kind: 'place'; readonly placeId: string };

const PAIR = /^\s*(-?\d{1,3}(?:\.\d{1,20})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,20})?)\s*$/;
const MAX_PLACE_ID_LENGTH = 200;

const coordinateOf = (text: string): Coordinate | null => {
  const pair = PAIR.exec(text);
  if (pair === null) return null;
  const [latitude, longitude] = [Number(pair[1]), Number(pair[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
};

/** Reads the query: exactly one of the two, once; null for anything else. */
export const readGeocodeQuery = ({ latlng, place_id }: GeocodeQuery): GeocodeQuestion | null => {
  if (typeof latlng === 'string' && place_id === undefined) {
    const coordinate = coordinateOf(latlng);
    return coordinate === null ? null : { kind: 'coordinate', coordinate };
  }
  if (typeof place_id !== 'string' || latlng !== undefined || place_id === '' || place_id.length > MAX_PLACE_ID_LENGTH) return null;
  return { kind: 'place', placeId: place_id };
};

import type { GeocodeAnswer, GeocodeResult, Place } from '@mahlzeit/contract';
import type { StoredTown } from './gazetteer-repository';

const countryNames = new Intl.DisplayNames('de', { type: 'region' });

/** A town as places are chosen from. */
export const presentPlace = ({ placeId, name, coordinate }: StoredTown): Place => ({ placeId, name, coordinate });

// What a place is stands at the beginning of its id; towns come from GeoNames.
const typesOf = (placeId: string): string[] => {
  if (placeId.startsWith('street-')) return ['route'];
  return placeId.startsWith('quarter-') ? ['sublocality', 'political'] : ['locality', 'political'];
};

const presentResult = ({ placeId, name, state, countryCode, coordinate }: StoredTown): GeocodeResult => {
  const country = countryNames.of(countryCode) ?? countryCode;
  return {
    place_id: placeId,
    formatted_address: `${name}, ${country}`,
    address_components: [
      { long_name: name, short_name: name, types: typesOf(placeId) },
      { long_name: state, short_name: state, types: ['administrative_area_level_1', 'political'] },
      { long_name: country, short_name: countryCode, types: ['country', 'political'] },
    ],
    geometry: { location: { lat: coordinate.latitude, lng: coordinate.longitude } },
  };
};

/** The answer for a town that was found, or for none. */
export const presentGeocode = (town: StoredTown | null): GeocodeAnswer =>
  town === null ? { status: 'ZERO_RESULTS', results: [] } : { status: 'OK', results: [presentResult(town)] };

import { geocode } from '@mahlzeit/contract';
import type { Coordinate, GeocodeAnswer } from '@mahlzeit/contract';
import { api, apiQuery } from '@mahlzeit/shared-ui/platform';

const addressApi = api.injectEndpoints({
  endpoints: (build) => ({
    addressAt: build.query<GeocodeAnswer, Coordinate>(apiQuery(geocode, ({ latitude, longitude }: Coordinate) => ({ query: { latlng: `${latitude},${longitude}` } }))),
  }),
});

/** What the gazetteer knows of a point. */
export const { useAddressAtQuery } = addressApi;

import { autocompletePlaces, geocode, getPlace, ok } from '@mahlzeit/contract';
import { route } from '../../../platform';
import type { BoundRoute } from '../../../platform';
import { coordinateOf } from '../restaurants';
import type { GazetteerService } from './gazetteer-service';

/**
 * Creates the routes of the gazetteer: places and geocoding. The route with the fixed path comes first, because the
 * route with an id in its path would match that path as well.
 */
export const gazetteerRoutes = (gazetteer: GazetteerService): BoundRoute[] => [
  route(autocompletePlaces, async ({ query }) => ok(await gazetteer.suggest(query.text, coordinateOf(query)))),
  route(getPlace, ({ params }) => gazetteer.place(params.placeId)),
  route(geocode, async ({ query }) => ok(await gazetteer.geocode(query))),
];

import { forEverybody, forSession } from './access-row';
import type { AccessRows } from './access-row';

const positionQuery = 'latitude=53.55&longitude=9.99';
const searchRow = {
  cells: forSession(),
  ask: () => ({ params: { text: 'suppe' }, query: positionQuery }),
  withAnnasData: null,
};
const readRow = { cells: forSession(), withAnnasData: null };

/** Expected outcomes of the routes of restaurants, maps, texts and the gateway's own state. */
export const placeAccessCases: AccessRows = {
  loadByLocation: {
    cells: forSession(),
    ask: () => ({ body: { location: { latitude: 53.55, longitude: 9.99 }, radius: 500 } }),
    withAnnasData: null,
  },
  getRestaurant: { cells: forSession(), ask: () => ({ params: { key: 'elbkantine' } }), withAnnasData: null },
  getRestaurantByRoutingName: {
    cells: forSession(),
    ask: () => ({ params: { routingName: 'elbkantine' } }),
    withAnnasData: null,
  },
  getMealTypes: readRow,
  getTags: readRow,
  getRestTimeTypes: readRow,
  getVatTypes: readRow,
  searchPartners: searchRow,
  searchNonPartners: searchRow,
  searchMeals: searchRow,
  getPopularDishes: { ...readRow, ask: () => ({ query: positionQuery }) },
  searchTags: searchRow,
  getTeasers: readRow,
  getDiscounts: readRow,
  autocompletePlaces: { ...readRow, ask: () => ({ query: `text=hamburg&${positionQuery}` }) },
  getPlace: { cells: forSession('notFound'), ask: () => ({ params: { placeId: 'nirgendwo' } }), withAnnasData: null },
  geocode: { ...readRow, ask: () => ({ query: 'latlng=53.55,9.99' }) },
  getStaticMap: { cells: forEverybody(), ask: () => ({ query: positionQuery }), withAnnasData: null },
  getVersionInfo: { cells: forEverybody(), ask: () => ({ params: { major: '5' } }), withAnnasData: null },
  getLegalDocument: { cells: forEverybody(), ask: () => ({ params: { kind: 'imprint' } }), withAnnasData: null },
  // This test's folder of frontends contains no built ones.
  getRegistry: { cells: forEverybody('unavailable'), withAnnasData: null },
  getVersion: { cells: forEverybody(), withAnnasData: null },
  getLiveness: { cells: forEverybody(), withAnnasData: null },
  getReadiness: { cells: forEverybody(), withAnnasData: null },
};

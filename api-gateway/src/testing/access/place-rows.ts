import { outcomesForEverybody, outcomesForSession } from './access-row';
import type { AccessRows } from './access-row';

const positionQuery = 'latitude=53.55&longitude=9.99';
const searchAccessRow = {
  cells: outcomesForSession(),
  ask: () => ({ params: { text: 'suppe' }, query: positionQuery }),
  withAnnasData: null,
};
const readAccessRow = { cells: outcomesForSession(), withAnnasData: null };

/** Expected outcomes of the routes of restaurants, maps, texts and the gateway's state. */
export const placeAccessCases: AccessRows = {
  loadByLocation: {
    cells: outcomesForSession(),
    ask: () => ({ body: { location: { latitude: 53.55, longitude: 9.99 }, radius: 500 } }),
    withAnnasData: null,
  },
  getRestaurant: { cells: outcomesForSession(), ask: () => ({ params: { key: 'elbkantine' } }), withAnnasData: null },
  getRestaurantByRoutingName: {
    cells: outcomesForSession(),
    ask: () => ({ params: { routingName: 'elbkantine' } }),
    withAnnasData: null,
  },
  getMenuOfDay: {
    cells: outcomesForSession(),
    ask: () => ({ params: { key: 'elbkantine', day: '2026-06-25' } }),
    withAnnasData: null,
  },
  getMealTypes: readAccessRow,
  getTags: readAccessRow,
  getRestTimeTypes: readAccessRow,
  getVatTypes: readAccessRow,
  searchPartners: searchAccessRow,
  searchNonPartners: searchAccessRow,
  searchMeals: searchAccessRow,
  getPopularDishes: { ...readAccessRow, ask: () => ({ query: positionQuery }) },
  getPlaceSuggestions: { ...readAccessRow, ask: () => ({ query: `keys=elbkantine&${positionQuery}` }) },
  searchTags: searchAccessRow,
  getTeasers: readAccessRow,
  getDiscounts: readAccessRow,
  autocompletePlaces: { ...readAccessRow, ask: () => ({ query: `text=hamburg&${positionQuery}` }) },
  getPlace: {
    cells: outcomesForSession('notFound'),
    ask: () => ({ params: { placeId: 'nirgendwo' } }),
    withAnnasData: null,
  },
  geocode: { ...readAccessRow, ask: () => ({ query: 'latlng=53.55,9.99' }) },
  getStaticMap: { cells: outcomesForEverybody(), ask: () => ({ query: positionQuery }), withAnnasData: null },
  getVersionInfo: { cells: outcomesForEverybody(), ask: () => ({ params: { major: '5' } }), withAnnasData: null },
  getLegalDocument: {
    cells: outcomesForEverybody(),
    ask: () => ({ params: { kind: 'imprint' } }),
    withAnnasData: null,
  },
  // The gateway of this test has no built frontends, so it has no registry (list of remotes) to send.
  getRegistry: { cells: outcomesForEverybody('unavailable'), withAnnasData: null },
  getVersion: { cells: outcomesForEverybody(), withAnnasData: null },
  getLiveness: { cells: outcomesForEverybody(), withAnnasData: null },
  getReadiness: { cells: outcomesForEverybody(), withAnnasData: null },
};

import { everybody, withSession } from './access-row';
import type { Rows } from './access-row';

const around = 'latitude=53.55&longitude=9.99';
const search = { cells: withSession(), ask: () => ({ params: { text: 'suppe' }, query: around }), withAnnasData: null };
const read = { cells: withSession(), withAnnasData: null };

/** Expected outcomes of the routes of restaurants, maps, texts and the gateway's own state. */
export const placeAccessCases: Rows = {
  loadByLocation: {
    cells: withSession(),
    ask: () => ({ body: { location: { latitude: 53.55, longitude: 9.99 }, radius: 500 } }),
    withAnnasData: null,
  },
  getRestaurant: { cells: withSession(), ask: () => ({ params: { key: 'elbkantine' } }), withAnnasData: null },
  getRestaurantByRoutingName: {
    cells: withSession(),
    ask: () => ({ params: { routingName: 'elbkantine' } }),
    withAnnasData: null,
  },
  getMealTypes: read,
  getTags: read,
  getRestTimeTypes: read,
  getVatTypes: read,
  searchPartners: search,
  searchNonPartners: search,
  searchMeals: search,
  getPopularDishes: { ...read, ask: () => ({ query: around }) },
  searchTags: search,
  getTeasers: read,
  getDiscounts: read,
  autocompletePlaces: { ...read, ask: () => ({ query: `text=hamburg&${around}` }) },
  getPlace: { cells: withSession('notFound'), ask: () => ({ params: { placeId: 'nirgendwo' } }), withAnnasData: null },
  geocode: { ...read, ask: () => ({ query: 'latlng=53.55,9.99' }) },
  getStaticMap: { cells: everybody(), ask: () => ({ query: around }), withAnnasData: null },
  getVersionInfo: { cells: everybody(), ask: () => ({ params: { major: '5' } }), withAnnasData: null },
  getLegalDocument: { cells: everybody(), ask: () => ({ params: { kind: 'imprint' } }), withAnnasData: null },
  // This test's folder of frontends contains no built ones.
  getRegistry: { cells: everybody('unavailable'), withAnnasData: null },
  getVersion: { cells: everybody(), withAnnasData: null },
  getLiveness: { cells: everybody(), withAnnasData: null },
  getReadiness: { cells: everybody(), withAnnasData: null },
};

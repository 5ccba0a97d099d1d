/**
 * Routes whose answers a page shows when the gateway doesn't answer, with the number of answers that stay. All of them
 * only read (`cached-answers.test.ts`), so no order, payment or answer of a user comes from the cache.
 */
export const CACHED_ROUTES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    // The pages of the last list, each larger than the one before.
    loadByLocation: 20,
    getRestaurant: 30,
    getRestaurantByRoutingName: 30,
    getMenuOfDay: 30,
    getMealTypes: 1,
    getTags: 1,
    getRestTimeTypes: 1,
    getTeasers: 1,
    getDiscounts: 1,
    getPlace: 10,
    geocode: 10,
    getInvitation: 30,
    getInvitations: 1,
    getOrder: 30,
    getOrders: 1,
  }),
);

export { sortedFilterTags, createCatalogRepository, offerRowOf, vatTypesOn } from './catalog-repository';
export type { CatalogRepository, StoredOffer } from './catalog-repository';
export { createCounterMenuTopic, createSoldOutCleanup } from './counter-menu';
export { createMealService, computeMealOps } from './meal-service';
export type { MealService } from './meal-service';
export { findOffers, findVatTypes } from './menu-lookup';
export { createSoldOutRepository } from './sold-out-repository';

/** Repositories of the discovery module, with which the tests of other modules write and read the database. */
export { createCatalogRepository } from '../menu/catalog-repository';
export { createPromotionRepository } from '../promotions/promotion-repository';
export { createRestaurantRepository } from '../restaurants/restaurant-repository';

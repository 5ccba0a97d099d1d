/** Repositories with which tests of other modules fill and inspect the database. */
export { createCatalogRepository } from '../menu/catalog-repository';
export { createPromotionRepository } from '../promotions/promotion-repository';
export { createRestaurantRepository } from '../restaurants/restaurant-repository';

import type { MealType, Teaser } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import type { WriteTransaction } from '../../../platform';
import type { Town } from '../gazetteer';
import { recordPlace } from '../listing';
import { createCatalogRepository, computeMealOps } from '../menu';
import type { StoredOffer } from '../menu';
import { createPromotionRepository, computeDiscountOps, loadPlacedDiscount } from '../promotions';
import type { StoredDiscount } from '../promotions';
import { createRestaurantRepository } from '../restaurants';
import type { OwnRestaurant } from '../restaurants';
import { createSeedRepository } from './seed-repository';
import type { SeededDayRange, SeededPlace } from './seed-repository';

/**
 * Writes the places, menus and promotions of the seed data. Changes of existing places, and all added offers and
 * discounts, are recorded in the live topics.
 */
export interface SeedStore {
  addPlaces(sourceName: string, seededPlaces: readonly SeededPlace[]): Promise<void>;
  /** Returns the active places of the seed data, by key. */
  findPlaces(sourceName: string): Promise<ReadonlyMap<string, OwnRestaurant>>;
  updatePlace(restaurant: OwnRestaurant): Promise<void>;
  addMissingTowns(towns: readonly Town[]): Promise<void>;
  addTeasers(teasers: readonly Teaser[]): Promise<void>;
  findMealTypes(): Promise<MealType[]>;
  /** Removes the offers of the seed data outside of this period. */
  removeOffersOutside(sourceName: string, dayRange: SeededDayRange): Promise<void>;
  /** Adds offers of the seed data. An offer whose key already exists is skipped. */
  addMissingOffers(storedOffers: readonly StoredOffer[]): Promise<void>;
  hasDiscount(discountKey: string): Promise<boolean>;
  addDiscount(storedDiscount: StoredDiscount): Promise<void>;
  /** Removes an expired discount. Live topics don't show it any more, so no change is recorded. */
  removeEndedDiscount(discountKey: string): Promise<void>;
}

/**
 * Creates the store that writes seed data in a transaction. `now` is the time of all changes, by the gateway's clock,
 * which tests can move.
 */
export const createSeedStore = (tx: WriteTransaction, now: number): SeedStore => {
  const seedRepository = createSeedRepository(tx.knex);
  const promotionRepository = createPromotionRepository(tx.knex);
  return {
    addPlaces: (sourceName, seededPlaces) => seedRepository.addPlaces(sourceName, seededPlaces),
    findPlaces: (sourceName) => seedRepository.findPlaces(sourceName),
    addMissingTowns: (towns) => seedRepository.addMissingTowns(towns),
    addTeasers: (teasers) => seedRepository.addTeasers(teasers),
    findMealTypes: () => createCatalogRepository(tx.knex).findMealTypes(),
    removeOffersOutside: (sourceName, dayRange) => seedRepository.removeOffersOutside(sourceName, dayRange),

    async updatePlace(restaurant) {
      await createRestaurantRepository(tx.knex).update(restaurant);
      await recordPlace(tx, restaurant, now);
    },

    async addMissingOffers(storedOffers) {
      await seedRepository.addMissingOffers(storedOffers);
      const today = berlinDay(now);
      for (const offer of storedOffers)
        for (const { topic, op } of computeMealOps(null, offer, today)) tx.record(topic, op);
    },

    hasDiscount: async (discountKey) => (await promotionRepository.findDiscount(discountKey)) !== null,

    async addDiscount(storedDiscount) {
      await promotionRepository.putDiscount(storedDiscount);
      for (const { topic, op } of computeDiscountOps(
        null,
        await loadPlacedDiscount(promotionRepository, storedDiscount),
        now,
      ))
        tx.record(topic, op);
    },

    removeEndedDiscount: (discountKey) => promotionRepository.deleteDiscount(discountKey),
  };
};

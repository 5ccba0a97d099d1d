import type { MealType, Teaser } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import type { WriteTransaction } from '../../../platform';
import type { Town } from '../gazetteer';
import { recordPlace } from '../listing';
import { createCatalogRepository, mealOps } from '../menu';
import type { StoredOffer } from '../menu';
import { createPromotionRepository, discountOps, loadPlacedDiscount } from '../promotions';
import type { StoredDiscount } from '../promotions';
import { createRestaurantRepository } from '../restaurants';
import type { OwnRestaurant } from '../restaurants';
import { createSeedRepository } from './seed-repository';
import type { DayRange, SeededPlace } from './seed-repository';

/**
 * Writes the places, menus and promotions of the seed data. Changes of existing places, and all added offers and
 * discounts, are recorded in the live topics.
 */
export interface SeedStore {
  addPlaces(source: string, places: readonly SeededPlace[]): Promise<void>;
  /** Returns the active places of the seed data, by key. */
  findPlaces(source: string): Promise<ReadonlyMap<string, OwnRestaurant>>;
  updatePlace(restaurant: OwnRestaurant): Promise<void>;
  addMissingTowns(towns: readonly Town[]): Promise<void>;
  addTeasers(teasers: readonly Teaser[]): Promise<void>;
  findMealTypes(): Promise<MealType[]>;
  /** Removes the offers of the seed data outside of this period. */
  removeOffersOutside(source: string, days: DayRange): Promise<void>;
  /** Adds offers. An offer whose key already exists is skipped. */
  addMissingOffers(offers: readonly StoredOffer[]): Promise<void>;
  hasDiscount(key: string): Promise<boolean>;
  addDiscount(storedDiscount: StoredDiscount): Promise<void>;
  /** Removes an expired discount. Live topics don't show it any more, so no change is recorded. */
  removeEndedDiscount(key: string): Promise<void>;
}

/** Creates the store in a transaction. `now` is the domain time of all changes. */
export const createSeedStore = (tx: WriteTransaction, now: number): SeedStore => {
  const rows = createSeedRepository(tx.knex);
  const promotions = createPromotionRepository(tx.knex);
  return {
    addPlaces: (source, places) => rows.addPlaces(source, places),
    findPlaces: (source) => rows.findPlaces(source),
    addMissingTowns: (towns) => rows.addMissingTowns(towns),
    addTeasers: (teasers) => rows.addTeasers(teasers),
    findMealTypes: () => createCatalogRepository(tx.knex).findMealTypes(),
    removeOffersOutside: (source, days) => rows.removeOffersOutside(source, days),

    async updatePlace(restaurant) {
      await createRestaurantRepository(tx.knex).update(restaurant);
      await recordPlace(tx, restaurant, now);
    },

    async addMissingOffers(offers) {
      await rows.addMissingOffers(offers);
      const today = berlinDay(now);
      for (const offer of offers) for (const { topic, op } of mealOps(null, offer, today)) tx.record(topic, op);
    },

    hasDiscount: async (key) => (await promotions.findDiscount(key)) !== null,

    async addDiscount(storedDiscount) {
      await promotions.putDiscount(storedDiscount);
      for (const { topic, op } of discountOps(null, await loadPlacedDiscount(promotions, storedDiscount), now))
        tx.record(topic, op);
    },

    removeEndedDiscount: (key) => promotions.deleteDiscount(key),
  };
};

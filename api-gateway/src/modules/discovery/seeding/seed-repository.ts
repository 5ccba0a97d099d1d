import type { Teaser } from '@mahlzeit/contract';
import { insertInChunks } from '../../../platform';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';
import { placeRowOf } from '../gazetteer';
import type { Town } from '../gazetteer';
import { offerRowOf } from '../menu';
import type { StoredOffer } from '../menu';
import { ownRestaurantOf, restaurantColumns } from '../restaurants';
import type { OwnRestaurant, RestaurantPayout, RestaurantRow } from '../restaurants';

/** A place of the seed data, with its id in the seed data. */
export interface SeededPlace {
  readonly id: string;
  readonly restaurant: OwnRestaurant;
  /** Ids of the place at the card payment provider; null for a place that takes no payments. */
  readonly payout: RestaurantPayout | null;
}

/** A period of days, `YYYY-MM-DD`, including the first and the last day. */
export interface SeededDayRange {
  readonly from: string;
  readonly until: string;
}

/**
 * Repository that stores many rows of the seed data at once. Users may have changed the database since the previous
 * run.
 */
export interface SeedRepository {
  /** Stores places of the seed data, with `sourceName` as their source. */
  addPlaces(sourceName: string, seededPlaces: readonly SeededPlace[]): Promise<void>;
  /** Returns the active places of the seed data, by key. */
  findPlaces(sourceName: string): Promise<Map<string, OwnRestaurant>>;
  /** Adds offers of the seed data. An offer whose key already exists is skipped. */
  addMissingOffers(storedOffers: readonly StoredOffer[]): Promise<void>;
  /** Removes the offers of the seed data outside of this period. */
  removeOffersOutside(sourceName: string, dayRange: SeededDayRange): Promise<void>;
  /** Adds towns of the seed data. A town that already exists is skipped. */
  addMissingTowns(towns: readonly Town[]): Promise<void>;
  addTeasers(teasers: readonly Teaser[]): Promise<void>;
}

const placeColumnsOfSource =
  (sourceName: string) =>
  ({ id, restaurant, payout }: SeededPlace) => ({
    ...restaurantColumns(restaurant),
    source: sourceName,
    source_id: id,
    payment_user_id: payout?.userId ?? null,
    payment_wallet_id: payout?.walletId ?? null,
  });

const teaserColumns = ({ key, imageUrl, videoUrl, words, actionUrl, daysOfWeek, location, priority }: Teaser) => ({
  key,
  image_url: imageUrl,
  video_url: videoUrl,
  words: words === undefined ? null : JSON.stringify(words),
  action_url: actionUrl,
  days_of_week: daysOfWeek === null ? null : JSON.stringify(daysOfWeek),
  latitude: location?.latitude ?? null,
  longitude: location?.longitude ?? null,
  distance: location?.distance ?? null,
  priority,
});

/**
 * Creates the repository of seed data. With the connection of a transaction, all its queries run in that transaction.
 */
export const createSeedRepository = (databaseConnection: Connection): SeedRepository => {
  const knex = knexOf(databaseConnection);
  return {
    addPlaces: (sourceName, seededPlaces) =>
      insertInChunks(seededPlaces.map(placeColumnsOfSource(sourceName)), (placeRows) =>
        knex('restaurant').insert(placeRows),
      ),
    async findPlaces(sourceName) {
      const restaurantRows = await knex<RestaurantRow>('restaurant')
        .where({ source: sourceName })
        .whereNull('deactivated_at');
      return new Map(restaurantRows.map((restaurantRow) => [restaurantRow.key, ownRestaurantOf(restaurantRow)]));
    },
    addMissingOffers: (storedOffers) =>
      insertInChunks(storedOffers.map(offerRowOf), (offerRows) =>
        knex('offer').insert(offerRows).onConflict('key').ignore(),
      ),
    async removeOffersOutside(sourceName, { from, until }) {
      await knex('offer')
        .where({ source: sourceName })
        .andWhere((rangeCondition) => void rangeCondition.where('date', '<', from).orWhere('date', '>', until))
        .delete();
    },
    addMissingTowns: (towns) =>
      insertInChunks(towns.map(placeRowOf), (rows) => knex('place').insert(rows).onConflict('place_id').ignore()),
    async addTeasers(teasers) {
      await knex('teaser').insert(teasers.map(teaserColumns));
    },
  };
};

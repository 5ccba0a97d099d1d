import type { Teaser } from '@mahlzeit/contract';
import { insertInChunks } from '../../../platform';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';
import { placeRowOf } from '../gazetteer';
import type { Town } from '../gazetteer';
import { offerRowOf } from '../menu';
import type { StoredOffer } from '../menu';
import { ownRestaurantOf, restaurantColumns } from '../restaurants';
import type { OwnRestaurant, Payout, RestaurantRow } from '../restaurants';

/** A place of the seed data, with its id in the seed data. */
export interface SeededPlace {
  readonly id: string;
  readonly restaurant: OwnRestaurant;
  /** Ids of the place at the card payment provider; null for a place that takes no payments. */
  readonly payout: Payout | null;
}

/** A period of days, `YYYY-MM-DD`, including the first and the last day. */
export interface DayRange {
  readonly from: string;
  readonly until: string;
}

/** Stores many rows of the seed data at once. Users may have changed the database since the previous run. */
export interface SeedRepository {
  /** Adds the places of the seed data. */
  addPlaces(source: string, places: readonly SeededPlace[]): Promise<void>;
  /** Returns the active places of the seed data, by key. */
  findPlaces(source: string): Promise<Map<string, OwnRestaurant>>;
  /** Adds offers. An offer whose key already exists is skipped. */
  addMissingOffers(offers: readonly StoredOffer[]): Promise<void>;
  /** Removes the offers of the seed data outside of this period. */
  removeOffersOutside(source: string, days: DayRange): Promise<void>;
  /** Adds towns. A town that already exists is skipped. */
  addMissingTowns(towns: readonly Town[]): Promise<void>;
  addTeasers(teasers: readonly Teaser[]): Promise<void>;
}

const placeColumns =
  (source: string) =>
  ({ id, restaurant, payout }: SeededPlace) => ({
    ...restaurantColumns(restaurant),
    source,
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

/** Creates the repository of seed data in the database. */
export const createSeedRepository = (connection: Connection): SeedRepository => {
  const knex = knexOf(connection);
  return {
    addPlaces: (source, places) =>
      insertInChunks(places.map(placeColumns(source)), (rows) => knex('restaurant').insert(rows)),
    async findPlaces(source) {
      const rows = await knex<RestaurantRow>('restaurant').where({ source }).whereNull('deactivated_at');
      return new Map(rows.map((row) => [row.key, ownRestaurantOf(row)]));
    },
    addMissingOffers: (offers) =>
      insertInChunks(offers.map(offerRowOf), (rows) => knex('offer').insert(rows).onConflict('key').ignore()),
    async removeOffersOutside(source, { from, until }) {
      await knex('offer')
        .where({ source })
        .andWhere((outsideRange) => void outsideRange.where('date', '<', from).orWhere('date', '>', until))
        .delete();
    },
    addMissingTowns: (towns) =>
      insertInChunks(towns.map(placeRowOf), (rows) => knex('place').insert(rows).onConflict('place_id').ignore()),
    async addTeasers(teasers) {
      await knex('teaser').insert(teasers.map(teaserColumns));
    },
  };
};

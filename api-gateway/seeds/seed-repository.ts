import type { Teaser } from '@mahlzeit/contract';
import { offerRowOf, ownRestaurantOf, placeRowOf, restaurantColumns } from '../src/modules/discovery';
import type { OwnRestaurant, RestaurantRow, StoredOffer, Town } from '../src/modules/discovery';
import { insertInChunks } from '../src/platform';
import type { Connection } from '../src/platform';
import { knexOf } from '../src/platform/database/knex-of';
import type { LaidDays, SeedPlace } from './seed';

/** Bulk writes of a seed, into a database that users may have changed since. */
export interface SeedRepository {
  /** Adds the places of a seed. */
  addPlaces(source: string, places: readonly SeedPlace[]): Promise<void>;
  /** Returns the active places of a seed by key. */
  findPlaces(source: string): Promise<Map<string, OwnRestaurant>>;
  /** Adds offers. Existing keys stay unchanged. */
  addMissingOffers(offers: readonly StoredOffer[]): Promise<void>;
  /** Deletes a seed's offers before a day or after another. */
  removeOffersOutside(source: string, days: LaidDays): Promise<void>;
  /** Adds towns. Existing ones stay unchanged. */
  addMissingTowns(towns: readonly Town[]): Promise<void>;
  addTeasers(teasers: readonly Teaser[]): Promise<void>;
}

const placeColumns =
  (source: string) =>
  ({ id, own, payout }: SeedPlace) => ({
    ...restaurantColumns(own),
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

/** Creates the repository of a seed. */
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
        .andWhere((outside) => void outside.where('date', '<', from).orWhere('date', '>', until))
        .delete();
    },
    addMissingTowns: (towns) =>
      insertInChunks(towns.map(placeRowOf), (rows) => knex('place').insert(rows).onConflict('place_id').ignore()),
    async addTeasers(teasers) {
      await knex('teaser').insert(teasers.map(teaserColumns));
    },
  };
};

import type { Teaser } from '@mahlzeit/contract';
import type { Knex } from 'knex';
import { offerRowOf, ownRestaurantOf, placeRowOf, restaurantColumns, type OwnRestaurant, type RestaurantRow, type StoredOffer, type Town } from '../index';
import type { SeedPlace } from './world';

// SQLite takes no more than 500 rows in one insert.
const INSERT_ROWS = 100;

const inChunks = async <T>(rows: readonly T[], write: (chunk: T[]) => Promise<unknown>): Promise<void> => {
  for (let start = 0; start < rows.length; start += INSERT_ROWS) await write(rows.slice(start, start + INSERT_ROWS));
};

/** Adds the places of a seed. */
export const addSeedPlaces = (knex: Knex, source: string, places: readonly SeedPlace[]): Promise<void> =>
  inChunks(
    places.map(({ id, own, payout }) => ({
      ...restaurantColumns(own), source, source_id: id, payment_user_id: payout?.userId ?? null, payment_wallet_id: payout?.walletId ?? null,
    })),
    (rows) => knex('restaurant').insert(rows),
  );

/** The active places of a seed by key. */
export const findSeedPlaces = async (knex: Knex, source: string): Promise<Map<string, OwnRestaurant>> =>
  new Map((await knex<RestaurantRow>('restaurant').where({ source }).whereNull('deactivated_at')).map((row) => [row.key, ownRestaurantOf(row)]));

/** Adds offers; one whose key is there already stays as it is. */
export const addMissingOffers = (knex: Knex, offers: readonly StoredOffer[]): Promise<void> =>
  inChunks(offers.map(offerRowOf), (rows) => knex('offer').insert(rows).onConflict('key').ignore());

/** Takes away what a seed offered before a day or after another. */
export const removeOffersOutside = async (knex: Knex, source: string, { from, until }: { readonly from: string; readonly until: string }): Promise<void> => {
  await knex('offer').where({ source }).andWhere((outside) => void outside.where('date', '<', from).orWhere('date', '>', until)).delete();
};

/** Adds towns; one that is there already stays as it is. */
export const addMissingTowns = (knex: Knex, towns: readonly Town[]): Promise<void> =>
  inChunks(towns.map(placeRowOf), (rows) => knex('place').insert(rows).onConflict('place_id').ignore());

/** Adds teasers. */
export const addTeasers = async (knex: Knex, teasers: readonly Teaser[]): Promise<void> => {
  await knex('teaser').insert(teasers.map(({ key, imageUrl, videoUrl, words, actionUrl, daysOfWeek, location, priority }) => ({
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
  })));
};

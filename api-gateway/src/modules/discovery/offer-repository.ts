import type { Offer } from '@mahlzeit/contract';
import { formattedDate, searchTextOf } from '@mahlzeit/contract/rules';
import type { Knex } from 'knex';
import { fromJsonColumn } from '../../platform';

/** An offer with the restaurant it belongs to and the feed it came from; null = the partner API. */
export interface StoredOffer {
  readonly restaurantKey: string;
  readonly source: string | null;
  readonly offer: Offer;
}

/** Which of a feed's offers. */
export interface FeedDays {
  readonly restaurantKey: string;
  readonly source: string;
  readonly days: readonly string[];
}

interface OfferRow {
  readonly key: string;
  readonly restaurant_key: string;
  readonly date: string;
  readonly source: string | null;
  readonly type_key: string;
  readonly name: string;
  readonly search_text: string;
  readonly description: string;
  readonly price: number;
  readonly vat_type: Offer['vatType'];
  readonly sort_order: number;
  readonly volume: string | null;
  readonly deposit: number | null;
  readonly unit: string | null;
  readonly allergens: string | string[];
  readonly additives: string | string[];
  readonly diets: string | Offer['diets'];
}

interface JoinedRow extends OfferRow {
  readonly base_name: string;
}

// SQLite takes no more than 500 rows in one insert.
const INSERT_ROWS = 100;

const storedOfferOf = (row: JoinedRow): StoredOffer => ({
  restaurantKey: row.restaurant_key,
  source: row.source,
  offer: {
    key: row.key,
    name: row.name,
    description: row.description,
    price: row.price,
    currency: 'EUR',
    typeKey: row.type_key,
    baseName: row.base_name,
    vatType: row.vat_type,
    order: row.sort_order,
    date: row.date,
    formattedDate: formattedDate(row.date),
    volume: row.volume,
    deposit: row.deposit,
    unit: row.unit,
    allergens: fromJsonColumn(row.allergens),
    additives: fromJsonColumn(row.additives),
    diets: fromJsonColumn(row.diets),
  },
});

/** The row of an offer. */
export const offerRowOf = ({ restaurantKey, source, offer }: StoredOffer): OfferRow => ({
  key: offer.key,
  restaurant_key: restaurantKey,
  date: offer.date,
  source,
  type_key: offer.typeKey,
  name: offer.name,
  search_text: searchTextOf(offer.name),
  description: offer.description,
  price: offer.price,
  vat_type: offer.vatType,
  sort_order: offer.order,
  volume: offer.volume,
  deposit: offer.deposit,
  unit: offer.unit,
  allergens: JSON.stringify(offer.allergens),
  additives: JSON.stringify(offer.additives),
  diets: JSON.stringify(offer.diets),
});

// The name decides among equals, so that a menu never changes its order by itself.
const offers = (knex: Knex) =>
  knex<JoinedRow>('offer')
    .join('meal_type', 'meal_type.key', 'offer.type_key')
    .select<JoinedRow[]>('offer.*', 'meal_type.base_name')
    .orderBy([{ column: 'offer.sort_order', order: 'desc' }, 'offer.name', 'offer.key']);

/** The offers of some restaurants on one day, by restaurant, each in the menu's order. */
export const findOffersOn = async (knex: Knex, day: string, restaurantKeys: readonly string[]): Promise<Map<string, Offer[]>> => {
  const rows = await offers(knex).whereIn('offer.restaurant_key', [...restaurantKeys]).andWhere('offer.date', day);
  const byRestaurant = new Map<string, Offer[]>(restaurantKeys.map((key) => [key, []]));
  for (const row of rows) byRestaurant.get(row.restaurant_key)?.push(storedOfferOf(row).offer);
  return byRestaurant;
};

/** The offers of those keys. */
export const findOffers = async (knex: Knex, keys: readonly string[]): Promise<StoredOffer[]> =>
  (await offers(knex).whereIn('offer.key', [...keys])).map(storedOfferOf);

/** What a feed brought for a restaurant on those days. */
export const findOffersOfFeed = async (knex: Knex, { restaurantKey, source, days }: FeedDays): Promise<StoredOffer[]> =>
  (await offers(knex).where({ 'offer.restaurant_key': restaurantKey, 'offer.source': source }).whereIn('offer.date', [...days])).map(storedOfferOf);

/** Adds offers or replaces those of the same key. */
export const putOffers = async (knex: Knex, stored: readonly StoredOffer[]): Promise<void> => {
  for (let start = 0; start < stored.length; start += INSERT_ROWS) {
    await knex('offer').insert(stored.slice(start, start + INSERT_ROWS).map(offerRowOf)).onConflict('key').merge();
  }
};

/** Takes offers away. */
export const deleteOffers = async (knex: Knex, keys: readonly string[]): Promise<void> => {
  await knex('offer').whereIn('key', [...keys]).delete();
};

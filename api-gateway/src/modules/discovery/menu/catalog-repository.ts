import type { MealType, Offer, RestTimeType, Tag, VatKind, VatType } from '@mahlzeit/contract';
import { formattedDate, searchTextOf } from '@mahlzeit/contract/rules';
import type { Knex } from 'knex';
import { fromJsonColumn, insertInChunks, mapInTurns, readInChunks } from '../../../platform';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

/** A VAT rate and the first day on which it is valid. */
interface VatRate {
  readonly validFrom: string;
  readonly vatType: VatType;
}

const MAX_FILTER_TAGS = 100;

// Number of restaurants whose menus one statement reads. Reading a hundred by one statement took 20 ms, during which
// nobody else was served.
const RESTAURANTS_PER_READ = 10;

// Names of tags that are diets. Users choose among cuisines only, because diets have filters of their own (Decision
// 20).
const DIET_TAG_NAMES: ReadonlySet<string> = new Set(['vegan', 'vegetarian', 'halal', 'kosher']);

/** Returns the most popular tags that are no diets (S1§7). */
export const sortedFilterTags = (tags: readonly Tag[]): Tag[] =>
  tags
    .filter(({ name }) => !DIET_TAG_NAMES.has(name))
    .sort((a, b) => b.popularity - a.popularity)
    .slice(0, MAX_FILTER_TAGS);

/** Returns the VAT rates that are valid on a day: for each kind, the rate with the latest start. */
export const vatTypesOn = (vatRates: readonly VatRate[], isoDay: string): VatType[] => {
  const effectiveRates = vatRates
    .filter(({ validFrom }) => validFrom <= isoDay)
    .sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
  return [...new Map(effectiveRates.map(({ vatType }) => [vatType.key, vatType])).values()];
};

interface MealTypeRow {
  readonly key: string;
  readonly base_name: string;
  readonly name: string;
  readonly translations: string | MealType['translations'];
  readonly sort_order: number;
}

interface TagRow {
  readonly key: string;
  readonly name: string;
  readonly type: Tag['type'];
  readonly popularity: number;
  readonly translations: string | Tag['translations'];
}

interface RestTimeTypeRow {
  readonly key: string;
  readonly translations: string | RestTimeType['translations'];
}

interface VatTypeRow {
  readonly key: VatKind;
  readonly valid_from: string;
  readonly default_percent: number;
  readonly take_away_percent: number;
}

const mealTypeOfRow = (mealTypeRow: MealTypeRow): MealType => ({
  key: mealTypeRow.key,
  baseName: mealTypeRow.base_name,
  name: mealTypeRow.name,
  translations: fromJsonColumn(mealTypeRow.translations),
  order: mealTypeRow.sort_order,
});

const tagOfRow = (tagRow: TagRow): Tag => ({
  key: tagRow.key,
  id: tagRow.key,
  name: tagRow.name,
  type: tagRow.type,
  popularity: tagRow.popularity,
  translations: fromJsonColumn(tagRow.translations),
});

/**
 * A stored offer with its restaurant and its feed. `source` is the name of the feed; null for an offer of the partner
 * API.
 */
export interface StoredOffer {
  readonly restaurantKey: string;
  readonly source: string | null;
  readonly offer: Offer;
}

/** Restaurant, feed and days whose stored offers are read. */
interface FeedMenuDays {
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

interface OfferWithTypeRow extends OfferRow {
  readonly base_name: string;
}

const storedOfferOf = (offerRow: OfferWithTypeRow): StoredOffer => ({
  restaurantKey: offerRow.restaurant_key,
  source: offerRow.source,
  offer: {
    key: offerRow.key,
    name: offerRow.name,
    description: offerRow.description,
    price: offerRow.price,
    currency: 'EUR',
    typeKey: offerRow.type_key,
    baseName: offerRow.base_name,
    vatType: offerRow.vat_type,
    order: offerRow.sort_order,
    date: offerRow.date,
    formattedDate: formattedDate(offerRow.date),
    volume: offerRow.volume,
    deposit: offerRow.deposit,
    unit: offerRow.unit,
    allergens: fromJsonColumn(offerRow.allergens),
    additives: fromJsonColumn(offerRow.additives),
    diets: fromJsonColumn(offerRow.diets),
  },
});

/** Converts an offer to its database row, with the search text. */
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

/**
 * Repository of offers, and of the lists that menus and restaurants refer to: meal types, tags, reasons for closures,
 * VAT rates.
 */
export interface CatalogRepository {
  /** Returns all meal types, sorted by `order`. */
  findMealTypes(): Promise<MealType[]>;
  findMealType(key: string): Promise<MealType | null>;
  /** Returns the tags with these keys, by tag key. */
  findTags(tagKeys: readonly string[]): Promise<Map<string, Tag>>;
  /** Returns all tags of restaurants: the most popular first, then by key. */
  findAllTags(): Promise<Tag[]>;
  /** Returns all reasons for closures of restaurants. */
  findRestTimeTypes(): Promise<RestTimeType[]>;
  /** Returns all past and future VAT rates, sorted by their first day. */
  findVatRates(): Promise<VatRate[]>;
  /** Returns the offers of some restaurants on one day, by restaurant key, in the order of the menu. */
  findOffersOn(isoDay: string, restaurantKeys: readonly string[]): Promise<Map<string, Offer[]>>;
  /** Returns the number of offers of a restaurant on a day. */
  countOffersOn(isoDay: string, restaurantKey: string): Promise<number>;
  /** Returns the stored offers with these keys. */
  findOffers(offerKeys: readonly string[]): Promise<StoredOffer[]>;
  /** Returns the offers of a restaurant on these days that come from this feed. */
  findOffersOfFeed(feedDays: FeedMenuDays): Promise<StoredOffer[]>;
  /** Adds offers to menus, or replaces the offers with the same keys. */
  putOffers(storedOffers: readonly StoredOffer[]): Promise<void>;
  deleteOffers(offerKeys: readonly string[]): Promise<void>;
}

const createVocabularyRepository = (
  knex: Knex,
): Pick<
  CatalogRepository,
  'findMealTypes' | 'findMealType' | 'findTags' | 'findAllTags' | 'findRestTimeTypes' | 'findVatRates'
> => ({
  findMealTypes: async () => (await knex<MealTypeRow>('meal_type').orderBy(['sort_order', 'key'])).map(mealTypeOfRow),
  async findMealType(key) {
    const row = await knex<MealTypeRow>('meal_type').where({ key }).first();
    return row === undefined ? null : mealTypeOfRow(row);
  },
  async findTags(tagKeys) {
    const tagRows = await knex<TagRow>('tag').whereIn('key', [...new Set(tagKeys)]);
    return new Map(tagRows.map((row) => [row.key, tagOfRow(row)]));
  },
  findAllTags: async () =>
    (await knex<TagRow>('tag').orderBy([{ column: 'popularity', order: 'desc' }, 'key'])).map(tagOfRow),
  async findRestTimeTypes() {
    const restTimeRows = await knex<RestTimeTypeRow>('rest_time_type').orderBy('key');
    return restTimeRows.map(({ key, translations }) => ({ key, translations: fromJsonColumn(translations) }));
  },
  async findVatRates() {
    const vatTypeRows = await knex<VatTypeRow>('vat_type').orderBy(['valid_from', 'key']);
    return vatTypeRows.map((row) => ({
      validFrom: row.valid_from,
      vatType: { key: row.key, default: row.default_percent, takeAway: row.take_away_percent },
    }));
  },
});

/**
 * Creates the repository of offers and of the lists that they refer to. With the connection of a transaction, all its
 * queries run in that transaction.
 */
export const createCatalogRepository = (databaseConnection: Connection): CatalogRepository => {
  const knex = knexOf(databaseConnection);
  // Reads offers with their meal types. Offers with the same `sort_order` are sorted by name and key, so that a menu
  // has the same order in every response.
  const joinedOffers = () =>
    knex<OfferWithTypeRow>('offer')
      .join('meal_type', 'meal_type.key', 'offer.type_key')
      .select<OfferWithTypeRow[]>('offer.*', 'meal_type.base_name')
      .orderBy([{ column: 'offer.sort_order', order: 'desc' }, 'offer.name', 'offer.key']);

  return {
    ...createVocabularyRepository(knex),
    async findOffersOn(isoDay, restaurantKeys) {
      const rows = await readInChunks<OfferWithTypeRow>(
        restaurantKeys,
        (keyChunk) => joinedOffers().whereIn('offer.restaurant_key', keyChunk).andWhere('offer.date', isoDay),
        RESTAURANTS_PER_READ,
      );
      const offersByRestaurant = new Map<string, Offer[]>(restaurantKeys.map((key) => [key, []]));
      for (const { restaurantKey, offer } of await mapInTurns(rows, storedOfferOf))
        offersByRestaurant.get(restaurantKey)?.push(offer);
      return offersByRestaurant;
    },
    countOffersOn: async (isoDay, restaurantKey) =>
      (await knex<OfferRow>('offer').where({ restaurant_key: restaurantKey, date: isoDay }).select('key')).length,
    findOffers: async (offerKeys) => (await joinedOffers().whereIn('offer.key', [...offerKeys])).map(storedOfferOf),
    async findOffersOfFeed({ restaurantKey, source, days }) {
      const rows = await joinedOffers()
        .where({ 'offer.restaurant_key': restaurantKey, 'offer.source': source })
        .whereIn('offer.date', [...days]);
      return rows.map(storedOfferOf);
    },
    putOffers: (storedOffers) =>
      insertInChunks(storedOffers.map(offerRowOf), (rows) => knex('offer').insert(rows).onConflict('key').merge()),
    async deleteOffers(offerKeys) {
      await knex('offer')
        .whereIn('key', [...offerKeys])
        .delete();
    },
  };
};

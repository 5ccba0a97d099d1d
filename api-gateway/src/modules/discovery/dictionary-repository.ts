import type { MealType, RestTimeType, Tag, VatKind } from '@mahlzeit/contract';
import type { Knex } from 'knex';
import { fromJsonColumn } from '../../platform';
import type { VatRate } from './dictionary-rules';

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

const mealTypeOf = (row: MealTypeRow): MealType => ({
  key: row.key,
  baseName: row.base_name,
  name: row.name,
  translations: fromJsonColumn(row.translations),
  order: row.sort_order,
});

const tagOf = (row: TagRow): Tag => ({
  key: row.key,
  id: row.key,
  name: row.name,
  type: row.type,
  popularity: row.popularity,
  translations: fromJsonColumn(row.translations),
});

/** All meal types by `order`. */
export const findMealTypes = async (knex: Knex): Promise<MealType[]> =>
  (await knex<MealTypeRow>('meal_type').orderBy(['sort_order', 'key'])).map(mealTypeOf);

/** The meal type of that key, or null. */
export const findMealType = async (knex: Knex, key: string): Promise<MealType | null> => {
  const row = await knex<MealTypeRow>('meal_type').where({ key }).first();
  return row === undefined ? null : mealTypeOf(row);
};

/** The tags of those keys, by key. */
export const findTags = async (knex: Knex, keys: readonly string[]): Promise<Map<string, Tag>> => {
  const rows = await knex<TagRow>('tag').whereIn('key', [...new Set(keys)]);
  return new Map(rows.map((row) => [row.key, tagOf(row)]));
};

/** Every tag, the most popular first; the key decides among equals. */
export const findAllTags = async (knex: Knex): Promise<Tag[]> =>
  (await knex<TagRow>('tag').orderBy([{ column: 'popularity', order: 'desc' }, 'key'])).map(tagOf);

/** All reasons of closures. */
export const findRestTimeTypes = async (knex: Knex): Promise<RestTimeType[]> =>
  (await knex<RestTimeTypeRow>('rest_time_type').orderBy('key')).map(({ key, translations }) => ({ key, translations: fromJsonColumn(translations) }));

/** Every VAT rate that there has been or will be, by the day it begins. */
export const findVatRates = async (knex: Knex): Promise<VatRate[]> =>
  (await knex<VatTypeRow>('vat_type').orderBy(['valid_from', 'key'])).map((row) => ({
    validFrom: row.valid_from,
    vatType: { key: row.key, default: row.default_percent, takeAway: row.take_away_percent },
  }));

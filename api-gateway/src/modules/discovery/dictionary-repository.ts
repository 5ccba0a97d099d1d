import type { MealType, Tag } from '@mahlzeit/contract';
import type { Knex } from 'knex';
import { fromJsonColumn } from './json-column';

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

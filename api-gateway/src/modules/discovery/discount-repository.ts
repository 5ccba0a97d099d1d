import type { Knex } from 'knex';
import { discountRowOf, storedDiscountOf, type DiscountRow, type StoredDiscount } from './discount-row';

interface Person {
  readonly discount_key: string;
  readonly uid: string;
}

interface UseCount {
  readonly discount_key: string;
  readonly used: number;
}

/** The company and key of a restaurant whose discounts are looked for. */
export interface DiscountPlace {
  readonly key: string;
  readonly companyId: string | null;
}

// SQLite takes no more than 500 rows in one insert.
const INSERT_ROWS = 100;

const withPeople = async (knex: Knex, rows: readonly DiscountRow[]): Promise<StoredDiscount[]> => {
  const keys = rows.map(({ key }) => key);
  const people = await knex<Person>('discount_owner').whereIn('discount_key', keys).orderBy('uid');
  const counts: UseCount[] = await knex('discount_use').whereIn('discount_key', keys).groupBy('discount_key').select('discount_key').count({ used: '*' });
  const used = new Map(counts.map((count) => [count.discount_key, Number(count.used)]));
  return rows.map((row) =>
    storedDiscountOf(row, { owners: people.filter((one) => one.discount_key === row.key).map(({ uid }) => uid), used: used.get(row.key) ?? 0 }));
};

// What has ended is of no more use to anybody.
const open = (knex: Knex, now: number) => knex<DiscountRow>('discount').where('end_at', '>', now).orderBy(['end_at', 'key']);

/** The discount of that key, or null. */
export const findDiscount = async (knex: Knex, key: string): Promise<StoredDiscount | null> =>
  (await withPeople(knex, await knex<DiscountRow>('discount').where({ key })))[0] ?? null;

/** Everybody's discounts that have not ended, the first to end first. */
export const findGlobalDiscounts = async (knex: Knex, now: number): Promise<StoredDiscount[]> =>
  withPeople(knex, await open(knex, now).andWhere('is_owned', false));

/** Those of them that are of one restaurant or its company. */
export const findDiscountsOfPlace = async (knex: Knex, { key, companyId }: DiscountPlace, now: number): Promise<StoredDiscount[]> => {
  const rows = await open(knex, now).andWhere('is_owned', false).andWhere((of) => {
    void of.where('restaurant_ref', key);
    if (companyId !== null) void of.orWhere((ofCompany) => void ofCompany.whereNull('restaurant_ref').andWhere('company_ref', companyId));
  });
  return withPeople(knex, rows);
};

/** The discounts that somebody owns and that have not ended. */
export const findDiscountsOfOwner = async (knex: Knex, uid: string, now: number): Promise<StoredDiscount[]> =>
  withPeople(knex, await open(knex, now).whereIn('key', knex<Person>('discount_owner').where({ uid }).select('discount_key')));

/** Which of these discounts somebody has used. */
export const findUsed = async (knex: Knex, uid: string, keys: readonly string[]): Promise<Set<string>> =>
  new Set((await knex<Person>('discount_use').where({ uid }).whereIn('discount_key', [...keys])).map((row) => row.discount_key));

/** Who has used a discount. */
export const findUsersOf = async (knex: Knex, key: string): Promise<Set<string>> =>
  new Set((await knex<Person>('discount_use').where({ discount_key: key })).map(({ uid }) => uid));

/** The keys of a company's restaurants. */
export const findRestaurantsOfCompany = async (knex: Knex, companyId: string): Promise<string[]> =>
  (await knex<{ key: string; company_id: string | null }>('restaurant').where({ company_id: companyId }).orderBy('key').select('key')).map(({ key }) => key);

/** Adds a discount or replaces the one of its key with its owners; who has used it stays known. */
export const putDiscount = async (knex: Knex, stored: StoredDiscount): Promise<void> => {
  const discount_key = stored.own.key;
  await knex('discount').insert(discountRowOf(stored)).onConflict('key').merge();
  await knex('discount_owner').where({ discount_key }).delete();
  const owners = stored.owners ?? [];
  for (let start = 0; start < owners.length; start += INSERT_ROWS) {
    await knex('discount_owner').insert(owners.slice(start, start + INSERT_ROWS).map((uid) => ({ discount_key, uid })));
  }
};

/** Takes a discount away. */
export const deleteDiscount = async (knex: Knex, key: string): Promise<void> => {
  await knex('discount').where({ key }).delete();
};

import type { Knex } from 'knex';

const keysOf = async (knex: Knex, table: string, uid: string): Promise<string[]> =>
  (await knex<Person>(table).where({ uid }).orderBy('discount_key')).map(({ discount_key }) => discount_key);

/** Keys of the discounts that somebody owns, also of those that have ended. */
export const findKeysOfOwner = (knex: Knex, uid: string): Promise<string[]> => keysOf(knex, 'discount_owner', uid);

/** Keys of the discounts that somebody has used. */
export const findKeysUsedBy = (knex: Knex, uid: string): Promise<string[]> => keysOf(knex, 'discount_use', uid);

/** Forgets a person. Their uses still count against the quantity; `nameless` gives each a name that leads to nobody. */
export const forgetPerson = async (knex: Knex, uid: string, nameless: () => string): Promise<void> => {
  await knex('discount_owner').where({ uid }).delete();
  for (const discount_key of await findKeysUsedBy(knex, uid)) await knex<Person>('discount_use').where({ discount_key, uid }).update({ uid: nameless() });
};

import { randomKey, type UserDataHolder } from '../../platform';
import { findKeysOfOwner, findKeysUsedBy, forgetPerson } from './discount-person-repository';

/** What this module holds of a user: which discounts are his, and which he has used. */
export const discountData: UserDataHolder = {
  name: 'discounts',
  export: async (knex, { uid }) => ({ owned: await findKeysOfOwner(knex, uid), used: await findKeysUsedBy(knex, uid) }),
  erase: (tx, { uid }) => forgetPerson(tx.knex, uid, randomKey),
};

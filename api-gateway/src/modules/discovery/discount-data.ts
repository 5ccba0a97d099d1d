import { randomKey, type PersonalDataProvider } from '../../platform';
import { findKeysOfOwner, findKeysUsedBy, forgetPerson } from './discount-person-repository';

/** What this module stores of a user: the discounts that they own and have used. */
export const discountPersonalData: PersonalDataProvider = {
  name: 'discounts',
  export: async (knex, { uid }) => ({ owned: await findKeysOfOwner(knex, uid), used: await findKeysUsedBy(knex, uid) }),
  erase: (tx, { uid }) => forgetPerson(tx.knex, uid, randomKey),
};
